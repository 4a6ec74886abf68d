"""What is heard of one skill goal on the wire, in plain Python: for whoever judges it.

Times are steady [s]: of what topics carry, when it was published; of answers, when they came.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.skills import Phase


class GoalState(IntEnum):
    """``action_msgs/GoalStatus``."""

    UNKNOWN = 0
    ACCEPTED = 1
    EXECUTING = 2
    CANCELING = 3
    SUCCEEDED = 4
    CANCELED = 5
    ABORTED = 6


ENDED = frozenset({GoalState.SUCCEEDED, GoalState.CANCELED, GoalState.ABORTED})
"""After which nothing more may be said of a goal."""


class CancelCode(IntEnum):
    """Return codes of ``action_msgs/CancelGoal``."""

    NONE = 0
    REJECTED = 1
    UNKNOWN_GOAL_ID = 2
    GOAL_TERMINATED = 3


@dataclass(frozen=True, slots=True)
class StatusHeard:
    """A goal's state changed in an array of ``_action/status``."""

    time: float
    state: GoalState


@dataclass(frozen=True, slots=True)
class FeedbackHeard:
    """One message of ``_action/feedback``."""

    time: float
    phase: Phase
    step: str


@dataclass(frozen=True, slots=True)
class ChunkHeard:
    """A chunk that the supervisor let through, on ``chunk``."""

    time: float
    chunk_id: str
    goal_id: str
    index: int


@dataclass(frozen=True, slots=True)
class WordHeard:
    """What became of a chunk, on ``chunk/status``."""

    time: float
    chunk_id: str
    goal_id: str
    state: ChunkState
    played: int
    discarded: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultHeard:
    """The answer to the request for a goal's result.

    Attributes:
        time: of arrival, steady [s].
        state: the goal's, as the answer says.
        error: name of the result's constant that has its ``error_code``; empty when none has.
        verdict, reason: in words, as in the message.
        message: for a person.
        holding: object in the gripper afterwards.
        played, discarded: set-points over the whole goal.
    """

    time: float
    state: GoalState
    error: str
    verdict: str
    reason: str
    message: str = ""
    holding: str = ""
    played: int = 0
    discarded: int = 0


@dataclass(frozen=True, slots=True)
class CancelAnswer:
    """Answer to a cancel request: whose goals it lists, by UUID in hexadecimal."""

    time: float
    code: CancelCode
    goals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cancel:
    """A cancel request.

    Attributes:
        asked: when it left, steady [s].
        skill: action that it was sent to.
        target: UUID in hexadecimal; empty for all goals of the action.
        answer: None where none came.
        mortal: who asked is dead; no answer can be heard.
    """

    asked: float
    skill: str
    target: str
    answer: CancelAnswer | None = None
    mortal: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """A call of the service ``stop``.

    Attributes:
        asked: when it left, steady [s].
        target: goal id; empty for whatever runs.
        answered: when the answer came; None where none came.
        known: the answer names no error.
        goals: ids in the answer.
    """

    asked: float
    target: str
    answered: float | None = None
    known: bool = False
    goals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GoalHistory:
    """All that was heard of one goal, in the order of arrival, and all that was done to it.

    Attributes:
        goal_id: as in chunks and receipts.
        uuid: as in the action's messages, in hexadecimal.
        skill: the action.
        asked: when the request left, steady [s].
        answered: when its answer came; None where none came.
        accepted: what the answer said; None where none came.
        mortal: who asked is dead; no answer can be heard.
        statuses, feedback, chunks, words: see their types.
        result: None where none came.
        cancels: requests that name this goal, or all goals of its action.
        stops: calls that name this goal, or all.
        superseded: when other goals were asked for that the server accepted after this one had
            been asked for: two that are under way at once are taken in either order.
        lease_taken: when somebody else acquired control.
    """

    goal_id: str
    uuid: str
    skill: str
    asked: float
    answered: float | None = None
    accepted: bool | None = None
    mortal: bool = False
    statuses: tuple[StatusHeard, ...] = ()
    feedback: tuple[FeedbackHeard, ...] = ()
    chunks: tuple[ChunkHeard, ...] = ()
    words: tuple[WordHeard, ...] = ()
    result: ResultHeard | None = None
    cancels: tuple[Cancel, ...] = ()
    stops: tuple[Stop, ...] = ()
    superseded: tuple[float, ...] = ()
    lease_taken: tuple[float, ...] = ()

    @property
    def end(self) -> StatusHeard | None:
        """The first terminal status."""
        return next((s for s in self.statuses if s.state in ENDED), None)
