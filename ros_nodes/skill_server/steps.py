"""What a skill is made of: steps it yields, answers it gets, and the way it fails."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ros_nodes.skill_server.trajectories.trajectory import Trajectory
from xlerobot_agent.contracts.predicates import PredicateVerdict
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.scene import SceneObservation

if TYPE_CHECKING:
    from ros_nodes.skill_server.cell import Cell


@dataclass(frozen=True, slots=True)
class Interruption:
    """Why a motion was cut short."""

    reason: Reason
    message: str


Watch = Callable[["Cell"], Interruption | None]
"""Asked at every control period while a motion plays; an interruption holds the arm at once."""

Guard = Callable[["Cell"], bool]
"""Asked at every control period; true ends a motion early, smoothly and as planned."""


@dataclass(frozen=True, slots=True)
class Move:
    """Play a planned motion. Answered by None, or by the interruption that cut it short.

    After an interruption the arm is at rest and the cell holds an observation made since.
    """

    name: str
    progress: float
    """Of the skill when the motion is done, 0..1."""
    trajectory: Trajectory
    watch: Watch | None = None
    until: Guard | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """Wait until the arm is still, then for an observation made since. Answered by it."""

    name: str
    progress: float


Step = Move | Look
Answer = SceneObservation | Interruption | None
Steps = Generator[Step, Answer, tuple[PredicateVerdict, ...]]
"""A skill at work; it returns its post-conditions, all true in the newest observation."""


BROKEN = (
    ArithmeticError,
    AttributeError,
    LookupError,
    NameError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""A defect in a skill: its goal ends with the arm held, and loudly."""


class SkillError(Exception):
    """A skill cannot go on. Raised by skills; thrown into them when no observation comes."""

    def __init__(
        self, reason: Reason, message: str, predicates: tuple[PredicateVerdict, ...] = ()
    ) -> None:
        """Say why.

        Args:
            reason: from the closed list.
            message: one sentence with the value, the limit and what to do next.
            predicates: post-conditions as they were found, for the receipt.
        """
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.predicates = predicates
