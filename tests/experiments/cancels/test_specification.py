"""The specification accepts what is right and rejects every mutation of it (B.2, B.4, fault 18)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from experiments.cancels.chunks import latency, one_mover
from experiments.cancels.specification import starved, unseen, violations
from ros_nodes.trial.goal_history import (
    Cancel,
    CancelAnswer,
    CancelCode,
    ChunkHeard,
    FeedbackHeard,
    GoalHistory,
    GoalState,
    ResultHeard,
    StatusHeard,
    Stop,
)
from tests.experiments.cancels.strategies import GOAL, UUID, heard_chunk, histories
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.skills import Phase

"""Machines are busy with live graphs at times."""


def with_status(goal, state, at):
    """One more status somewhere."""
    return replace(
        goal, statuses=(*goal.statuses[:at], StatusHeard(9.0, state), *goal.statuses[at:])
    )


def without_status(goal, state):
    return replace(goal, statuses=tuple(s for s in goal.statuses if s.state is not state))


def with_result(goal, **changes):
    return replace(goal, result=replace(goal.result, **changes))


def with_answer(goal, code, goals=(), at=None):
    """The last cancel is answered otherwise."""
    cancel = goal.cancels[-1]
    answer = CancelAnswer(at or cancel.answer.time, code, goals)
    return replace(goal, cancels=(*goal.cancels[:-1], replace(cancel, answer=answer)))


@given(histories())
def test_what_is_right_is_accepted(goal):
    assert violations(goal) == ()


@given(histories(), st.sampled_from(list(GoalState)))
def test_nothing_follows_a_terminal_status(goal, state):
    assume(state is not goal.statuses[-1].state)
    assert violations(with_status(goal, state, len(goal.statuses)))


@given(histories())
def test_a_status_goes_upwards_and_ends_once(goal):
    assert violations(without_status(goal, goal.end.state))
    assert violations(replace(goal, statuses=goal.statuses[::-1]))
    assert violations(with_status(goal, GoalState.ACCEPTED, 2))
    assert violations(with_status(goal, GoalState.UNKNOWN, 0))


@given(histories())
def test_a_step_that_no_array_showed_is_counted(goal):
    """The arrays' topic keeps the newest alone; who is slow misses some."""
    assert unseen(goal) == 0
    hidden = without_status(goal, GoalState.ACCEPTED)
    assert unseen(hidden) == 1
    assert not violations(hidden)
    assert unseen(without_status(hidden, GoalState.EXECUTING)) == (
        1 if goal.result.error == "CANCELLED" else 2
    )


@given(histories(), st.sampled_from([4, 5, 6]))
def test_result_and_status_array_agree(goal, number):
    state = GoalState(number)
    assume(state is not goal.result.state)
    assert violations(with_result(goal, state=state))
    ended = replace(goal.statuses[-1], state=state)
    assert violations(replace(goal, statuses=(*goal.statuses[:-1], ended)))


@given(histories(), st.sampled_from(list(Reason)))
def test_the_reason_is_the_error_code(goal, reason):
    if reason.value != goal.result.reason:
        assert violations(with_result(goal, reason=reason.value))


@given(histories(), st.sampled_from(["CANCELLED", "STOPPED", "SUPERSEDED", "LEASE_LOST"]))
def test_the_reason_is_one_that_was_asked_for(goal, name):
    """Also where the code was changed to fit the wrong reason."""
    if name != goal.result.error:
        assert violations(with_result(goal, reason=name.lower(), error=name))


@given(histories())
def test_every_accepted_goal_has_one_result_with_the_right_code(goal):
    assert violations(replace(goal, result=None))
    assert violations(with_result(goal, error="UNKNOWN"))
    assert violations(with_result(goal, error=""))
    assert violations(with_result(goal, verdict="timed_out"))


@given(histories())
def test_set_points_are_counted_as_on_the_wire(goal):
    assert violations(with_result(goal, discarded=goal.result.discarded + 1))
    assert violations(with_result(goal, played=goal.result.played + 1))


@given(histories(endings=("cancelled",)))
def test_cancelled_needs_a_cancel(goal):
    assert violations(replace(goal, cancels=()))


@given(histories(endings=("stopped", "superseded", "lease_lost")))
def test_every_other_cause_is_needed_too(goal):
    assert violations(replace(goal, stops=(), superseded=(), lease_taken=()))


@given(histories(endings=("cancelled",)), st.sampled_from(list(CancelCode)))
def test_the_answer_to_a_cancel_is_true(goal, code):
    first = replace(goal, cancels=goal.cancels[:1])
    if code is CancelCode.GOAL_TERMINATED:
        # As rcl says it of a goal that is being cancelled, here long before.
        early = replace(first.cancels[0], asked=0.6, answer=CancelAnswer(0.61, code))
        assert violations(replace(first, cancels=(early, *goal.cancels)))
    else:
        assert violations(with_answer(first, code))
    never = replace(first.cancels[0], answer=None)
    assert violations(replace(first, cancels=(never,)))
    assert not violations(replace(first, cancels=(replace(never, mortal=True),)))


@given(histories())
def test_a_cancel_after_the_end_is_told_so(goal):
    late = goal.end.time + 1.0
    for code, goals in ((CancelCode.NONE, (UUID,)), (CancelCode.REJECTED, ())):
        answer = CancelAnswer(late + 0.01, code, goals)
        told = replace(goal, cancels=(*goal.cancels, Cancel(late, "pick", UUID, answer)))
        wrong = violations(told)
        assert wrong or (code is CancelCode.NONE and goal.end.state is GoalState.CANCELED)
    unknown = Cancel(late, "pick", UUID, CancelAnswer(late + 0.01, CancelCode.UNKNOWN_GOAL_ID))
    assert violations(replace(goal, cancels=(*goal.cancels, unknown)))


@given(histories(endings=("succeeded",)), st.floats(0.0, 0.2))
def test_a_success_long_after_a_cancel_is_wrong(goal, margin):
    """In time it may have been too late for the cancel."""
    asked = goal.end.time - 0.1 - margin - 1e-3
    answer = CancelAnswer(asked + 0.01, CancelCode.NONE, (UUID,))
    told = replace(
        goal,
        cancels=(Cancel(asked, "pick", UUID, answer),),
        statuses=(
            *goal.statuses[:-1],
            StatusHeard(asked + 0.005, GoalState.CANCELING),
            goal.statuses[-1],
        ),
    )
    assert any("SUCCEEDED" in what for what in violations(told))


@given(histories(endings=("cancelled", "stopped", "superseded", "lease_lost")))
def test_nothing_of_a_discarded_chunk_plays(goal):
    discard = next((w for w in goal.words if w.state is ChunkState.DISCARDED), None)
    assume(discard is not None)
    again = replace(discard, time=discard.time + 0.01, state=ChunkState.PLAYING)
    other = heard_chunk(99, discard.time + 0.01, ChunkState.PLAYING)
    late = ChunkHeard(discard.time + 0.2, "c-99", GOAL, 99)
    assert violations(replace(goal, words=(*goal.words, again)))
    assert violations(replace(goal, words=(*goal.words, other)))
    assert violations(replace(goal, chunks=(*goal.chunks, late)))
    slow = replace(discard, time=discard.time + 0.2)
    assert violations(replace(goal, words=tuple(slow if w is discard else w for w in goal.words)))
    assert 0.0 < latency(goal) < 0.1


@given(histories(endings=("cancelled",)))
def test_a_goal_that_is_cancelled_before_it_moves_never_moves(goal):
    cancel = goal.cancels[0]
    asked = replace(cancel, asked=0.6, answer=replace(cancel.answer, time=0.61))
    early = replace(goal, cancels=(asked, *goal.cancels[1:]), statuses=early_statuses(goal))
    assert any("moves the arm" in what for what in violations(early)) == bool(goal.words)


def early_statuses(goal):
    return tuple(
        replace(s, time=0.605) if s.state is GoalState.CANCELING else s for s in goal.statuses
    )


@given(histories())
def test_every_chunk_ends_once(goal):
    assume(goal.words)
    assert violations(replace(goal, words=(*goal.words, goal.words[-1])))
    assert violations(replace(goal, words=goal.words[:-1]))


@given(histories())
def test_feedback_ends_with_the_goal(goal):
    after = FeedbackHeard(goal.end.time + 0.2, Phase.DONE, "")
    assert violations(replace(goal, feedback=(*goal.feedback, after)))
    resumed = FeedbackHeard(goal.end.time, Phase.RUNNING, "")
    assert violations(replace(goal, feedback=(*goal.feedback, resumed)))


@given(histories(endings=("stopped",)))
def test_a_stop_names_what_it_ends(goal):
    stop = goal.stops[0]
    assert violations(replace(goal, stops=(replace(stop, answered=None),)))
    assert violations(replace(goal, stops=(replace(stop, goals=()),)))
    assert violations(replace(goal, stops=(replace(stop, target=GOAL, known=False),)))
    late = Stop(goal.end.time + 1.0, "", goal.end.time + 1.01, True, (GOAL,))
    assert violations(replace(goal, stops=(stop, late)))


@given(histories())
def test_a_cancel_of_all_goals_leaves_none_out(goal):
    first = replace(goal, cancels=())
    early = Cancel(0.7, "pick", "", CancelAnswer(0.71, CancelCode.NONE, ()))
    assert violations(replace(first, cancels=(early,)))
    late = goal.end.time + 1.0
    idle = Cancel(late, "pick", "", CancelAnswer(late + 0.01, CancelCode.NONE, ()))
    assert not violations(replace(goal, cancels=(*goal.cancels, idle)))


def test_a_refused_goal_has_no_life():
    refused = GoalHistory(GOAL, UUID, "pick", asked=0.5, answered=0.51, accepted=False)
    assert not violations(refused)
    assert violations(replace(refused, statuses=(StatusHeard(0.6, GoalState.ACCEPTED),)))
    assert violations(replace(refused, accepted=None, answered=None))


def test_a_request_may_be_lost_with_its_sender():
    unknown = ResultHeard(2.0, GoalState.UNKNOWN, "NONE", "", "")
    lost = GoalHistory(GOAL, UUID, "pick", asked=0.5, mortal=True, result=unknown)
    assert not violations(lost)
    assert violations(replace(lost, words=(heard_chunk(0, 1.0, ChunkState.PLAYING),)))
    # Once it came to the server, it has to end.
    assert violations(replace(lost, statuses=(StatusHeard(0.6, GoalState.ACCEPTED),)))


@given(histories())
def test_a_goal_of_a_dead_client_ends_like_any_other(goal):
    orphan = replace(goal, mortal=True, answered=None, accepted=None)
    assert not violations(orphan)
    assert violations(replace(orphan, statuses=orphan.statuses[:-1]))


def test_the_older_goal_never_moves_again():
    def play(goal):
        return replace(heard_chunk(0, 1.0, ChunkState.PLAYING), goal_id=goal)

    assert not one_mover([play("a"), play("a"), play("b"), play("c")])
    assert one_mover([play("a"), play("b"), play("a")])


@pytest.mark.parametrize(("reason", "starves"), [("heartbeat_lost", True), ("slipped", False)])
@given(goal=histories(endings=("slipped",)))
def test_a_machine_that_is_too_slow_is_told_apart(reason, starves, goal):
    assert starved(with_result(goal, reason=reason)) is starves
