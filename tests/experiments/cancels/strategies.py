"""Histories of goals that keep all rules, drawn by hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

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
    WordHeard,
)
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import Phase

UUID, GOAL = "ab" * 16, "g-1"
LENGTH = 15
ENDINGS = ("succeeded", "cancelled", "stopped", "superseded", "lease_lost", "slipped")


def heard_chunk(index, time, state, *, played=0, discarded=0, reason=""):
    return WordHeard(time, f"c-{index}", GOAL, state, played, discarded, reason)


def drained(count):
    """Chunks from the first second on, 0.3 s each."""
    chunks, words = [], []
    for index in range(count):
        time = 1.0 + 0.3 * index
        chunks.append(ChunkHeard(time - 0.1, f"c-{index}", GOAL, index))
        words.append(heard_chunk(index, time, ChunkState.PLAYING))
        words.append(heard_chunk(index, time + 0.29, ChunkState.DRAINED, played=LENGTH))
    return chunks, words


def cut_short(index, asked, late, played, reason):
    """A chunk that plays when the end is asked for."""
    chunk = ChunkHeard(asked - 0.2, f"c-{index}", GOAL, index)
    words = [
        heard_chunk(index, asked - 0.1, ChunkState.PLAYING),
        heard_chunk(
            index,
            asked + late,
            ChunkState.DISCARDED,
            played=played,
            discarded=LENGTH - played,
            reason=reason,
        ),
    ]
    return chunk, words


@st.composite
def histories(draw, endings=ENDINGS):
    """A goal that ends in one of the ways, with a late cancel for some."""
    ending = draw(st.sampled_from(endings))
    chunks, words = drained(draw(st.integers(0, 4)))
    asked = 1.2 + 0.3 * len(chunks)
    end = asked + draw(st.floats(0.3, 1.0))
    reason = "" if ending == "succeeded" else ending
    by_others = ending in ("cancelled", "stopped", "superseded", "lease_lost")
    if by_others and draw(st.booleans()):
        chunk, more = cut_short(
            len(chunks), asked, draw(st.floats(0.001, 0.09)), draw(st.integers(0, 14)), reason
        )
        chunks, words = [*chunks, chunk], words + more
    return GoalHistory(
        goal_id=GOAL,
        uuid=UUID,
        skill="pick",
        asked=0.5,
        answered=0.51,
        accepted=True,
        statuses=statuses_of(ending, asked, end),
        feedback=(
            FeedbackHeard(0.6, Phase.RUNNING, "reach"),
            FeedbackHeard(end - 0.001, Phase.DONE, "reach"),
        ),
        chunks=tuple(chunks),
        words=tuple(words),
        result=result_of(ending, end, words),
        cancels=cancels_of(ending, asked, end, late=draw(st.booleans())),
        stops=(Stop(asked, "", asked + 0.01, True, (GOAL,)),) if ending == "stopped" else (),
        superseded=(asked,) if ending == "superseded" else (),
        lease_taken=(asked,) if ending == "lease_lost" else (),
    )


def statuses_of(ending, asked, end):
    last = {"succeeded": GoalState.SUCCEEDED, "cancelled": GoalState.CANCELED}
    states = [
        StatusHeard(0.505, GoalState.ACCEPTED),
        StatusHeard(0.507, GoalState.EXECUTING),
        StatusHeard(end, last.get(ending, GoalState.ABORTED)),
    ]
    if ending == "cancelled":
        states.insert(2, StatusHeard(asked + 0.005, GoalState.CANCELING))
    return tuple(states)


def result_of(ending, end, words):
    verdict = {
        "succeeded": Verdict.SUCCEEDED,
        "lease_lost": Verdict.FAILED,
        "slipped": Verdict.FAILED,
    }.get(ending, Verdict.PREEMPTED)
    reason = "" if ending == "succeeded" else Reason(ending)
    last = {w.chunk_id: w for w in words}
    return ResultHeard(
        time=end + 0.002,
        state=statuses_of(ending, 0.0, end)[-1].state,
        error=reason.name if reason else "NONE",
        verdict=verdict.value,
        reason=reason.value if reason else "",
        played=sum(w.played for w in last.values()),
        discarded=sum(w.discarded for w in last.values()),
    )


def cancels_of(ending, asked, end, *, late):
    cancels = []
    if ending == "cancelled":
        listed = CancelAnswer(asked + 0.006, CancelCode.NONE, (UUID,))
        cancels.append(Cancel(asked, "pick", UUID, listed))
    if late:
        too_late = CancelAnswer(end + 0.02, CancelCode.GOAL_TERMINATED)
        cancels.append(Cancel(end + 0.01, "pick", UUID, too_late))
    return tuple(cancels)
