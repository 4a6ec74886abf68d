"""What inverse kinematics answers: a solution, or which limit stands in the way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class ArmSolution:
    """One way to reach a target.

    Attributes:
        joints: shoulder_pan, shoulder_lift, elbow_flex, wrist_flex, wrist_roll [rad].
        pitch: of the approach axis below the horizontal [rad].
        elbow_up: whether the elbow is above the line from shoulder to wrist.
        forward: whether the arm reaches forward, not back over its own pan axis.
    """

    joints: tuple[float, float, float, float, float]
    pitch: float
    elbow_up: bool
    forward: bool

    def step_from(self, seed: Sequence[float]) -> float:
        """Largest joint step from a seed of at least five positions [rad]."""
        return max(abs(self.joints[i] - seed[i]) for i in range(5))

    def with_gripper(self, gripper: float) -> tuple[float, ...]:
        """A configuration of all six joints [rad]."""
        return (*self.joints, gripper)


class UnreachableReason(StrEnum):
    """What keeps the arm from a target."""

    TOO_FAR = "too_far"
    TOO_NEAR = "too_near"
    BESIDE_PAN_AXIS = "beside_pan_axis"
    JOINT_LIMIT = "joint_limit"


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A target that no joint positions within the limits reach; the nearest miss is told.

    Attributes:
        reason: the kind of limit.
        joint: which joint's limit, for ``JOINT_LIMIT``.
        value: what the target needs [rad; m for the other reasons].
        limit: what the arm has [rad; m].
        excess: by how much the limit is passed, positive [rad; m].
    """

    reason: UnreachableReason
    joint: str | None
    value: float
    limit: float
    excess: float

    @property
    def message(self) -> str:
        """One sentence for a person."""
        value, limit, excess = self.value, self.limit, self.excess
        if self.reason is UnreachableReason.JOINT_LIMIT:
            return (
                f"needs joint '{self.joint}' at {value:.3f} rad, {excess:.3f} rad beyond its limit "
                f"of {limit:.3f} rad; choose another pitch or roll, or move the target"
            )
        if self.reason is UnreachableReason.TOO_FAR:
            return (
                f"needs the wrist {value:.3f} m from the shoulder, {excess:.3f} m farther than the "
                f"arm's {limit:.3f} m; choose another pitch, or bring the target nearer"
            )
        if self.reason is UnreachableReason.TOO_NEAR:
            return (
                f"needs the wrist {value:.3f} m from the shoulder, {excess:.3f} m nearer than the "
                f"arm folds ({limit:.3f} m); choose another pitch, or move the target away"
            )
        return (
            f"lies {value:.3f} m from the pan axis, {excess:.3f} m nearer than the grasp point can "
            f"pass it ({limit:.3f} m); move the target away from the base"
        )
