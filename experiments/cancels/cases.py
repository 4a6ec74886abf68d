"""The ways in which a goal is ended before its time, and where in its life each is tried."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from xlerobot_agent.contracts.skills import SkillName


class Case(StrEnum):
    """One way; fault table rows 11, 12, 13 and 18."""

    BEFORE_ACCEPTANCE = "before-acceptance"
    VALIDATING = "validating"
    MID_CHUNK = "mid-chunk"
    CHUNK_INDEX = "chunk-index"
    GRIPPER_CLOSES = "gripper-closes"
    CARRYING = "carrying"
    SETTLING = "settling"
    TWICE = "twice"
    AFTER_SUCCESS = "after-success"
    AFTER_CANCEL = "after-cancel"
    CLIENT_DIES = "client-dies"
    SUPERSEDED = "superseded"
    SUPERSEDED_AND_CANCELLED = "superseded-and-cancelled"
    STOP_ALL = "stop-all"
    STOP_GOAL = "stop-goal"
    CANCEL_ALL = "cancel-all"
    TWO_CLIENTS = "two-clients"
    UNKNOWN_GOAL = "unknown-goal"
    BURST = "burst"
    LEASE_TAKEN = "lease-taken"


class Moment(StrEnum):
    """What is awaited before something is done."""

    ASKED = "asked"
    """Nothing: the goal request has just left."""
    ACCEPTED = "accepted"
    """Its answer came."""
    PLAYING = "playing"
    """Its first chunk plays."""
    CHUNK = "chunk"
    """The chunk of a drawn index plays."""
    CLOSE = "close"
    """Feedback says that the jaws close."""
    LIFT = "lift"
    """Feedback says that what was grasped is lifted."""
    SETTLING = "settling"
    """Feedback says that the arm comes to rest, or that it is looked at."""
    ENDED = "ended"
    """Its result came."""


PICK, PLACE, REST = SkillName.PICK, SkillName.PLACE, SkillName.MOVE_TO_REST
Start = tuple[SkillName, Moment]
"""The skill of the goal, and the moment from which the delay counts."""


def _each(*moments: Moment) -> tuple[Start, ...]:
    return tuple(product((PICK, REST), moments))


_MOVING = _each(Moment.PLAYING, Moment.CHUNK)
_ANYWHERE = (*_each(Moment.ACCEPTED, Moment.PLAYING, Moment.CHUNK), (REST, Moment.SETTLING))


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a case is tried.

    Attributes:
        weight: how often, compared with the others.
        starts: one is drawn.
        delay: longest random delay after the moment [s of real time].
        gap: longest random time between what is done and what is done next [s].
        chunks: for ``Moment.CHUNK`` the index lies below this.
    """

    weight: int
    starts: tuple[Start, ...]
    delay: float
    gap: float = 0.15
    chunks: int = 4


RECIPES: dict[Case, Recipe] = {
    Case.BEFORE_ACCEPTANCE: Recipe(6, _each(Moment.ASKED), 0.002),
    Case.VALIDATING: Recipe(6, _each(Moment.ACCEPTED), 0.03),
    Case.MID_CHUNK: Recipe(6, _each(Moment.PLAYING), 0.4),
    # A pick from the rest pose has at least so many chunks.
    Case.CHUNK_INDEX: Recipe(5, ((PICK, Moment.CHUNK),), 0.05, chunks=26),
    Case.GRIPPER_CLOSES: Recipe(2, ((PICK, Moment.CLOSE),), 0.3),
    Case.CARRYING: Recipe(2, ((PICK, Moment.LIFT), (PLACE, Moment.PLAYING)), 0.4),
    Case.SETTLING: Recipe(6, ((REST, Moment.SETTLING),), 0.15),
    Case.TWICE: Recipe(6, _ANYWHERE, 0.2),
    Case.AFTER_SUCCESS: Recipe(4, ((REST, Moment.ENDED),), 0.02),
    Case.AFTER_CANCEL: Recipe(5, _MOVING, 0.2, gap=0.02),
    Case.CLIENT_DIES: Recipe(4, _each(Moment.ASKED, Moment.ACCEPTED), 0.5),
    Case.SUPERSEDED: Recipe(6, _ANYWHERE, 0.2),
    Case.SUPERSEDED_AND_CANCELLED: Recipe(6, _ANYWHERE, 0.2),
    Case.STOP_ALL: Recipe(5, _ANYWHERE, 0.2),
    Case.STOP_GOAL: Recipe(5, _ANYWHERE, 0.2),
    Case.CANCEL_ALL: Recipe(6, ((PICK, Moment.ACCEPTED), (PICK, Moment.PLAYING)), 0.2),
    Case.TWO_CLIENTS: Recipe(5, _ANYWHERE, 0.2, gap=0.01),
    Case.UNKNOWN_GOAL: Recipe(2, _MOVING, 0.2),
    Case.BURST: Recipe(1, _each(Moment.ASKED), 0.0, gap=0.02),
    Case.LEASE_TAKEN: Recipe(5, _ANYWHERE, 0.2),
}
"""Every case; those that grasp take long and are rare."""
