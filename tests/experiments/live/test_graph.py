"""The nodes of a launch file as children: ended together, started anew one by one."""

from __future__ import annotations

import os
import signal

import pytest

from experiments.live import graph
from experiments.live.graph import GraphEndedError, LaunchedGraph
from xlerobot_agent.launching.plan import ProcessPlan

SLEEPER = ("sh", "-c", "echo begun; exec sleep 60")


@pytest.fixture
def launched(tmp_path, monkeypatch):
    """Starts these commands as a launch file's nodes."""

    def make(**commands):
        plans = [ProcessPlan(name, command, os.environ) for name, command in commands.items()]
        monkeypatch.setattr(graph, "plan", lambda *_: plans)
        return LaunchedGraph(tmp_path / "any.launch.yaml", {}, tmp_path / "logs")

    return make


def runs(number):
    """The process is there, and no zombie."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_all_nodes_end_even_one_that_hangs(launched):
    with launched(one=SLEEPER, other=SLEEPER) as nodes:
        numbers = nodes.processes
        nodes.check()
        os.kill(numbers["one"], signal.SIGSTOP)
    assert set(numbers) == {"one", "other"}
    assert not any(map(runs, numbers.values()))


def test_a_node_that_ended_is_named_with_its_last_words(launched):
    with launched(one=SLEEPER, other=("sh", "-c", "echo no memory; exit 3")) as nodes:
        os.waitid(os.P_PID, nodes.processes["other"], os.WEXITED | os.WNOWAIT)
        with pytest.raises(
            GraphEndedError, match=r"node other ended with exit code 3.*\n.*no memory"
        ):
            nodes.check()


def test_a_node_is_started_anew(launched):
    with launched(**{"left_arm/one": SLEEPER}) as nodes:
        before = nodes.processes["left_arm/one"]
        nodes.restart("left_arm/one")
        assert not runs(before)
        assert runs(nodes.processes["left_arm/one"])
        nodes.check()


def test_nothing_is_left_where_a_node_cannot_be_started(launched):
    nodes = launched(one=SLEEPER, other=("./no-such-program",))
    with pytest.raises(FileNotFoundError), nodes:
        pass
    assert not any(map(runs, nodes.processes.values()))
