"""What a skill goal may do on the wire (requirements B.2, B.4): every rule says what is wrong.

A history that keeps all rules has no violation. The rules know nothing of the case that was
tried, only of what was asked and of what was heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from experiments.cancels import answers, chunks
from experiments.cancels.causes import PROMPT, WIRE, causes
from ros_nodes.trial.goal_history import ENDED, GoalState
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import Phase

if TYPE_CHECKING:
    from ros_nodes.trial.goal_history import GoalHistory

_RANK = {
    GoalState.ACCEPTED: 0,
    GoalState.EXECUTING: 1,
    GoalState.CANCELING: 2,
    **dict.fromkeys(ENDED, 3),
}
"""A status goes upwards alone. EXECUTING and CANCELING may be left out on the way."""

_ASKED_FOR = frozenset({Reason.CANCELLED, Reason.STOPPED, Reason.SUPERSEDED, Reason.LEASE_LOST})
OWN = frozenset(
    {
        Reason.UNREACHABLE,
        Reason.BLOCKED,
        Reason.TARGET_MISSING,
        Reason.TARGET_OCCUPIED,
        Reason.SLIPPED,
        Reason.GRASP_EMPTY,
        Reason.WRONG_OBJECT,
        Reason.OUT_OF_WORKSPACE,
        Reason.PERCEPTION_UNSURE,
    }
)
"""Reasons for which a skill may fail by itself on a desk that cancelled grasps have disturbed."""

STARVED = frozenset({Reason.HEARTBEAT_LOST, Reason.TIMEOUT})
"""Reasons that say that the machine kept a node from running; no rule is broken by them."""

_VERDICTS = {
    Reason.CANCELLED: {Verdict.PREEMPTED},
    Reason.STOPPED: {Verdict.PREEMPTED},
    Reason.SUPERSEDED: {Verdict.PREEMPTED},
    # A gate refuses what never moved.
    Reason.LEASE_LOST: {Verdict.FAILED, Verdict.REJECTED},
    Reason.HEARTBEAT_LOST: {Verdict.TIMED_OUT},
    Reason.TIMEOUT: {Verdict.TIMED_OUT},
}
_FAILED = {Verdict.FAILED, Verdict.REJECTED, Verdict.PARTIAL}


def violations(goal: GoalHistory) -> tuple[str, ...]:
    """What is wrong with a history that is complete, in words; nothing when it keeps all rules."""
    came = bool(goal.statuses) if goal.mortal else goal.accepted
    rules = RULES if came else REFUSED_RULES
    return tuple(f"{goal.skill} {goal.goal_id}: {what}" for rule in rules for what in rule(goal))


def _answered(goal: GoalHistory) -> Iterator[str]:
    if goal.accepted is None and not goal.mortal:
        yield "the goal request was never answered"


def _untouched(goal: GoalHistory) -> Iterator[str]:
    """Of a goal that was refused, or whose request was lost with its sender, nothing is heard."""
    if goal.statuses or goal.words or goal.chunks:
        yield "a goal that was not accepted has a status or chunks"
    if goal.result is not None and goal.result.state is not GoalState.UNKNOWN:
        yield f"a goal that was not accepted has a result: {goal.result.state.name}"


def _one_end(goal: GoalHistory) -> Iterator[str]:
    ends = [s.state.name for s in goal.statuses if s.state in ENDED]
    if len(ends) != 1:
        yield f"{len(ends)} terminal statuses ({', '.join(ends) or 'none'}); one is right"


def _steps(goal: GoalHistory) -> Iterator[str]:
    """A status array is a latched state: a slow reader may miss one, and none comes back."""
    for before, after in pairwise(s.state for s in goal.statuses):
        if _RANK.get(before, -1) >= _RANK.get(after, -1):
            yield f"status went from {before.name} to {after.name}"
    if any(s.state not in _RANK for s in goal.statuses):
        yield "status UNKNOWN in an array"


def unseen(goal: GoalHistory) -> int:
    """Steps of an accepted goal's status that no array showed to the witness."""
    seen = {s.state for s in goal.statuses}
    needed = {GoalState.ACCEPTED}
    if GoalState.CANCELING not in seen:
        needed.add(GoalState.EXECUTING)
    if GoalState.CANCELED in seen:
        needed.add(GoalState.CANCELING)
    return len(needed - seen) if goal.accepted or seen else 0


def _asked(goal: GoalHistory) -> Iterator[str]:
    """CANCELING comes of cancel requests alone."""
    time = next((s.time for s in goal.statuses if s.state is GoalState.CANCELING), None)
    if time is not None and not any(c.asked <= time for c in goal.cancels):
        yield "status CANCELING, but nobody had asked for a cancel"


def _result(goal: GoalHistory) -> Iterator[str]:
    result, end = goal.result, goal.end
    if result is None:
        yield "no result came"
        return
    if end is not None and result.state is not end.state:
        yield f"the result says {result.state.name}, the status array {end.state.name}"
    name = result.reason.upper() or "NONE"
    if result.error != name:
        yield f"error code {result.error or 'of no name'} with reason '{result.reason}'"
    succeeded = result.verdict == Verdict.SUCCEEDED
    if succeeded != (result.state is GoalState.SUCCEEDED) or succeeded != (not result.reason):
        yield f"{result.state.name} with verdict '{result.verdict}', reason '{result.reason}'"


def _reason(goal: GoalHistory) -> Iterator[str]:
    """How it ended fits why, and why was asked for or is the skill's own."""
    result = goal.result
    if result is None or result.state not in ENDED or not result.reason:
        return
    try:
        reason, verdict = Reason(result.reason), Verdict(result.verdict)
    except ValueError as error:
        yield str(error)
        return
    if (reason is Reason.CANCELLED) != (result.state is GoalState.CANCELED):
        yield f"{result.state.name} with reason '{reason}'"
    if verdict not in _VERDICTS.get(reason, _FAILED):
        yield f"verdict '{verdict}' with reason '{reason}'"
    if reason not in _ASKED_FOR | OWN | STARVED:
        yield f"ended with reason '{reason}', which nothing explains: {result.message}"
    if reason in _ASKED_FOR and not any(
        c.reason is reason and c.asked <= result.time for c in causes(goal)
    ):
        yield f"ended with reason '{reason}', but nobody had asked for that"


def _in_vain(goal: GoalHistory) -> Iterator[str]:
    """Whoever asked in time for the end of a goal gets it: no success long after."""
    if goal.end is None or goal.end.state is not GoalState.SUCCEEDED:
        return
    for cause in causes(goal):
        late = goal.end.time - cause.asked
        if cause.binding and late > PROMPT:
            yield f"SUCCEEDED {1e3 * late:.0f} ms after '{cause.reason}' was asked for"


def _feedback(goal: GoalHistory) -> Iterator[str]:
    """DONE is the last word, and nothing is said after the end."""
    phases = [f.phase for f in goal.feedback]
    if Phase.DONE in phases[:-1]:
        yield "feedback goes on after phase 'done'"
    if goal.end is not None and goal.feedback:
        late = goal.feedback[-1].time - goal.end.time
        if late > WIRE:
            yield f"feedback came {1e3 * late:.0f} ms after the end"


def starved(goal: GoalHistory) -> bool:
    """The goal ended because a node fell silent: it says nothing of cancels."""
    return goal.result is not None and goal.result.reason in STARVED


Rule = Callable[["GoalHistory"], Iterable[str]]
RULES: tuple[Rule, ...] = (
    _answered,
    _one_end,
    _steps,
    _asked,
    _result,
    _reason,
    _in_vain,
    _feedback,
    answers.cancels,
    answers.stops,
    chunks.void_after_discard,
    chunks.words_in_order,
    chunks.counted,
    chunks.prompt,
    chunks.moves_on,
)
REFUSED_RULES: tuple[Rule, ...] = (_answered, _untouched)
