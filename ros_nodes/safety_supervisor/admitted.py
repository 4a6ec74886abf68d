"""Chunks that were admitted and not yet ended: what the next one starts from."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.safety_supervisor.envelope.proposal import Array, StartState
from ros_nodes.safety_supervisor.refusal import Refusal
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.contracts.chunk import ActionChunk, ChunkStatus

MOST = 2
"""One plays, one waits."""
_GRACE = 0.5
"""A chunk of which no end was heard so long after it is due counts as ended [s]."""
_GOALS = 64
"""Goals whose last index is remembered."""


@dataclass(frozen=True, slots=True)
class _Entry:
    chunk: ActionChunk
    due: float
    """When it has been played at the latest, node clock [s]."""
    end: StartState


class AdmittedChunks:
    """The chunks under way, in order, and the last one that was played to its end."""

    def __init__(self) -> None:
        self._under_way: list[_Entry] = []
        self._drained: _Entry | None = None
        self._indices: OrderedDict[str, int] = OrderedDict()

    def goals(self, now: float) -> tuple[str, ...]:
        """Goals whose chunks are under way; ``now`` is node time [s]."""
        self._forget_overdue(now)
        return tuple(dict.fromkeys(entry.chunk.goal_id for entry in self._under_way))

    def objection(self, chunk: ActionChunk, now: float) -> Refusal | None:
        """Whether it comes in its turn: once, in order, and not a third at a time."""
        last = self._indices.get(chunk.goal_id)
        if last is not None and chunk.index <= last:
            return Refusal(
                Reason.INVALID_GOAL,
                f"chunk {chunk.index} of goal '{chunk.goal_id}' comes after chunk {last}; "
                "number chunks upwards and send each once",
            )
        self._forget_overdue(now)
        # A chunk that is due has been played, though the word of its end may come later than the
        # chunk after the next: the two come from different processes.
        under_way = sum(entry.due > now for entry in self._under_way)
        if under_way >= MOST:
            return Refusal(
                Reason.INVALID_GOAL,
                f"{under_way} chunks are under way, the limit is {MOST}; send the next "
                "when one has ended",
            )
        return None

    def starts(self, chunk: ActionChunk, measured: ArmState) -> tuple[StartState, ...]:
        """Where the chunk may begin, likeliest first.

        While chunks are under way that is the end of the last of them. After the queue ran dry the
        player lets the next chunk join its ramp or, if it was drafted so, start anew at rest.
        """
        if self._under_way:
            return (self._under_way[-1].end,)
        rest = StartState.at_rest(np.array(measured.positions), measured=True)
        drained = self._drained
        if drained is not None and not drained.chunk.final:
            before = drained.chunk
            if (before.goal_id, before.index + 1) == (chunk.goal_id, chunk.index):
                return (drained.end, rest)
        return (rest,)

    def add(self, chunk: ActionChunk, positions: Array, last_velocity: Array, now: float) -> None:
        """An admitted chunk is under way.

        Args:
            chunk: it.
            positions: its set-points [rad]. Shape (set-points, joints).
            last_velocity: mean over its last interval [rad/s]. Shape (joints,).
            now: node clock [s].
        """
        begin = max([now, *(entry.due for entry in self._under_way)])
        if chunk.final:
            end = StartState.at_rest(positions[-1], measured=False)
        else:
            end = StartState(positions[-1], last_velocity, chunk.dt, measured=False)
        self._under_way.append(_Entry(chunk, begin + chunk.duration, end))
        self._indices[chunk.goal_id] = chunk.index
        self._indices.move_to_end(chunk.goal_id)
        while len(self._indices) > _GOALS:
            self._indices.popitem(last=False)

    def on_status(self, status: ChunkStatus) -> None:
        """The player tells of a chunk."""
        entry = next((e for e in self._under_way if e.chunk.chunk_id == status.chunk_id), None)
        if entry is None:
            return
        if status.state is ChunkState.DRAINED:
            self._under_way.remove(entry)
            self._drained = entry
        elif status.state in (ChunkState.DISCARDED, ChunkState.REFUSED):
            self._under_way.remove(entry)
            self._drained = None

    def clear(self) -> None:
        """Everything under way is void: the epoch moved on."""
        self._under_way.clear()
        self._drained = None

    def _forget_overdue(self, now: float) -> None:
        self._under_way = [e for e in self._under_way if now <= e.due + _GRACE]
