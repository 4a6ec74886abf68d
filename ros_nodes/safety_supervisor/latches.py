"""Numbered latches: what stopped the arm stays on record until a human resets that very number."""

from __future__ import annotations

from dataclasses import dataclass

from xlerobot_agent.contracts.safety import Latch


@dataclass(slots=True)
class _Entry:
    latch: Latch
    asserted: bool
    """Its source still asserts it; a pulse counts as asserted while it is not quiet."""
    heard: float
    """When it was last asserted, steady clock [s]."""


class Latches:
    """Open latches. One a source, until its source was quiet: after that a new event is a new one.

    A reset names a number, so it cannot clear an event that its sender has not seen; and it is
    refused while the source still asserts or was heard less than ``quiet`` seconds ago.
    """

    def __init__(self, quiet: float, first_id: int = 1) -> None:
        """Nothing is latched.

        Args:
            quiet: silence of a source after which its latch can be reset [s].
            first_id: the number of the first latch.
        """
        self._quiet = quiet
        self._next_id = first_id
        self._entries: dict[int, _Entry] = {}

    @property
    def any(self) -> bool:
        """Something is latched."""
        return bool(self._entries)

    @property
    def cleared_through(self) -> int:
        """Every latch up to this number was reset, by this process or one before it."""
        return min(self._entries, default=self._next_id) - 1

    def open(self, steady: float) -> tuple[Latch, ...]:
        """All latches, oldest first, with whether each is still asserted."""
        return tuple(
            entry.latch.model_copy(update={"asserted": self._asserts(entry, steady)})
            for entry in self._entries.values()
        )

    def trip(
        self, source: str, cause: str, now: float, steady: float, *, held: bool = False
    ) -> Latch | None:
        """Something asserts a stop.

        Args:
            source: who.
            cause: why, for the human who resets it.
            now: node clock [s].
            steady: monotonic time [s].
            held: it stays asserted until `release`; otherwise it is a pulse.

        Returns:
            The latch that this set; None when it belongs to one that is set already.
        """
        current = self._current(source, steady)
        if current is not None:
            current.asserted, current.heard = held, steady
            return None
        latch = Latch(latch_id=self._next_id, source=source, cause=cause, since=now)
        self._next_id += 1
        self._entries[latch.latch_id] = _Entry(latch, held, steady)
        return latch

    def release(self, source: str, steady: float) -> None:
        """A source no longer asserts; its latches stay."""
        for entry in self._entries.values():
            if entry.latch.source == source and entry.asserted:
                entry.asserted, entry.heard = False, steady

    def restore(self, latch: Latch) -> None:
        """Take over a latch that was open when the process before this one ended."""
        self._entries[latch.latch_id] = _Entry(latch, False, float("-inf"))
        self._next_id = max(self._next_id, latch.latch_id + 1)

    def objection(self, latch_id: int, steady: float) -> str | None:
        """Why a latch cannot be reset now; None when it can."""
        entry = self._entries.get(latch_id)
        if entry is None:
            known = ", ".join(map(str, self._entries)) or "none"
            return f"latch {latch_id} is not set; set are: {known}"
        latch = entry.latch
        if entry.asserted:
            return f"latch {latch_id}: '{latch.source}' still asserts it; release it there first"
        silence = steady - entry.heard
        if silence < self._quiet:
            return (
                f"latch {latch_id}: '{latch.source}' was heard {silence:.2f} s ago, it must be "
                f"quiet for {self._quiet} s; try again"
            )
        return None

    def reset(self, latch_id: int) -> Latch:
        """Remove a latch to which there is no objection."""
        return self._entries.pop(latch_id).latch

    def _current(self, source: str, steady: float) -> _Entry | None:
        """The latch to which an assertion belongs: set by this source, and not quiet since."""
        for entry in reversed(self._entries.values()):
            if entry.latch.source == source and self._asserts(entry, steady):
                return entry
        return None

    def _asserts(self, entry: _Entry, steady: float) -> bool:
        return entry.asserted or steady - entry.heard < self._quiet
