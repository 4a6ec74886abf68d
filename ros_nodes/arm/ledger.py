"""What became of each chunk: every one ends in exactly one terminal status."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus

if TYPE_CHECKING:
    from xlerobot_agent.contracts.reasons import Reason

TERMINAL = frozenset({ChunkState.DRAINED, ChunkState.DISCARDED, ChunkState.REFUSED})
_REMEMBERED = 64
"""Ended chunks whose status is given again when they are delivered twice."""


class ChunkLedger:
    """Latest status of live chunks, last status of ended ones, and what is still to be told."""

    def __init__(self) -> None:
        self._live: dict[str, ChunkStatus] = {}
        self._ended: OrderedDict[str, ChunkStatus] = OrderedDict()
        self._outbox: list[ChunkStatus] = []

    def known(self, chunk_id: str) -> ChunkStatus | None:
        """The last status of a chunk that was here before."""
        return self._live.get(chunk_id) or self._ended.get(chunk_id)

    def admit(self, chunk: ActionChunk, now: float) -> ChunkStatus:
        """Take a chunk on; the status is the answer and is not told again."""
        status = ChunkStatus(
            chunk_id=chunk.chunk_id,
            goal_id=chunk.goal_id,
            state=ChunkState.ADMITTED,
            played=0,
            discarded=0,
            stamp=now,
        )
        self._live[chunk.chunk_id] = status
        return status

    def refuse(
        self, chunk: ActionChunk, reason: Reason, message: str, *, now: float, at_rest: bool
    ) -> ChunkStatus:
        """Turn a chunk away; the status is the answer and is not told again."""
        status = ChunkStatus(
            chunk_id=chunk.chunk_id,
            goal_id=chunk.goal_id,
            state=ChunkState.REFUSED,
            played=0,
            discarded=len(chunk.positions),
            reason=reason,
            message=message,
            at_rest=at_rest,
            stamp=now,
        )
        self._remember(status)
        return status

    def playing(self, chunk: ActionChunk, played: int, now: float) -> None:
        """Tell how far a chunk is played."""
        self._tell(self._live[chunk.chunk_id], ChunkState.PLAYING, played, 0, now)

    def drained(self, chunk: ActionChunk, now: float, *, at_rest: bool) -> None:
        """All of it is played."""
        total = len(chunk.positions)
        self._end(chunk, ChunkState.DRAINED, total, 0, now, at_rest=at_rest)

    def discarded(
        self,
        chunk: ActionChunk,
        played: int,
        reason: Reason,
        message: str,
        *,
        now: float,
        at_rest: bool,
    ) -> None:
        """The rest of it will never be written."""
        self._end(
            chunk,
            ChunkState.DISCARDED,
            played,
            len(chunk.positions) - played,
            now,
            at_rest=at_rest,
            reason=reason,
            message=message,
        )

    def take(self) -> list[ChunkStatus]:
        """What happened since the last call, in order."""
        told, self._outbox = self._outbox, []
        return told

    def _tell(
        self,
        last: ChunkStatus,
        state: ChunkState,
        played: int,
        discarded: int,
        now: float,
        **more: object,
    ) -> ChunkStatus:
        fields = {"state": state, "played": played, "discarded": discarded, "stamp": now} | more
        status = last.model_copy(update=fields)
        self._outbox.append(status)
        if state not in TERMINAL:
            self._live[status.chunk_id] = status
        return status

    def _end(
        self,
        chunk: ActionChunk,
        state: ChunkState,
        played: int,
        discarded: int,
        now: float,
        **more: object,
    ) -> None:
        last = self._live.pop(chunk.chunk_id)
        self._remember(self._tell(last, state, played, discarded, now, **more))

    def _remember(self, status: ChunkStatus) -> None:
        self._ended[status.chunk_id] = status
        while len(self._ended) > _REMEMBERED:
            self._ended.popitem(last=False)
