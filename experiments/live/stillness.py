"""Whether an arm stood still after a stop, from the joint states that were recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xlerobot_agent.robot_model.arm_model import GRIPPER_JOINT

MOVED = 0.01
"""More than this is motion [rad], 4 mm at an outstretched hand."""
STILL_BY = 0.25
"""After a stop the arm stands still within this time [s] (fault table, row 12)."""


@dataclass(frozen=True)
class Reading:
    """The joints at one instant."""

    time: float
    """[s]"""
    arm: tuple[float, ...]
    """Every joint but the gripper [rad]."""
    gripper: float
    """[rad]; less is more closed."""


@dataclass(frozen=True)
class Stillness:
    """How an arm came to rest.

    A stop keeps the grip at capped force, so the jaw may settle on what it holds: the gripper is
    judged apart, and only opening counts against it.
    """

    displaced: float
    """Largest change of a joint of the arm from the stop to the end [rad]."""
    still_after: float
    """From the stop until every joint of the arm stays within ``MOVED`` of where it ends [s]."""
    still_by: float
    """When it should have been still [s]."""
    moved: float
    """Largest change of a joint of the arm later than ``still_by`` [rad]."""
    gripper_closed: float
    """How far the gripper closed later than ``still_by`` [rad]."""
    gripper_opened: float
    """How far it opened [rad]."""

    @property
    def passed(self) -> bool:
        """Still in time, nothing moved afterwards, nothing let go."""
        return self.still_after <= self.still_by and max(self.moved, self.gripper_opened) <= MOVED


def reading(time: float, names: Sequence[str], positions: Sequence[float]) -> Reading:
    """Part a joint state into arm and gripper.

    Raises:
        ValueError: names and positions differ in number.
        KeyError: there is no gripper.
    """
    joints = dict(zip(names, positions, strict=True))
    gripper = joints.pop(GRIPPER_JOINT)
    return Reading(time, tuple(joints.values()), gripper)


def judge_stillness(
    readings: Sequence[Reading], stop: float, end: float, still_by: float = STILL_BY
) -> Stillness | None:
    """Judge what was read from a stop to the leave to move again; None where nothing was read.

    Args:
        readings: in the order of their times.
        stop: when the stop was asked for [s].
        end: when motion was allowed again [s].
        still_by: after the stop the arm has to stand [s].
    """
    held = [r for r in readings if stop <= r.time < end]
    if not held:
        return None
    away = [r.time for r in held if _distance(r, held[-1]) > MOVED]
    later = [r for r in held if r.time > stop + still_by] or held[-1:]
    grip = [r.gripper for r in later]
    return Stillness(
        displaced=_distance(held[0], held[-1]),
        still_after=max(away, default=stop) - stop,
        still_by=still_by,
        moved=max(max(joint) - min(joint) for joint in zip(*(r.arm for r in later), strict=True)),
        gripper_closed=grip[0] - min(grip),
        gripper_opened=max(grip) - grip[0],
    )


def _distance(one: Reading, other: Reading) -> float:
    return max(abs(a - b) for a, b in zip(one.arm, other.arm, strict=True))
