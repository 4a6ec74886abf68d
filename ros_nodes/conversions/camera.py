"""Camera frames ↔ sensor_msgs/Image and CameraInfo; where a camera is mounted ↔ a transform."""

from __future__ import annotations

import math
from array import array

import numpy as np
from geometry_msgs.msg import Quaternion, TransformStamped, Vector3
from numpy.typing import NDArray
from sensor_msgs.msg import CameraInfo, Image

from ros_nodes.conversions import stamp
from xlerobot_agent.contracts.camera import Frame, Intrinsics

ENCODING = "rgb8"
_FOCAL_LENGTHS = (0.1, 100.0)
"""Times the longer side of the image: fields of view of 157° and half a degree."""
_UNIT = 1e-3
"""A quaternion's length may differ so much from 1."""


def optical_frame(camera: str) -> str:
    """The name of a camera's optical frame (REP-103)."""
    return f"{camera}_camera_optical_frame"


def image_to_msg(frame: Frame) -> Image:
    """A frame's image as a message."""
    height, width = frame.image.shape[:2]
    message = Image(height=height, width=width, encoding=ENCODING, is_bigendian=0, step=width * 3)
    message.header.stamp = stamp.to_msg(frame.stamp)
    message.header.frame_id = optical_frame(frame.camera)
    # An array of bytes is taken over whole; a list would be checked element by element.
    message.data = array("B", frame.image.tobytes())
    return message


def require_size(message: Image, intrinsics: Intrinsics) -> None:
    """Raise ValueError when an image is of another size than its camera's intrinsics are for."""
    if (message.width, message.height) != (intrinsics.width, intrinsics.height):
        raise ValueError(
            f"image of {message.header.frame_id} has {message.width} x {message.height} pixels, "
            f"its camera_info is for {intrinsics.width} x {intrinsics.height}; let them match"
        )


def image_from_msg(message: Image) -> NDArray[np.uint8]:
    """A message's image, shape (height, width, 3), rgb8; shares the message's memory.

    Raises:
        ValueError: the encoding is not rgb8, or the data do not fill the image.
    """
    if message.encoding != ENCODING:
        raise ValueError(
            f"image of {message.header.frame_id} is {message.encoding}; send it as {ENCODING}"
        )
    expected = message.height * message.width * 3
    if len(message.data) != expected or message.step != message.width * 3:
        raise ValueError(
            f"image of {message.header.frame_id} has {len(message.data)} bytes for "
            f"{message.width} x {message.height} pixels; {expected} are needed, without padding"
        )
    flat = np.frombuffer(message.data, dtype=np.uint8)
    return flat.reshape(message.height, message.width, 3)


def info_to_msg(frame: Frame) -> CameraInfo:
    """A frame's intrinsics as a message of the same stamp."""
    k = frame.intrinsics
    message = CameraInfo(height=k.height, width=k.width, distortion_model="plumb_bob")
    message.header.stamp = stamp.to_msg(frame.stamp)
    message.header.frame_id = optical_frame(frame.camera)
    message.d = list(k.distortion)
    message.k = np.array([k.fx, 0.0, k.cx, 0.0, k.fy, k.cy, 0.0, 0.0, 1.0])
    message.r = np.eye(3).reshape(9)
    message.p = np.array([k.fx, 0.0, k.cx, 0.0, 0.0, k.fy, k.cy, 0.0, 0.0, 0.0, 1.0, 0.0])
    return message


def intrinsics_from_msg(message: CameraInfo) -> Intrinsics:
    """The intrinsics in a message.

    Raises:
        ValueError: the camera is not calibrated (a focal length of zero, as CameraInfo says it),
            or no camera is like that.
    """
    fx, _, cx, _, fy, cy, *_ = (float(v) for v in message.k)
    least, most = (times * max(message.width, message.height) for times in _FOCAL_LENGTHS)
    # Written so that a NaN is none of them.
    if not (least < fx < most and least < fy < most):
        raise ValueError(
            f"camera_info of {message.header.frame_id} has focal lengths {fx}, {fy} for "
            f"{message.width} x {message.height} pixels; calibrate the camera"
        )
    if not all(map(math.isfinite, (cx, cy, *message.d))):
        raise ValueError(
            f"camera_info of {message.header.frame_id} has centre {cx}, {cy} and distortion "
            f"{list(message.d)}; calibrate the camera"
        )
    return Intrinsics(
        width=message.width,
        height=message.height,
        fx=fx,
        fy=fy,
        cx=cx,
        cy=cy,
        distortion=tuple(message.d),
    )


def mount_to_msg(
    camera: str, mount: str, extrinsics: NDArray[np.float64], seconds: float
) -> TransformStamped:
    """The transform ``mount`` ← optical frame, shape (4, 4), as a message for ``/tf_static``."""
    message = TransformStamped(child_frame_id=optical_frame(camera))
    message.header.stamp = stamp.to_msg(seconds)
    message.header.frame_id = mount
    x, y, z = (float(v) for v in extrinsics[:3, 3])
    message.transform.translation = Vector3(x=x, y=y, z=z)
    message.transform.rotation = _quaternion(extrinsics[:3, :3])
    return message


def mount_from_msg(message: TransformStamped) -> tuple[str, NDArray[np.float64]]:
    """The mount's frame and the transform ``mount`` ← optical frame, shape (4, 4).

    Raises:
        ValueError: it is no transform: values that are no numbers, a quaternion of another length.
    """
    q = message.transform.rotation
    t = message.transform.translation
    length = math.hypot(q.w, q.x, q.y, q.z)
    # Written so that a NaN is no unit length.
    if not (abs(length - 1.0) <= _UNIT and all(map(math.isfinite, (t.x, t.y, t.z)))):
        raise ValueError(
            f"the mount of {message.child_frame_id} is at ({t.x}, {t.y}, {t.z}) with a quaternion "
            f"of length {length}; calibrate the camera"
        )
    matrix = np.eye(4)
    matrix[:3, :3] = _rotation(q.w, q.x, q.y, q.z)
    matrix[:3, 3] = (t.x, t.y, t.z)
    return message.header.frame_id, matrix


def _quaternion(rotation: NDArray[np.float64]) -> Quaternion:
    """A rotation matrix as a unit quaternion, w >= 0.

    Largest-component form: K. Shoemake, "Quaternions", 1994; stable for every rotation.
    """
    m = rotation
    squared = (
        1.0 + m[0, 0] + m[1, 1] + m[2, 2],
        1.0 + m[0, 0] - m[1, 1] - m[2, 2],
        1.0 - m[0, 0] + m[1, 1] - m[2, 2],
        1.0 - m[0, 0] - m[1, 1] + m[2, 2],
    )
    largest = int(np.argmax(squared))
    lead = math.sqrt(max(squared[largest], 0.0)) / 2.0
    wx, wy, wz = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]
    xy, xz, yz = m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1]
    rest = (
        (4 * lead**2, wx, wy, wz),
        (wx, 4 * lead**2, xy, xz),
        (wy, xy, 4 * lead**2, yz),
        (wz, xz, yz, 4 * lead**2),
    )[largest]
    w, x, y, z = (float(v) / (4.0 * lead) for v in rest)
    sign = -1.0 if w < 0.0 else 1.0
    return Quaternion(w=sign * w, x=sign * x, y=sign * y, z=sign * z)


def _rotation(w: float, x: float, y: float, z: float) -> NDArray[np.float64]:
    """A unit quaternion as a rotation matrix, shape (3, 3)."""
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
