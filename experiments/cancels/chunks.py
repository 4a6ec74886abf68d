"""What may be heard of a goal's chunks: nothing of a discarded one is played, all is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.cancels.causes import PROMPT, WIRE, causes
from xlerobot_agent.contracts.chunk import ChunkState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ros_nodes.trial.goal_history import GoalHistory, WordHeard

LAST = frozenset({ChunkState.DRAINED, ChunkState.DISCARDED, ChunkState.REFUSED})
"""States after which nothing more is heard of a chunk."""


def final_discard(goal: GoalHistory) -> WordHeard | None:
    """The discard with which the goal's motion ended before its time, as somebody had asked.

    A skill that plans anew discards what it drafted too, and goes on.
    """
    asked = causes(goal)
    return next(
        (
            word
            for word in goal.words
            if word.state is ChunkState.DISCARDED
            and any(c.reason == word.reason and c.asked <= word.time for c in asked)
        ),
        None,
    )


def void_after_discard(goal: GoalHistory) -> Iterator[str]:
    """After a goal's discard no chunk of it plays, and none is let through."""
    discard = final_discard(goal)
    if discard is None:
        return
    after = goal.words[goal.words.index(discard) + 1 :]
    for word in after:
        if word.state is ChunkState.PLAYING:
            yield f"chunk {word.chunk_id} plays after {discard.chunk_id} was discarded"
    for chunk in goal.chunks:
        late = chunk.time - discard.time
        if late > WIRE:
            yield f"chunk {chunk.chunk_id} was let through {1e3 * late:.0f} ms after the discard"


def words_in_order(goal: GoalHistory) -> Iterator[str]:
    """Each chunk ends once, and what was played of it never grows less."""
    ended: set[str] = set()
    played: dict[str, int] = {}
    for word in goal.words:
        if word.chunk_id in ended:
            yield f"chunk {word.chunk_id} is '{word.state}' after it had ended"
        if word.state in LAST:
            ended.add(word.chunk_id)
        if word.played < played.get(word.chunk_id, 0):
            yield f"chunk {word.chunk_id}: fewer set-points played than before"
        played[word.chunk_id] = word.played
    open_chunks = {c.chunk_id for c in goal.chunks} - ended
    if open_chunks:
        yield f"nothing was heard of the end of {', '.join(sorted(open_chunks))}"


def counted(goal: GoalHistory) -> Iterator[str]:
    """The result's set-points are those that the arm told of."""
    result = goal.result
    if result is None:
        return
    last = {w.chunk_id: w for w in goal.words if w.state in LAST}
    played = sum(w.played for w in last.values())
    discarded = sum(w.discarded for w in last.values())
    if result.discarded != discarded:
        yield f"{result.discarded} set-points discarded by the result, {discarded} on the wire"
    if result.played != played:
        yield f"{result.played} set-points played by the result, {played} on the wire"


def one_mover(words: Iterable[WordHeard]) -> tuple[str, ...]:
    """Over all goals: once a newer goal's chunk plays, the older one's never plays again."""
    wrong = []
    movers: list[str] = []
    for word in words:
        if word.state is not ChunkState.PLAYING:
            continue
        if word.goal_id not in movers:
            movers.append(word.goal_id)
        elif movers[-1] != word.goal_id:
            wrong.append(f"goal {word.goal_id} moves the arm while {movers[-1]} does")
    return tuple(wrong)


def prompt(goal: GoalHistory) -> Iterator[str]:
    """What plays when the end is asked for is discarded at once."""
    late = latency(goal)
    if late is not None and late > PROMPT:
        limit = f"the limit is {1e3 * PROMPT:.0f} ms"
        yield f"discarded {1e3 * late:.0f} ms after it was asked for, {limit}"


def moves_on(goal: GoalHistory) -> Iterator[str]:
    """Whose end was asked for moves the arm no more, also where nothing of it played yet."""
    asked = min((c.asked for c in causes(goal) if c.binding), default=None)
    playing = [w.time for w in goal.words if w.state is ChunkState.PLAYING]
    if asked is None or not playing:
        return
    late = playing[-1] - asked
    if late > PROMPT:
        yield f"moves the arm {1e3 * late:.0f} ms after its end was asked for"


def latency(goal: GoalHistory) -> float | None:
    """From the first cancel, stop or other cause to the discard of what played then [s].

    None where nothing played then, or where it was played to its end before the cause took effect.
    """
    discard = final_discard(goal)
    if discard is None:
        return None
    asked = min(c.asked for c in causes(goal) if c.reason == discard.reason)
    started = [w.time for w in goal.words if w.chunk_id == discard.chunk_id]
    return discard.time - asked if started[0] <= asked else None
