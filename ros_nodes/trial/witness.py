"""An observer of its own on the graph: it believes the wire and the joints, and no node's word."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.conversions import arm as arm_conversion
from ros_nodes.conversions import chunk as chunk_conversion
from ros_nodes.conversions import safety as safety_conversion
from ros_nodes.readable import readable
from ros_nodes.trial.readings import Joints
from xlerobot_agent.robot_model.arm_model import ArmModel

if TYPE_CHECKING:
    from rclpy.node import Node

    from xlerobot_agent.contracts.arm import WrittenSetPoint
    from xlerobot_agent.contracts.chunk import ActionChunk, ChunkStatus
    from xlerobot_agent.contracts.safety import MotionPermit, SafetyState

_EVERYTHING = QoSProfile(depth=200, durability=DurabilityPolicy.VOLATILE)
"""Nothing that is on the wire may be missed."""
_LATE = 1.0
"""No witness is held up for so long [s]."""
_TURN = 2.0 * math.pi
"""No joint of the arm gets past it [rad]."""


@dataclass(frozen=True, slots=True)
class Heard[Message]:
    """A message and when it was written, steady [s]."""

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
        self.malformed: list[str] = []
        """What could not be read, in words."""
        self._node = node
        self._listen(
            JointState,
            "joint_states",
            partial(_joints, ArmModel().joint_names),
            self.joints,
            qos.SENSOR,
        )
        self._listen(msg.ActionChunk, "chunk", _heard(chunk_conversion.from_msg), self.chunks)
        self._listen(
            msg.ChunkStatus,
            "chunk/status",
            _heard(chunk_conversion.status_from_msg),
            self.statuses,
        )
        self._listen(
            msg.SafetyState,
            "safety/state",
            _heard(safety_conversion.state_from_msg),
            self.states,
            qos.LATCHED,
        )
        self._listen(
            msg.MotionPermit,
            "safety/permit",
            _heard(safety_conversion.permit_from_msg),
            self.permits,
        )
        self._listen(
            msg.SetPoint,
            "set_point",
            _heard(arm_conversion.set_point_from_msg),
            self.set_points,
        )

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

    def _listen[Message, Item](
        self,
        kind: type[Message],
        topic: str,
        convert: Callable[[Heard[Message]], Item],
        kept: list[Item],
        profile: QoSProfile = _EVERYTHING,
    ) -> None:
        receive = readable(topic, convert, partial(self._keep, kept), self.malformed.append)

        def at_its_time(message: Message, info: Mapping[str, int]) -> None:
            receive(Heard(written_at(info["source_timestamp"]), message))

        # rclpy's types know one kind of callback only; it looks at the number of arguments.
        callback = cast("Callable[[Message], None]", at_its_time)
        self._node.create_subscription(kind, topic, callback, profile)

    def _keep[Item](self, where: list[Item], item: Item) -> None:
        with self._news:
            where.append(item)
            self._news.notify_all()


def written_at(stamp: int) -> float:
    """When a message was handed to DDS, on the steady clock [s].

    The witness runs on the machine of the nodes, so the stamp is of the same clock; it is not held
    up by a witness that has much to do. A stamp that cannot be (the writer's clock is wrong) counts
    as now.

    Args:
        stamp: of the writer, wall clock [ns].
    """
    now, age = time.monotonic(), 1e-9 * (time.time_ns() - stamp)
    return now - age if 0.0 <= age <= _LATE else now


def _heard[Message, Value](
    convert: Callable[[Message], Value],
) -> Callable[[Heard[Message]], Heard[Value]]:
    return lambda heard: Heard(heard.time, convert(heard.message))


def _joints(joint_names: tuple[str, ...], heard: Heard[JointState]) -> Joints:
    """What can be the arm's own reading.

    Raises:
        ValueError: somebody else said so.
    """
    state = arm_conversion.sound_from_msg(heard.message, joint_names)
    if max(map(abs, state.positions)) > _TURN:
        raise ValueError(f"joints at {state.positions} rad; no joint of this arm turns so far")
    return Joints(
        time=heard.time,
        stamp=state.stamp,
        names=state.names,
        positions=state.positions,
        velocities=state.velocities,
    )
