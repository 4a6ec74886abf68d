"""The seam: what lies between the commanded motion and the start of a chunk fades out."""

from __future__ import annotations

import numpy as np

from ros_nodes.arm.motion import MotionState, Vector

_VELOCITY_SHARE = 0.5
"""Of the velocity limit, for fading an offset of position."""
_SHORTEST = 0.05
"""[s]"""
_PEAK_VELOCITY = 1.875
"""Of a quintic that fades a unit offset in unit time; its peak acceleration comes next."""
_PEAK_ACCELERATION = 5.774
_PEAK_ACCELERATION_OF_VELOCITY = 3.94
"""Of a quintic that fades a unit velocity in unit time."""


class SeamBlend:
    """Quintic fade of an offset in position and velocity to nothing, joint by joint.

    At rest the offset is the servos' sag: a chunk drafted from the measured state starts that far
    from the set-point, and fading the offset makes the arm itself start where the chunk does.
    Acceleration stays within the limit, velocity within half of it.
    """

    def __init__(
        self,
        offset: Vector,
        velocity: Vector,
        velocity_limit: Vector,
        acceleration_limit: float,
    ) -> None:
        """Fit the fade.

        Args:
            offset: commanded less nominal position [rad]. Shape (joints,).
            velocity: commanded less nominal velocity [rad/s]. Shape (joints,).
            velocity_limit: [rad/s]. Shape (joints,).
            acceleration_limit: [rad/s²].
        """
        distance, speed = np.abs(offset), np.abs(velocity)
        self._duration = np.maximum.reduce(
            [
                np.full_like(offset, _SHORTEST),
                np.sqrt(_PEAK_ACCELERATION * distance / acceleration_limit),
                _PEAK_VELOCITY * distance / (_VELOCITY_SHARE * velocity_limit),
                _PEAK_ACCELERATION_OF_VELOCITY * speed / acceleration_limit,
            ]
        )
        self._offset = offset
        self._slope = velocity * self._duration
        self._elapsed = 0.0

    def advance(self, step: float) -> None:
        """Let ``step`` seconds pass."""
        self._elapsed += step

    @property
    def done(self) -> bool:
        """Nothing is left of the offset."""
        return bool((self._elapsed >= self._duration).all())

    @property
    def state(self) -> MotionState:
        """What is to be added to the chunk's motion now."""
        duration = self._duration
        t = np.minimum(self._elapsed / duration, 1.0)
        d, s = self._offset, self._slope
        # Quintic with o(0) = d, o'(0) = s, o''(0) = 0 and o(1) = o'(1) = o''(1) = 0.
        c3, c4, c5 = -10.0 * d - 6.0 * s, 15.0 * d + 8.0 * s, -6.0 * d - 3.0 * s
        return MotionState(
            d + t * (s + t**2 * (c3 + t * (c4 + t * c5))),
            (s + t**2 * (3.0 * c3 + t * (4.0 * c4 + t * 5.0 * c5))) / duration,
            t * (6.0 * c3 + t * (12.0 * c4 + t * 20.0 * c5)) / duration**2,
        )
