"""A terminal speaks to the whole graph, and the recorder keeps all of it (fault 26).

Instructions that are refused move nothing; a stop latches, a reset by name ends it.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory

from ros_nodes.console.errors import TimedOutError, UnavailableError
from ros_nodes.console.node import Console
from xlerobot_agent.contracts.instruction import Answer
from xlerobot_agent.contracts.predicates import Truth
from xlerobot_agent.contracts.receipt import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.ros_nodes.conftest import LiveGraph

pytestmark = [pytest.mark.ros, pytest.mark.timeout(240)]

TOPICS = {
    "/joint_states", "/clock", "/scene", "/safety/state", "/safety/permit", "/agent/state",
    "/agent/events", "/tf_static", "/diagnostics", "/camera/front/image",
    "/camera/wrist/camera_info", "/robot_description",
}  # fmt: skip


@pytest.fixture(scope="module")
def bag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bag") / "run.mcap"


@pytest.fixture(scope="module")
def console(module_graph: LiveGraph, bag: Path) -> Iterator[Console]:
    module_graph.start("recorder", bag=bag)
    for name in ("safety_supervisor", "perception", "skill_server", "agent"):
        module_graph.start(name)
    module_graph.start("simulation", seed=1)
    module_graph.wait_active()
    with Console() as terminal:
        terminal.wait_ready(30.0)
        yield terminal


def test_what_the_agent_does_not_understand_moves_nothing(console: Console) -> None:
    for text in ("pick up the unicorn", "do not pick up the red cup", ""):
        reply = console.instruct(text)
        assert reply.answer is not Answer.ACCEPT, text
        assert reply.message
        assert reply.understood == ()


def test_single_skills(console: Console) -> None:
    seen = console.observe()
    assert seen.verdict is Verdict.SUCCEEDED
    assert seen.observation is not None
    assert seen.observation.find("red_cup") is not None
    judged = console.verify(["inside(red_cup, tray)"])
    assert [v.value for v in judged.receipt.predicates] == [Truth.FALSE], judged.message
    refused = console.pick("unicorn")
    assert refused.verdict is Verdict.REJECTED
    assert "unicorn" in refused.message


def test_control_comes_back_to_the_agent(console: Console) -> None:
    assert console.node.wait_for(lambda: console.safety.owner.value == "agent", 10.0)


def test_stop_latch_and_reset(console: Console) -> None:
    console.stop("test")
    latched = console.estop()
    assert not latched.motion_allowed
    early = console.reset(" ")
    assert [r.accepted for r in early] == [False]
    console.node.wait_for(lambda: False, 0.7)
    (reply,) = console.reset("tester")
    assert reply.accepted, reply.message
    assert console.node.wait_for(lambda: console.safety.motion_allowed, 10.0)


def test_overview_names_every_node(console: Console) -> None:
    overview = console.overview(2.5)
    names = {name.lstrip("/") for name in overview.nodes}
    assert names == {
        "simulation", "safety_supervisor", "perception", "skill_server", "agent", "recorder"
    }  # fmt: skip
    assert overview.safety is not None
    assert overview.agent is not None


def test_following_an_unknown_intent_times_out(console: Console) -> None:
    with pytest.raises(TimedOutError, match="has not ended"):
        list(console.follow("nobody's", 2.0))


def test_the_bag_holds_all_topics(module_graph: LiveGraph, console: Console, bag: Path) -> None:
    assert module_graph.nodes["recorder"].end() == 0
    with bag.open("rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        summary = reader.get_summary()
        assert summary is not None
        topics = {channel.topic for channel in summary.channels.values()}
        assert topics >= TOPICS
        decoded = {
            channel.topic: message for _, channel, _, message in reader.iter_decoded_messages()
        }
    assert len(decoded["/joint_states"].name) == 6
    assert decoded["/camera/front/image"].width == 640
    assert "<robot" in decoded["/robot_description"].data


def test_nobody_there_is_said_so(ros_domain: int) -> None:
    before = threading.active_count()
    with Console() as terminal:
        with pytest.raises(UnavailableError, match="safety_supervisor_node"):
            terminal.wait_ready(0.5)
        with pytest.raises(UnavailableError, match="instruction"):
            terminal.instruct("tidy the desk", timeout=0.5)
        with pytest.raises(UnavailableError, match="cut the arm's power"):
            terminal.estop(timeout=0.5)
    assert threading.active_count() == before
