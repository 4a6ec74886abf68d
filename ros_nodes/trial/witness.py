"""An observer of its own on the graph: it believes the wire and the joints, and no node's word."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.conversions import arm as arm_conversion
from ros_nodes.conversions import chunk as chunk_conversion
from ros_nodes.conversions import safety as safety_conversion
from ros_nodes.conversions import stamp
from ros_nodes.trial.readings import Joints

if TYPE_CHECKING:
    from rclpy.node import Node

    from xlerobot_agent.contracts.arm import WrittenSetPoint
    from xlerobot_agent.contracts.chunk import ActionChunk, ChunkStatus
    from xlerobot_agent.contracts.safety import MotionPermit, SafetyState

_EVERYTHING = QoSProfile(depth=200, durability=DurabilityPolicy.VOLATILE)
"""Nothing that is on the wire may be missed."""


@dataclass(frozen=True, slots=True)
class Heard[Message]:
    """A message and when it arrived, steady [s]."""

    time: float
    message: Message


class Witness:
    """Keeps all it hears. Its callbacks run in the thread that spins the node."""

    def __init__(self, node: Node) -> None:
        """Listen from now on."""
        self._news = threading.Condition()
        self.joints: list[Joints] = []
        self.chunks: list[Heard[ActionChunk]] = []
        """What the supervisor let through."""
        self.statuses: list[Heard[ChunkStatus]] = []
        self.states: list[Heard[SafetyState]] = []
        self.permits: list[Heard[MotionPermit]] = []
        self.set_points: list[Heard[WrittenSetPoint]] = []
        """What was written to the arm, while it changed or belonged to a chunk."""
        listen = node.create_subscription
        listen(JointState, "joint_states", self._on_joints, qos.SENSOR)
        listen(msg.ActionChunk, "chunk", self._on_chunk, _EVERYTHING)
        listen(msg.ChunkStatus, "chunk/status", self._on_status, _EVERYTHING)
        listen(msg.SafetyState, "safety/state", self._on_state, qos.LATCHED)
        listen(msg.MotionPermit, "safety/permit", self._on_permit, _EVERYTHING)
        listen(msg.SetPoint, "set_point", self._on_set_point, _EVERYTHING)

    def wait_for(self, condition: Callable[[], bool], timeout: float) -> bool:
        """Until something that was heard makes it true; False after ``timeout`` [s]."""
        with self._news:
            return self._news.wait_for(condition, timeout)

    def forget(self) -> None:
        """Let go of all that was heard but the newest joints and states; long trials need it."""
        with self._news:
            del self.joints[:-1], self.states[:-1]
            for kept in (self.chunks, self.statuses, self.permits, self.set_points):
                kept.clear()

    @property
    def state(self) -> SafetyState | None:
        """The supervisor's newest."""
        return self.states[-1].message if self.states else None

    @property
    def speed(self) -> float:
        """Of the arm's fastest joint but the gripper, now [rad/s]."""
        return max(map(abs, self.joints[-1].velocities[:-1]), default=0.0) if self.joints else 0.0

    def _on_joints(self, message: JointState) -> None:
        self._keep(
            self.joints,
            Joints(
                time=time.monotonic(),
                stamp=stamp.from_msg(message.header.stamp),
                names=tuple(message.name),
                positions=tuple(message.position),
                velocities=tuple(message.velocity),
            ),
        )

    def _on_chunk(self, message: msg.ActionChunk) -> None:
        self._keep(self.chunks, Heard(time.monotonic(), chunk_conversion.from_msg(message)))

    def _on_status(self, message: msg.ChunkStatus) -> None:
        status = chunk_conversion.status_from_msg(message)
        self._keep(self.statuses, Heard(time.monotonic(), status))

    def _on_state(self, message: msg.SafetyState) -> None:
        state = safety_conversion.state_from_msg(message)
        self._keep(self.states, Heard(time.monotonic(), state))

    def _on_permit(self, message: msg.MotionPermit) -> None:
        permit = safety_conversion.permit_from_msg(message)
        self._keep(self.permits, Heard(time.monotonic(), permit))

    def _on_set_point(self, message: msg.SetPoint) -> None:
        written = arm_conversion.set_point_from_msg(message)
        self._keep(self.set_points, Heard(time.monotonic(), written))

    def _keep[Item](self, where: list[Item], item: Item) -> None:
        with self._news:
            where.append(item)
            self._news.notify_all()
