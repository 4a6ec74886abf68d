"""Closed-form inverse kinematics of the five arm joints.

A target is the position of a grasp point, the pitch of the approach axis and the roll of the jaws
about it. Pan follows from the arm's lateral offset, shoulder and elbow from the law of cosines
(two bars in a plane), wrist_flex from the pitch. Plain floats throughout: this runs for every
candidate a planner thinks of.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.arm_solution import (
    ArmSolution,
    Unreachable,
    UnreachableReason,
)
from xlerobot_agent.robot_model.planar_chain import ARM_JOINTS, PlanarChain, measure_chain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlerobot_agent.contracts.geometry import Vector3

_TURN = 2.0 * math.pi
_PITCH_STEP = math.radians(1.0)
_PITCH_RESOLUTION = math.radians(0.05)
_ROUNDING = 1e-9
TOOL_POINT: Vector3 = (0.0, 0.0, 0.0)


class InverseKinematics:
    """Joint positions for a position, a pitch and a roll.

    Conventions:
        position: x, y, z of the grasp point in ``base_link`` [m].
        pitch: angle of the approach axis below the horizontal [rad]; π/2 is straight down.
        roll: about the approach axis [rad]; 0: the moving jaw is above the fixed one, +π/2: it is
            to the left of it, −π/2: to the right (seen along the approach, from behind the hand).
        offset: the grasp point in the tool frame [m]: x towards the moving jaw, z along the
            approach.
    """

    def __init__(self, arm: ArmModel | None = None, margin: float = 0.0) -> None:
        """Measure the arm.

        Args:
            arm: the arm; the installed URDF's by default.
            margin: kept from both ends of every joint's range [rad].
        """
        self.chain: PlanarChain = measure_chain(ArmModel() if arm is None else arm)
        self._lower = tuple(low + margin for low in self.chain.lower)
        self._upper = tuple(high - margin for high in self.chain.upper)

    def solve(
        self,
        position: Vector3,
        pitch: float,
        roll: float,
        *,
        offset: Vector3 = TOOL_POINT,
        seed: Sequence[float] | None = None,
    ) -> ArmSolution | Unreachable:
        """The best solution: nearest to ``seed`` (largest joint step), else elbow up and forward.

        Args:
            position: of the grasp point [m].
            pitch: below the horizontal [rad].
            roll: of the jaws [rad].
            offset: the grasp point in the tool frame [m].
            seed: at least five joint positions [rad], in the order of ``ARM_JOINTS``.

        Raises:
            ValueError: a value that is not finite.
        """
        solutions, failure = self._candidates(position, pitch, roll, offset)
        if not solutions:
            return failure
        if seed is None or len(solutions) == 1:
            return solutions[0]
        return min(solutions, key=lambda solution: solution.step_from(seed))

    def solve_all(
        self, position: Vector3, pitch: float, roll: float, *, offset: Vector3 = TOOL_POINT
    ) -> tuple[ArmSolution, ...]:
        """All solutions within the limits, at most four; elbow up and forward first.

        Raises:
            ValueError: a value that is not finite.
        """
        return tuple(self._candidates(position, pitch, roll, offset)[0])

    def solve_with_free_pitch(
        self,
        position: Vector3,
        roll: float,
        *,
        pitch_range: tuple[float, float],
        preferred: float,
        offset: Vector3 = TOOL_POINT,
        seed: Sequence[float] | None = None,
    ) -> ArmSolution | Unreachable:
        """The solution whose pitch is nearest to the preferred one, within 0.05° of the nearest.

        Args:
            position: of the grasp point [m].
            roll: of the jaws [rad].
            pitch_range: lowest and highest pitch allowed [rad].
            preferred: a pitch in that range [rad].
            offset: the grasp point in the tool frame [m].
            seed: see `solve`.

        Raises:
            ValueError: an empty range, a preference outside it, or a value that is not finite.
        """
        low, high = pitch_range
        if not low <= preferred <= high:
            raise ValueError(
                f"preferred pitch {preferred:.4f} rad is outside {low:.4f}..{high:.4f} rad; "
                "widen the range or move the preference into it"
            )
        best = first = self.solve(position, preferred, roll, offset=offset, seed=seed)
        near = preferred
        for pitch in _outward(low, high, preferred):
            if isinstance(best, ArmSolution):
                break
            best = self.solve(position, pitch, roll, offset=offset, seed=seed)
            near = pitch - math.copysign(_PITCH_STEP, pitch - preferred)
        if isinstance(best, Unreachable):
            return first
        while abs(best.pitch - near) > _PITCH_RESOLUTION:
            pitch = (best.pitch + near) / 2.0
            nearer = self.solve(position, pitch, roll, offset=offset, seed=seed)
            if isinstance(nearer, ArmSolution):
                best = nearer
            else:
                near = pitch
        return best

    def _candidates(
        self, position: Vector3, pitch: float, roll: float, offset: Vector3
    ) -> tuple[list[ArmSolution], Unreachable]:
        """Solutions within the limits, and the nearest failure of the forward ones."""
        chain = self.chain
        x, y, z = position
        if not math.isfinite(x + y + z + pitch + roll + offset[0] + offset[1] + offset[2]):
            raise ValueError(
                f"target {position}, pitch {pitch}, roll {roll}, offset {offset} is not finite; "
                "give metres and radians"
            )
        x -= chain.pan_x
        y -= chain.pan_y
        sin_roll, cos_roll = math.sin(roll), math.cos(roll)
        sin_pitch, cos_pitch = math.sin(pitch), math.cos(pitch)
        across = chain.tool_x + offset[0]
        beside = chain.tool_y + offset[1]
        along = chain.hand_length + offset[2]
        perpendicular = chain.axis_perpendicular + across * cos_roll + beside * sin_roll
        lateral = chain.axis_lateral + across * sin_roll - beside * cos_roll
        reach_squared = x * x + y * y - lateral * lateral
        if reach_squared < 0.0:
            radius = math.hypot(x, y)
            return [], Unreachable(
                UnreachableReason.BESIDE_PAN_AXIS, None, radius, abs(lateral), abs(lateral) - radius
            )
        reach = math.sqrt(reach_squared)
        bearing = math.atan2(y, x)
        back_u = along * cos_pitch + perpendicular * sin_pitch + chain.lift_u
        wrist_z = z + along * sin_pitch - perpendicular * cos_pitch - chain.lift_z
        joint_roll = _into(roll + chain.roll_zero, self._lower[4], self._upper[4])
        solutions: list[ArmSolution] = []
        failure: Unreachable | None = None
        for u, forward in ((reach, True), (-reach, False)):
            pan = chain.pan_sign * _wrap(bearing - math.atan2(lateral, u))
            turned_too_far = self._outside(0, pan)
            for bars in (turned_too_far,) if turned_too_far else self._bars(u - back_u, wrist_z):
                if isinstance(bars, Unreachable):
                    missed = bars
                else:
                    lift, elbow, elbow_up = bars
                    joints = (pan, lift, elbow, _wrap(pitch - lift - elbow), joint_roll)
                    outside = self._worst(joints)
                    if outside is None:
                        solutions.append(ArmSolution(joints, pitch, elbow_up, forward))
                        continue
                    missed = outside
                if forward and (failure is None or missed.excess < failure.excess):
                    failure = missed
        return solutions, failure or _NONE_MISSED

    def _bars(self, u: float, z: float) -> tuple[tuple[float, float, bool] | Unreachable, ...]:
        """Lift and elbow [rad] that put the wrist axis at (u, z) from the lift axis [m]."""
        chain = self.chain
        first, second = chain.upper_length, chain.fore_length
        distance_squared = u * u + z * z
        cosine = (distance_squared - first * first - second * second) / (2.0 * first * second)
        if not -1.0 <= cosine <= 1.0:
            distance = math.sqrt(distance_squared)
            if cosine > 1.0 + _ROUNDING:
                far = first + second
                return (
                    Unreachable(UnreachableReason.TOO_FAR, None, distance, far, distance - far),
                )
            if cosine < -1.0 - _ROUNDING:
                near = abs(first - second)
                return (
                    Unreachable(UnreachableReason.TOO_NEAR, None, distance, near, near - distance),
                )
            cosine = math.copysign(1.0, cosine)
        bend = math.acos(cosine)
        direction = math.atan2(-z, u)
        swing = math.atan2(second * math.sin(bend), first + second * cosine)
        straight = chain.fore_angle - chain.upper_angle
        return (
            (_wrap(direction - swing - chain.upper_angle), _wrap(bend - straight), True),
            (_wrap(direction + swing - chain.upper_angle), _wrap(-bend - straight), False),
        )

    def _worst(self, joints: tuple[float, ...]) -> Unreachable | None:
        """The joint farthest outside its range; None when all are inside."""
        worst: Unreachable | None = None
        for index in range(1, len(joints)):
            outside = self._outside(index, joints[index])
            if outside is not None and (worst is None or outside.excess > worst.excess):
                worst = outside
        return worst

    def _outside(self, index: int, value: float) -> Unreachable | None:
        low, high = self._lower[index], self._upper[index]
        if low - _ROUNDING <= value <= high + _ROUNDING:
            return None
        limit = low if value < low else high
        return Unreachable(
            UnreachableReason.JOINT_LIMIT, ARM_JOINTS[index], value, limit, abs(value - limit)
        )


_NONE_MISSED = Unreachable(UnreachableReason.JOINT_LIMIT, None, 0.0, 0.0, 0.0)


def _outward(low: float, high: float, preferred: float) -> list[float]:
    """Pitches of the range in steps of a degree, nearest to the preferred one first."""
    steps = math.ceil(max(high - preferred, preferred - low) / _PITCH_STEP)
    ladder = (preferred + sign * k * _PITCH_STEP for k in range(1, steps + 1) for sign in (1, -1))
    return [pitch for pitch in ladder if low <= pitch <= high]


def _wrap(angle: float) -> float:
    """The same angle in [−π, π]."""
    return math.remainder(angle, _TURN)


def _into(angle: float, low: float, high: float) -> float:
    """The same angle, a whole turn away if that brings it into the range."""
    wrapped = _wrap(angle)
    for turned in (wrapped, wrapped - _TURN, wrapped + _TURN):
        if low <= turned <= high:
            return turned
    return wrapped
