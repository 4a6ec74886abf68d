"""What became of a thing that left the gripper: it fell, or somebody took it (S0-40)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ros_nodes.skill_server.steps import SkillError
from xlerobot_agent.contracts.predicates import Predicate, Truth
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from ros_nodes.skill_server.cell import Cell

_ROLLS = 0.07
"""A thing that fell lies within this of the hand that lost it [m]; farther, it was carried."""


def hand_position(cell: Cell) -> tuple[float, float]:
    """Where the hand is over the table now, x and y [m]."""
    x, y, _ = cell.kinematics.pose_of(cell.set_point()).position
    return x, y


def explain_loss(
    cell: Cell, object_id: str, where: tuple[float, float], message: str
) -> SkillError:
    """The failure that fits what is seen now.

    Args:
        cell: the work cell, with an observation made since.
        object_id: what was lost.
        where: the hand was when it lost it, x and y [m].
        message: how the loss was noticed.
    """
    seen = cell.observation.find(object_id) if cell.observation is not None else None
    if seen is None:
        return SkillError(
            Reason.EXTERNAL_REMOVAL, f"{message} and is not on the desk: somebody took it"
        )
    away = math.dist(where, (seen.pose.x, seen.pose.y))
    place = f"({seen.pose.x:.2f}, {seen.pose.y:.2f}) m"
    if away > _ROLLS:
        return SkillError(
            Reason.EXTERNAL_REMOVAL,
            f"{message} and lies {away:.2f} m away at {place}: somebody took it there",
        )
    return SkillError(Reason.SLIPPED, f"{message} and lies at {place}; pick it again")


def seen_in_hand(cell: Cell, object_id: str) -> bool:
    """Whether the newest observation says that a thing is in the gripper."""
    if cell.observation is None:
        return False
    verdict = cell.observation.verdict(Predicate(name="holding", args=(object_id,)))
    return verdict.value is Truth.TRUE


def false_alarm(cell: Cell, object_id: str) -> bool:
    """Whether a thing that seemed lost sits in the hand as it was grasped."""
    return seen_in_hand(cell, object_id) and not cell.grip.slid
