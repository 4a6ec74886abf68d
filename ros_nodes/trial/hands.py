"""Whatever an outsider can send: sane or not, under any name."""

from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rclpy.clock import Clock, ClockType
from rclpy.qos import DurabilityPolicy, QoSProfile
from rosgraph_msgs.msg import Clock as ClockMessage
from sensor_msgs.msg import Image
from std_msgs.msg import Bool, String
from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.conversions import camera as camera_conversion
from ros_nodes.conversions import stamp
from xlerobot_agent.contracts.control import Owner

if TYPE_CHECKING:
    from rclpy.node import Node
    from rclpy.publisher import Publisher

_BEAT = 0.05
"""Between two signs of life [s]."""
_LIFE = 1.0
"""A sender stays alive so long after its last chunk [s]."""
_ALIVE = 8
"""Goals for which signs of life are given at most."""
_FLOOD = QoSProfile(depth=100, durability=DurabilityPolicy.VOLATILE)


@dataclass(frozen=True)
class Draft:
    """A chunk as it goes over the wire: nothing of it needs to make sense.

    Attributes:
        chunk_id, goal_id, index, owner, epoch, final: as in ``ActionChunk``.
        joint_names: of a row.
        rows: set-points [rad]; rows may differ in length.
        dt: [s]
        stamp: of drafting [s].
        observation_stamp: of what it rests on [s].
    """

    chunk_id: str
    joint_names: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]
    epoch: int
    stamp: float
    observation_stamp: float
    goal_id: str = "outsider"
    index: int = 0
    owner: str = Owner.AGENT.value
    dt: float = 0.02
    final: bool = True


class Hands:
    """Publishers of everything that others listen to."""

    def __init__(self, node: Node) -> None:
        """Advertise."""
        publish = node.create_publisher
        self._requests = publish(msg.ActionChunk, "chunk_request", _FLOOD)
        self._estops = publish(Bool, "estop", qos.ESTOP)
        self._sources = publish(msg.EmergencyStop, "estop/source", qos.ESTOP_SOURCE)
        self._holds = publish(msg.HoldRequest, "hold", qos.HOLD)
        self._heartbeats = publish(String, "chunk/heartbeat", qos.HEARTBEAT)
        self._alive: deque[tuple[str, float]] = deque(maxlen=_ALIVE)
        clock = Clock(clock_type=ClockType.STEADY_TIME)
        node.create_timer(_BEAT, self._beat, clock=clock)
        self._clock = publish(ClockMessage, "/clock", qos.CLOCK)
        self._node = node
        self._images: dict[str, Publisher] = {}

    @property
    def connected(self) -> bool:
        """Everybody who has to listen was found."""
        everybody = (self._requests, self._estops, self._sources, self._holds)
        return all(publisher.get_subscription_count() > 0 for publisher in everybody)

    def request(self, draft: Draft) -> None:
        """Ask for a motion, as only the skill server should, and stay alive for it."""
        self._alive.append((draft.goal_id, time.monotonic()))
        self._requests.publish(
            msg.ActionChunk(
                stamp=stamp.to_msg(draft.stamp),
                chunk_id=draft.chunk_id,
                goal_id=draft.goal_id,
                index=draft.index,
                owner=draft.owner,
                epoch=draft.epoch,
                joint_names=list(draft.joint_names),
                dt=draft.dt,
                positions=[value for row in draft.rows for value in row],
                observation_id="outsider",
                observation_stamp=stamp.to_msg(draft.observation_stamp),
                final=draft.final,
            )
        )

    def _beat(self) -> None:
        now = time.monotonic()
        for goal in {goal for goal, since in tuple(self._alive) if now - since < _LIFE}:
            self._heartbeats.publish(String(data=goal))

    def estop(self, asserted: bool = True) -> None:
        """As anybody may, once."""
        self._estops.publish(Bool(data=asserted))

    def estop_source(self, source: str, asserted: bool, reason: str = "trial") -> None:
        """As an observer that names itself."""
        self._sources.publish(msg.EmergencyStop(source=source, asserted=asserted, reason=reason))

    def hold(self, goal_id: str = "", reason: str = "cancelled") -> None:
        """Ask the arm to hold."""
        self._holds.publish(msg.HoldRequest(goal_id=goal_id, reason=reason, source="outsider"))

    def clock(self, seconds: float) -> None:
        """Say once, to all nodes, that it is this time [s]."""
        self._clock.publish(ClockMessage(clock=stamp.to_msg(seconds)))

    def truncated_image(self, camera: str, captured: float, *, bytes_sent: int = 1000) -> None:
        """A picture of 640 x 480 whose data end early.

        Args:
            camera: in whose name.
            captured: its stamp [s].
            bytes_sent: of the 921600 that such a picture has.
        """
        if camera not in self._images:
            topic = f"camera/{camera}/image"
            self._images[camera] = self._node.create_publisher(Image, topic, qos.NEWEST)
        message = Image(
            height=480, width=640, encoding=camera_conversion.ENCODING, step=3 * 640, is_bigendian=0
        )
        message.header.stamp = stamp.to_msg(captured)
        message.header.frame_id = camera_conversion.optical_frame(camera)
        message.data = array("B", bytes(bytes_sent))
        self._images[camera].publish(message)


def rows_of(positions: Sequence[float], count: int) -> tuple[tuple[float, ...], ...]:
    """A chunk that stays where it is."""
    return tuple(tuple(positions) for _ in range(count))
