"""What became of every set-point of one goal: played or discarded, and when last heard of."""

from __future__ import annotations

from dataclasses import dataclass, field

from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus

ENDED = frozenset({ChunkState.DRAINED, ChunkState.DISCARDED, ChunkState.REFUSED})
"""States after which nothing more is heard of a chunk."""


@dataclass(slots=True)
class Entry:
    """One requested chunk."""

    chunk_id: str
    length: int
    duration: float
    state: ChunkState = ChunkState.DRAFTED
    played: int = 0
    discarded: int = 0
    started: float | None = None
    """When it began to play, node clock [s]."""

    @property
    def ended(self) -> bool:
        """Nothing more will be played of it."""
        return self.state in ENDED


@dataclass(slots=True)
class Ledger:
    """All chunks of one goal in the order of their request."""

    entries: dict[str, Entry] = field(default_factory=dict)
    heard: float = 0.0
    """When a chunk was requested or a status came last [s]."""

    @property
    def played(self) -> int:
        """Set-points written to the arm."""
        return sum(entry.played for entry in self.entries.values())

    @property
    def discarded(self) -> int:
        """Set-points requested that will never be written."""
        return sum(entry.discarded for entry in self.entries.values())

    @property
    def outstanding(self) -> list[Entry]:
        """Chunks that play or wait."""
        return [entry for entry in self.entries.values() if not entry.ended]

    def enter(self, chunk: ActionChunk, now: float) -> Entry:
        """Note a chunk about to be requested."""
        entry = Entry(chunk.chunk_id, len(chunk.positions), chunk.duration)
        self.entries[chunk.chunk_id] = entry
        self.heard = now
        return entry

    def apply(self, status: ChunkStatus, now: float) -> Entry | None:
        """Take over a status; None when it is about no chunk of this goal that still lives."""
        entry = self.entries.get(status.chunk_id)
        if entry is None or entry.ended:
            return None
        self.heard = now
        entry.state = status.state
        entry.played = max(entry.played, min(status.played, entry.length))
        if status.state is ChunkState.PLAYING and entry.started is None:
            entry.started = status.stamp - entry.duration * entry.played / entry.length
        if status.state is ChunkState.DRAINED:
            entry.played = entry.length
        elif status.state in ENDED:
            entry.discarded = entry.length - entry.played
        return entry

    def write_off(self) -> None:
        """Count what was requested and never heard of again as discarded."""
        for entry in self.outstanding:
            entry.state = ChunkState.DISCARDED
            entry.discarded = entry.length - entry.played
