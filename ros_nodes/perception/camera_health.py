"""Whether a camera's newest frame can be believed: frozen, black, covered, late or missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ros_nodes.perception.settings import CameraChecks
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.contracts.camera import Frame

_LIT = 0.01
"""A picture with fewer pixels that are not black shows nothing, as a share."""
_STRIDE = 8
"""Pictures are judged and compared on every so many pixels, both ways."""


@dataclass(frozen=True)
class CameraReport:
    """One camera at one instant.

    Attributes:
        frame: its newest frame, None when it never gave one.
        arm: the joint state that came with that frame.
        fault: why it is not to be believed; empty when it is.
    """

    frame: Frame | None
    arm: ArmState
    fault: str


class CameraHealth:
    """Watches one camera from call to call."""

    def __init__(self, camera: str, checks: CameraChecks) -> None:
        self._camera = camera
        self._checks = checks
        self._frame: Frame | None = None
        self._arm: ArmState | None = None
        self._small: NDArray[np.uint8] | None = None
        self._joints: tuple[float, ...] = ()
        """Where the arm was when the picture last changed [rad]."""
        self._repeat = ""
        self._unlit = ""

    def receive(self, frame: Frame | None, arm: ArmState, now: float) -> CameraReport:
        """Take the newest frame, or None when none came, and judge the camera.

        A camera may be asked more often than it captures: the same frame again is believed until
        it is older than the limit.
        """
        if frame is not None and frame is not self._frame:
            self._take(frame, arm)
        if self._frame is None:
            return CameraReport(None, arm, f"{self._camera} camera delivered no frame")
        return CameraReport(self._frame, self._arm or arm, self._fault(self._frame, now))

    def _take(self, frame: Frame, arm: ArmState) -> None:
        before, small = self._frame, _small(frame.image)
        same = self._small is not None and np.array_equal(small, self._small)
        self._repeat = "" if before is None else self._repeated(before, frame, arm, same=same)
        if not same:
            self._joints = arm.positions
        self._frame, self._arm, self._small = frame, arm, small
        self._unlit = self._dark_or_flat(small)

    def _repeated(self, before: Frame, frame: Frame, arm: ArmState, *, same: bool) -> str:
        if frame.sequence < before.sequence or frame.stamp < before.stamp:
            return (
                f"{self._camera} camera went back from frame {before.sequence} to {frame.sequence}"
            )
        if frame.sequence == before.sequence and frame.stamp > before.stamp:
            return f"{self._camera} camera is frozen: frame {frame.sequence} came twice"
        if same:
            moved = max(abs(a - b) for a, b in zip(arm.positions, self._joints, strict=True))
            if moved > self._checks.joint_motion and np.array_equal(frame.image, before.image):
                return (
                    f"{self._camera} camera is frozen: the same picture although a joint moved "
                    f"{moved:.2f} rad"
                )
        return ""

    def _fault(self, frame: Frame, now: float) -> str:
        checks = self._checks
        age = now - frame.stamp
        if self._repeat:
            return self._repeat
        if age > checks.age_limit:
            return (
                f"{self._camera} camera is late: frame {frame.sequence} is {age:.2f} s old, "
                f"limit {checks.age_limit:.2f} s"
            )
        if age < -checks.future_tolerance:
            return f"{self._camera} camera's stamp lies {-age:.2f} s ahead of the clock"
        return self._unlit

    def _dark_or_flat(self, small: NDArray[np.uint8]) -> str:
        checks = self._checks
        grey = cv2.cvtColor(small, cv2.COLOR_RGB2GRAY)
        lit = cv2.countNonZero(cv2.threshold(grey, checks.black_level, 1, cv2.THRESH_BINARY)[1])
        if lit < _LIT * grey.size:
            return (
                f"{self._camera} camera is black: {lit / grey.size:.1%} of its pixels are "
                f"brighter than {checks.black_level:.0f} of 255, at least {_LIT:.0%} expected"
            )
        deviation = float(cv2.meanStdDev(grey)[1][0, 0])
        if deviation < checks.flat_deviation:
            return (
                f"{self._camera} camera is covered: grey values deviate by {deviation:.1f}, "
                f"at least {checks.flat_deviation:.1f} expected"
            )
        return ""


def _small(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Every ``_STRIDE``-th pixel of an image."""
    height, width = image.shape[:2]
    size = (width // _STRIDE, height // _STRIDE)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_NEAREST), dtype=np.uint8)
