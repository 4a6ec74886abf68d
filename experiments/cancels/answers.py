"""Whether the answers to cancels and stops were true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.cancels.causes import WIRE, lists
from ros_nodes.trial.goal_history import CancelCode, GoalState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ros_nodes.trial.goal_history import Cancel, CancelAnswer, GoalHistory


def cancels(goal: GoalHistory) -> Iterator[str]:
    """Every cancel request is answered, and its answer is what the status array says."""
    for cancel in goal.cancels:
        answer = cancel.answer
        if answer is None:
            if not cancel.mortal:
                yield "a cancel request was never answered"
        elif lists(cancel, goal):
            yield from _listed(goal, answer)
        elif cancel.target:
            yield from _not_listed(goal, cancel, answer)
        else:
            yield from _left_out(goal, cancel, answer)


def _listed(goal: GoalHistory, answer: CancelAnswer) -> Iterator[str]:
    time = _time_of(goal, GoalState.CANCELING)
    if time is None and (goal.end is None or goal.end.state is not GoalState.CANCELED):
        yield "a cancel answer lists the goal, but its status never was CANCELING"
    elif time is not None and time > answer.time + WIRE:
        yield f"status CANCELING came {1e3 * (time - answer.time):.0f} ms after the answer"


def _not_listed(goal: GoalHistory, cancel: Cancel, answer: CancelAnswer) -> Iterator[str]:
    ended = goal.end is not None and goal.end.time <= answer.time + WIRE
    canceling = _time_of(goal, GoalState.CANCELING)
    begun = _time_of(goal, GoalState.ACCEPTED)
    if answer.code is CancelCode.UNKNOWN_GOAL_ID:
        if begun is not None and begun + WIRE < cancel.asked:
            yield "a cancel answer says UNKNOWN_GOAL_ID of a goal that was accepted before"
    elif answer.code is CancelCode.GOAL_TERMINATED:
        # rcl says this also of a goal that an earlier request is cancelling already.
        if not ended and (canceling is None or canceling > answer.time + WIRE):
            yield "a cancel answer says GOAL_TERMINATED of a goal that had not ended"
    elif answer.code is CancelCode.NONE:
        # rclpy takes a goal that ended meanwhile off the list and leaves the code as it is.
        if not ended:
            yield "a cancel answer says NONE without the goal, which had not ended"
    else:
        yield f"a cancel was answered {answer.code.name}; cancels are always accepted"


def _left_out(goal: GoalHistory, cancel: Cancel, answer: CancelAnswer) -> Iterator[str]:
    """A cancel of all goals takes every goal that is alive and not being cancelled yet."""
    if answer.code is not CancelCode.NONE:
        yield f"a cancel of all goals was answered {answer.code.name}"
    begun = _time_of(goal, GoalState.ACCEPTED)
    canceling = _time_of(goal, GoalState.CANCELING)
    alive = begun is not None and begun + WIRE < cancel.asked
    ended = goal.end is not None and goal.end.time <= answer.time + WIRE
    if alive and not ended and (canceling is None or canceling > answer.time):
        yield "a cancel of all goals left this one out"


def of_nobody(requests: Iterable[Cancel], known: frozenset[str]) -> tuple[str, ...]:
    """What is wrong with the answers to cancels of goals that never were.

    Args:
        requests: all cancel requests.
        known: UUIDs of all goals that were ever asked for.
    """
    wrong = []
    for cancel in requests:
        if not cancel.target or cancel.target in known:
            continue
        answer = cancel.answer
        if answer is None:
            wrong.append("a cancel of a goal that never was got no answer")
        elif answer.code is not CancelCode.UNKNOWN_GOAL_ID or answer.goals:
            wrong.append(f"a cancel of a goal that never was got {answer.code.name}")
    return tuple(wrong)


def stops(goal: GoalHistory) -> Iterator[str]:
    """Every stop is answered, and names the goals that it ends."""
    for stop in goal.stops:
        if stop.answered is None:
            yield "a stop was never answered"
            continue
        if stop.known != bool(stop.goals) and stop.target:
            yield f"a stop of one goal was answered with {'no ' if stop.known else ''}goals"
        begun = _time_of(goal, GoalState.EXECUTING)
        alive = begun is not None and begun + WIRE < stop.asked
        ended = goal.end is not None and goal.end.time <= stop.answered + WIRE
        if alive and not ended and goal.goal_id not in stop.goals:
            yield "a stop did not name this goal, which ran"
        if goal.end is not None and goal.goal_id in stop.goals and goal.end.time < stop.asked:
            yield "a stop named this goal, which had ended"


def _time_of(goal: GoalHistory, state: GoalState) -> float | None:
    return next((s.time for s in goal.statuses if s.state is state), None)
