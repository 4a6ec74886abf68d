"""Skills as actions and services on a live graph: every goal ends once, and stops are prompt.

Faults 11, 18 and 49's kin; requirements B.4 (one terminal word; what is discarded is not finished).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient
from xlerobot_interfaces import srv
from xlerobot_interfaces.action import MoveToRest, Pick

if TYPE_CHECKING:
    from tests.ros_nodes.conftest import LiveGraph, Probe

pytestmark = [pytest.mark.ros, pytest.mark.timeout(240)]

PROMPT = 0.1
"""From a cancel to the discarded chunk [s]; one control period on a machine of its own."""


class Desk:
    """The graph without an agent; this test holds the lease."""

    def __init__(self, graph: LiveGraph, probe: Probe) -> None:
        for name in ("safety_supervisor", "perception", "skill_server"):
            graph.start(name)
        graph.start("simulation", seed=3)
        graph.wait_active()
        self.probe = probe
        self.graph = graph
        self.pick = ActionClient(probe.node, Pick, "pick")
        self.rest = ActionClient(probe.node, MoveToRest, "move_to_rest")
        assert self.pick.wait_for_server(20.0)
        assert self.rest.wait_for_server(20.0)
        lease = probe.call(srv.AcquireControl, "control/acquire", owner="agent", client="test")
        assert lease.accepted, lease.error_message
        self.epoch = lease.epoch
        probe.wait_for(lambda: probe.safety and probe.safety[-1].motion_allowed)
        assert probe.call(srv.ObserveScene, "observe_scene").error_code == 0

    def start(self, client: ActionClient, goal: Any) -> tuple[Any, Any]:
        """Send a goal; its handle and the future of its result."""
        goal.epoch = self.epoch
        handle = self.probe.wait(self.probe.do(client.send_goal_async, goal))
        assert handle.accepted
        return handle, self.probe.do(handle.get_result_async)

    def start_moving(self, client: ActionClient, goal: Any) -> tuple[Any, Any]:
        """Send a goal when motion is allowed and wait until a chunk of it plays."""
        self.probe.wait_for(lambda: self.probe.safety[-1].motion_allowed)
        handle, result = self.start(client, goal)
        self.probe.wait_for(lambda: self.playing(goal.goal_id) or result.done())
        assert not result.done(), result.result().result.error_message
        return handle, result

    def playing(self, goal_id: str) -> Any:
        return next((s for _, s in self.probe.statuses
                     if s.goal_id == goal_id and s.state == "playing"), None)  # fmt: skip

    def discarded(self, goal_id: str) -> tuple[float, Any] | None:
        return next(((t, s) for t, s in self.probe.statuses
                     if s.goal_id == goal_id and s.state == "discarded"), None)  # fmt: skip


@pytest.fixture(scope="module")
def desk(module_graph: LiveGraph, module_probe: Probe) -> Desk:
    return Desk(module_graph, module_probe)


def test_looking_sees_the_desk(desk: Desk) -> None:
    seen = desk.probe.call(srv.ObserveScene, "observe_scene", goal_id="look-1")
    assert (seen.error_code, seen.verdict) == (0, "succeeded")
    assert {o.object_id for o in seen.observation.objects} >= {"red_cup", "tray", "bin"}
    judged = desk.probe.call(
        srv.VerifyState,
        "verify_state",
        predicates=["inside(red_cup, tray)", "at_rest_pose"],
        epoch=desk.epoch,
    )
    assert judged.error_code != 0
    assert [v.value for v in judged.verdicts] == ["false", "true"], judged.error_message


def test_bad_requests_are_refused_in_words(desk: Desk) -> None:
    judged = desk.probe.call(srv.VerifyState, "verify_state", predicates=["flying(red_cup)"])
    assert judged.verdict == "rejected"
    assert "flying" in judged.error_message
    _, result = desk.start(desk.pick, Pick.Goal(object_id="unicorn", goal_id="bad-1"))
    answer = desk.probe.wait(result)
    assert answer.status == GoalStatus.STATUS_ABORTED
    assert answer.result.verdict == "rejected"
    assert "unicorn" in answer.result.error_message
    _, result = desk.start(desk.pick, Pick.Goal(object_id="red_cup", timeout=-1.0))
    assert desk.probe.wait(result).result.error_code == Pick.Result.INVALID_GOAL


def test_a_cancel_is_prompt_and_final(desk: Desk) -> None:
    handle, result = desk.start_moving(desk.pick, Pick.Goal(object_id="red_cup", goal_id="c-1"))
    asked = time.monotonic()
    answer = desk.probe.wait(desk.probe.do(handle.cancel_goal_async))
    assert [g.goal_id for g in answer.goals_canceling] == [handle.goal_id]
    heard, status = desk.probe.wait_for(lambda: desk.discarded("c-1"))
    assert heard - asked <= PROMPT
    assert status.reason == "cancelled"
    ended = desk.probe.wait(result)
    assert ended.status == GoalStatus.STATUS_CANCELED
    assert ended.result.reason == "cancelled"
    assert ended.result.set_points_discarded > 0
    assert not [s for t, s in desk.probe.statuses if t > heard and s.state == "playing"]


def test_a_new_goal_supersedes_the_old(desk: Desk) -> None:
    _, old = desk.start_moving(desk.pick, Pick.Goal(object_id="red_cup", goal_id="s-1"))
    _, new = desk.start(desk.rest, MoveToRest.Goal(goal_id="s-2"))
    ended = desk.probe.wait(old)
    assert ended.status == GoalStatus.STATUS_ABORTED
    assert ended.result.reason == "superseded"
    assert desk.probe.wait(new, 40.0).status == GoalStatus.STATUS_SUCCEEDED


def test_stop_ends_what_runs(desk: Desk) -> None:
    stop = desk.probe.node.create_client(srv.StopMotion, "stop")
    assert stop.wait_for_service(10.0)
    _, result = desk.start_moving(desk.pick, Pick.Goal(object_id="red_cup", goal_id="t-1"))
    asked = time.monotonic()
    answer = desk.probe.wait(stop.call_async(srv.StopMotion.Request(reason="test")))
    assert list(answer.goal_ids) == ["t-1"]
    heard, _ = desk.probe.wait_for(lambda: desk.discarded("t-1"))
    assert heard - asked <= PROMPT
    ended = desk.probe.wait(result)
    assert ended.status == GoalStatus.STATUS_ABORTED
    assert ended.result.reason == "stopped"
    unknown = desk.probe.call(srv.StopMotion, "stop", goal_id="nobody")
    assert unknown.error_code == unknown.UNKNOWN_GOAL


def test_a_stop_of_one_goal_ends_it_as_stopped(desk: Desk) -> None:
    """Whether the arm's discard or the server's own turn comes first (B.4, fault 12)."""
    _, result = desk.start_moving(desk.pick, Pick.Goal(object_id="red_cup", goal_id="t-2"))
    answer = desk.probe.call(srv.StopMotion, "stop", goal_id="t-2", reason="test")
    assert list(answer.goal_ids) == ["t-2"]
    ended = desk.probe.wait(result)
    assert ended.status == GoalStatus.STATUS_ABORTED
    assert ended.result.reason == "stopped"
    assert ended.result.error_code == Pick.Result.STOPPED


def test_goals_end_when_the_world_stands_still(desk: Desk) -> None:
    _, result = desk.start_moving(desk.pick, Pick.Goal(object_id="red_cup", goal_id="w-1"))
    desk.graph.nodes["simulation"].process.kill()
    ended = desk.probe.wait(result)
    assert ended.status == GoalStatus.STATUS_ABORTED
    assert ended.result.reason == "heartbeat_lost"
