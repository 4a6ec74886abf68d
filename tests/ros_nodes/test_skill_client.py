"""The agent's end of the skills: a server that is absent, mute or dies still ends every goal.

Faults 23 and 31; exactly one result per goal (requirements B.4).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
import rclpy
from rclpy.action import ActionServer, CancelResponse
from rclpy.clock import Clock, ClockType
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from xlerobot_interfaces.action import MoveToRest, Pick, Place

from ros_nodes import skill_client
from ros_nodes.clock import RosClock
from ros_nodes.pending_goals import PendingGoal
from ros_nodes.skill_client import RosSkills
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import SkillGoal, SkillResult

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.ros, pytest.mark.timeout(120)]


class Counting(PendingGoal):
    """Counts results: one, whatever happens."""

    results = 0

    def on_result(self, result: SkillResult) -> None:
        self.results += 1
        super().on_result(result)


class Pair:
    """A client's node and, beside it, a node for servers."""

    def __init__(self) -> None:
        self.context = rclpy.Context()
        rclpy.init(context=self.context, args=[])
        self.node = Node("client", context=self.context)
        self.node.steady_clock = Clock(clock_type=ClockType.STEADY_TIME)
        self.servers = Node("servers", context=self.context)
        self.skills = RosSkills(self.node, RosClock(self.node))
        self.executor = MultiThreadedExecutor(4, context=self.context)
        self.executor.add_node(self.node)
        self.executor.add_node(self.servers)
        self.release = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._spin)
        self._thread.start()

    def _spin(self) -> None:
        while not self._closing.is_set():
            self.executor.spin_once(timeout_sec=0.1)

    def serve_mute(self) -> None:
        """Action servers that accept, then never say a word."""

        def wait(handle: Any) -> Any:
            self.release.wait()
            handle.abort()
            return Pick.Result()

        for kind, name in ((Pick, "pick"), (Place, "place"), (MoveToRest, "move_to_rest")):
            ActionServer(
                self.servers, kind, name, wait,
                cancel_callback=lambda _: CancelResponse.ACCEPT,
            )  # fmt: skip

    def submit(self, skill: str) -> Counting:
        pending = Counting(SkillGoal(goal_id=f"{skill}-1", skill=skill, timeout=1.0))
        self.executor.create_task(self.skills.submit, pending.goal, pending)
        return pending

    def close(self) -> None:
        self.release.set()
        self._closing.set()
        self._thread.join()
        self.executor.shutdown()
        self.node.destroy_node()
        self.servers.destroy_node()
        rclpy.shutdown(context=self.context)


@pytest.fixture
def pair(ros_domain: int) -> Iterator[Pair]:
    both = Pair()
    yield both
    both.close()


@pytest.mark.parametrize("skill", ["pick", "observe_scene"])
def test_without_a_server_a_goal_is_rejected(pair: Pair, skill: str) -> None:
    pending = pair.submit(skill)
    result = pending.wait(5.0)
    assert result is not None
    assert (result.verdict, result.reason) == (Verdict.REJECTED, Reason.HEARTBEAT_LOST)
    assert "skill_server_node" in result.message


def test_a_skill_that_does_not_go_over_ros_is_named(pair: Pair) -> None:
    result = pair.submit("juggle").wait(5.0)
    assert result is not None
    assert result.reason is Reason.INVALID_GOAL
    assert "move_to_rest" in result.message


def test_a_mute_server_ends_the_goal_once(pair: Pair) -> None:
    pair.serve_mute()
    assert pair.skills._actions["pick"].wait_for_server(10.0)
    pending = pair.submit("pick")
    result = pending.wait(skill_client.ANSWER_TIME + skill_client.SILENCE + 5.0)
    assert result is not None
    assert (result.verdict, result.reason) == (Verdict.FAILED, Reason.HEARTBEAT_LOST)
    pair.release.set()
    assert not threading.Event().wait(0.5)
    assert pending.results == 1


def test_cancelling_what_has_ended_does_nothing(pair: Pair) -> None:
    pending = pair.submit("pick")
    pending.wait(5.0)
    pair.executor.create_task(pair.skills.cancel, pending.goal.goal_id)
    pair.executor.create_task(pair.skills.cancel, "unknown")
    assert not threading.Event().wait(0.3)
    assert pending.results == 1
