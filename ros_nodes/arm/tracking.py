"""Whether the arm follows its set-points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ros_nodes.arm.motion import Vector
    from xlerobot_agent.contracts.safety_limits import SafetyLimits


class TrackingMonitor:
    """Raises when a joint stays too far from its set-point for too long.

    The gripper is left out: closed on a thing it stands far from its set-point, and that is how
    the grasp is sensed.
    """

    def __init__(self, joint_names: Sequence[str], limits: SafetyLimits) -> None:
        self._names = tuple(joint_names)
        self._watched = np.array([not name.endswith("gripper") for name in joint_names])
        self._bound = limits.tracking_error
        self._time = limits.tracking_time
        self._since: float | None = None

    def restart(self) -> None:
        """Forget what was seen."""
        self._since = None

    def breach(self, commanded: Vector, measured: Vector, now: float) -> str | None:
        """Compare once; the message when the error has lasted too long.

        Args:
            commanded: set-points written [rad]. Shape (joints,).
            measured: positions [rad]. Shape (joints,).
            now: node clock [s].
        """
        error = np.where(self._watched, np.abs(commanded - measured), 0.0)
        worst = int(np.argmax(error))
        if error[worst] <= self._bound:
            self._since = None
            return None
        if self._since is None or now < self._since:
            self._since = now
        lasted = now - self._since
        if lasted < self._time:
            return None
        return (
            f"joint '{self._names[worst]}' is {error[worst]:.3f} rad from its set-point for "
            f"{lasted:.2f} s, the limits are {self._bound} rad and {self._time} s; "
            "see what blocks it"
        )
