"""Messages that no node of ours would send, each of which some other program may."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from geometry_msgs.msg import Point, Quaternion, TransformStamped, Vector3
from rclpy.qos import QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import CameraInfo, Image, JointState
from std_msgs.msg import Header
from tf2_msgs.msg import TFMessage
from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.conversions import camera as camera_conversion
from ros_nodes.conversions import stamp

JOINTS = ("shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll", "gripper")
_CAMERA = "front"
_HUGE = 1e308
_PERMIT_DEADLINE = 0.06


@dataclass(frozen=True)
class Malformed:
    """One such message.

    Attributes:
        topic: relative name.
        make: the message, given the node time [s].
        profile: as whoever should publish it.
    """

    topic: str
    make: Callable[[float], Any]
    profile: Any


def _header(now: float, frame: str = "") -> Header:
    return Header(stamp=stamp.to_msg(now), frame_id=frame)


def _image(width: int, height: int, encoding: str, values: int) -> Callable[[float], Image]:
    def make(now: float) -> Image:
        message = Image(height=height, width=width, encoding=encoding, step=3 * width)
        message.header = _header(now, camera_conversion.optical_frame(_CAMERA))
        message.data = array("B", bytes(values))
        return message

    return make


def _info(focal_length: float, width: int, height: int) -> Callable[[float], CameraInfo]:
    def make(now: float) -> CameraInfo:
        message = CameraInfo(width=width, height=height)
        message.header = _header(now, camera_conversion.optical_frame(_CAMERA))
        message.k[0] = message.k[4] = focal_length
        return message

    return make


def _mount(where: float, w: float) -> Callable[[float], TFMessage]:
    def make(now: float) -> TFMessage:
        transform = TransformStamped(
            header=_header(now, "base_link"),
            child_frame_id=camera_conversion.optical_frame(_CAMERA),
        )
        transform.transform.translation = Vector3(x=where, y=0.0, z=0.5)
        transform.transform.rotation = Quaternion(x=0.0, y=0.0, z=0.0, w=w)
        return TFMessage(transforms=[transform])

    return make


def _joints(names: tuple[str, ...], value: float, values: int) -> Callable[[float], JointState]:
    def make(now: float) -> JointState:
        # A little later than the arm's own reading, or it would count for none.
        return JointState(
            header=_header(now + 0.005),
            name=list(names),
            position=[value] * values,
            velocity=[value] * values,
        )

    return make


def _scene(where: float, seen: str, fault: str = "") -> Callable[[float], msg.SceneObservation]:
    def make(now: float) -> msg.SceneObservation:
        cup = msg.SceneObject(
            object_id="red_cup",
            position=Point(x=where, y=0.0, z=0.0),
            size=Vector3(x=0.1, y=0.1, z=0.1),
            confidence=1.0,
            visibility=1.0,
            stamp=stamp.to_msg(now),
        )
        region = msg.SeenRegion(cell=0.01, rows=2**31, columns=2**31, seen=seen)
        return msg.SceneObservation(
            header=_header(now, "base_link"),
            observation_id="forged",
            sequence=2**64 - 1,
            objects=[cup],
            seen=region,
            fault=fault,
        )

    return make


def _health(_now: float) -> msg.ServoHealth:
    return msg.ServoHealth(
        joint_names=list(JOINTS), temperatures=[math.nan], voltages=[], faults=["?"] * 3
    )


SENSES: Mapping[str, Malformed] = {
    name: Malformed(topic, make, profile)
    for name, topic, profile, make in (
        ("image-without-pixels", "camera/front/image", qos.NEWEST, _image(0, 0, "rgb8", 0)),
        ("image-of-one-pixel", "camera/front/image", qos.NEWEST, _image(1, 1, "rgb8", 3)),
        (
            "image-of-another-size",
            "camera/front/image",
            qos.NEWEST,
            _image(320, 240, "rgb8", 230400),
        ),
        ("image-encoded-otherwise", "camera/front/image", qos.NEWEST, _image(9, 9, "?", 9)),
        ("camera-info-nan", "camera/front/camera_info", qos.SENSOR, _info(math.nan, 640, 480)),
        ("camera-info-huge", "camera/front/camera_info", qos.SENSOR, _info(_HUGE, 640, 480)),
        (
            "camera-info-of-another-size",
            "camera/front/camera_info",
            qos.SENSOR,
            _info(500.0, 2**31, 2**31),
        ),
        ("mount-nan", "/tf_static", qos.TF_STATIC, _mount(math.nan, 1.0)),
        ("mount-without-rotation", "/tf_static", qos.TF_STATIC, _mount(0.3, 0.0)),
        ("scene-nan", "scene", qos.LATCHED, _scene(math.nan, "")),
        ("scene-huge", "scene", qos.LATCHED, _scene(_HUGE, "?")),
        ("servo-health-incomplete", "servo_health", qos.SENSOR, _health),
    )
}
"""They may cost a look or a goal, never a node."""

WORDS: Mapping[str, Malformed] = {
    name: Malformed(topic, make, profile)
    for name, topic, profile, make in (
        (
            "chunk-status-unknown",
            "chunk/status",
            qos.STATUS,
            lambda _: msg.ChunkStatus(state="?", reason="?"),
        ),
        ("safety-state-unknown", "safety/state", qos.LATCHED, lambda _: msg.SafetyState(mode="?")),
        (
            "permit-of-nobody",
            "safety/permit",
            qos.permit(_PERMIT_DEADLINE),
            lambda _: msg.MotionPermit(owner="?"),
        ),
        (
            "chunk-past-the-supervisor",
            "chunk",
            qos.CHUNK,
            lambda _: msg.ActionChunk(chunk_id="?", owner="?", joint_names=["?"], positions=[1.0]),
        ),
        (
            "hold-for-no-reason",
            "hold",
            qos.HOLD,
            lambda _: msg.HoldRequest(goal_id="nobody's", reason="?" * 1000),
        ),
    )
}
"""The same of what nodes say to one another."""

JOINT_STATES: Mapping[str, Malformed] = {
    name: Malformed("joint_states", make, qos.SENSOR)
    for name, make in (
        ("joints-nan", _joints(JOINTS, math.nan, len(JOINTS))),
        ("joints-huge", _joints(JOINTS, _HUGE, len(JOINTS))),
        ("joints-without-values", _joints(JOINTS, 0.0, 0)),
        ("joints-of-another-robot", _joints(("left_wheel", "right_wheel"), 0.0, 2)),
    )
}
"""Senses that contradict themselves: the arm must stop, and the stop is latched."""

MISMATCHED = Malformed(
    "chunk_request",
    lambda _: msg.ActionChunk(),
    QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT),
)
"""Of a publisher that the supervisor cannot hear: it asks for reliable ones."""
