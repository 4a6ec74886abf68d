"""A cancel of all goals reaches all that can be cancelled (B.4; service CancelGoal)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from action_msgs.srv import CancelGoal
from rclpy.action import ActionClient, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from xlerobot_interfaces.action import MoveToRest

from ros_nodes.action_server import CancellingActionServer
from ros_nodes.participant import Participant
from xlerobot_agent.ros_domain import reserve_any_domain

pytestmark = pytest.mark.ros

GOALS = 8


class Server:
    """Accepts every goal and starts none; refuses to cancel those that it is told to keep."""

    def __init__(self) -> None:
        self.keep: set[bytes] = set()
        self.asked: list[bytes] = []
        self.handles: dict[bytes, Any] = {}

    def make_node(self, context: Any) -> Node:
        node = Node("server", context=context)
        CancellingActionServer(
            node,
            MoveToRest,
            "rest",
            execute_callback=lambda handle: MoveToRest.Result(),
            callback_group=ReentrantCallbackGroup(),
            goal_callback=lambda request: GoalResponse.ACCEPT,
            handle_accepted_callback=self.on_accepted,
            cancel_callback=self.on_cancel,
        )
        self.client = ActionClient(node, MoveToRest, "rest")
        self.cancels = node.create_client(CancelGoal, "rest/_action/cancel_goal")
        return node

    def on_accepted(self, handle: Any) -> None:
        self.handles[bytes(handle.goal_id.uuid)] = handle

    def on_cancel(self, handle: Any) -> CancelResponse:
        number = bytes(handle.goal_id.uuid)
        self.asked.append(number)
        return CancelResponse.REJECT if number in self.keep else CancelResponse.ACCEPT


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Participant]]:
    with reserve_any_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain.number))
        made = Server()
        with Participant(made.make_node) as participant:
            yield made, participant


def answered(future: Any) -> Any:
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    assert done.wait(20.0)
    return future.result()


@pytest.mark.parametrize("kept", [(), (0, 2, 3, 6), tuple(range(GOALS))])
def test_a_cancel_of_all_asks_for_each_and_lists_exactly_those_it_cancels(server, kept) -> None:
    made, participant = server
    assert made.client.wait_for_server(20.0)
    assert made.cancels.wait_for_service(20.0)
    sent = [
        answered(participant.do(made.client.send_goal_async, MoveToRest.Goal()))
        for _ in range(GOALS)
    ]
    numbers = [bytes(handle.goal_id.uuid) for handle in sent]
    made.keep = {numbers[i] for i in kept}
    answer = answered(made.cancels.call_async(CancelGoal.Request()))
    assert sorted(made.asked) == sorted(numbers)
    listed = {bytes(info.goal_id.uuid) for info in answer.goals_canceling}
    assert listed == set(numbers) - made.keep
    assert {n for n, h in made.handles.items() if h.is_cancel_requested} == listed
