"""What may end a goal before its time, and whether it did so in time to count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ros_nodes.trial.goal_history import CancelCode
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ros_nodes.trial.goal_history import Cancel, GoalHistory

PROMPT = 0.1
"""What was asked for longer ago than this has taken effect [s]."""
WIRE = 0.05
"""Messages on different topics may pass each other by this much [s]."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Somebody asked for the end of a goal.

    Attributes:
        reason: with which the goal then ends.
        asked: when, steady [s].
        binding: it is known to have reached the goal while that was alive.
    """

    reason: Reason
    asked: float
    binding: bool


def causes(goal: GoalHistory) -> tuple[Cause, ...]:
    """Everything that may have ended the goal, in the order of asking."""
    return tuple(sorted(_causes(goal), key=lambda cause: cause.asked))


def _causes(goal: GoalHistory) -> Iterator[Cause]:
    for cancel in goal.cancels:
        if cancel.answer is None or lists(cancel, goal):
            yield Cause(Reason.CANCELLED, cancel.asked, binding=cancel.answer is not None)
    for stop in goal.stops:
        yield Cause(Reason.STOPPED, stop.asked, binding=goal.goal_id in stop.goals)
    known = goal.answered
    for time in goal.superseded:
        # Two requests that are under way at once may arrive in either order.
        yield Cause(Reason.SUPERSEDED, time, binding=known is not None and known < time)
    for time in goal.lease_taken:
        yield Cause(Reason.LEASE_LOST, time, binding=known is not None and known < time)


def lists(cancel: Cancel, goal: GoalHistory) -> bool:
    """The answer says that this goal is being cancelled."""
    answer = cancel.answer
    return answer is not None and answer.code is CancelCode.NONE and goal.uuid in answer.goals
