"""The append-only log of events, decisions and effects that timelines are drawn from."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from xlerobot_agent.contracts.events import Event


class EventLog:
    """Append-only; the newest ``capacity`` entries stay in memory, listeners hear of all."""

    def __init__(self, capacity: int) -> None:
        self._entries: deque[Event] = deque(maxlen=capacity)
        self._listeners: list[Callable[[Event], None]] = []
        self._count = 0

    @property
    def count(self) -> int:
        """Entries ever appended; the next one's ``seq``."""
        return self._count

    def append(self, event: Event) -> None:
        """Add one entry and tell the listeners."""
        self._entries.append(event)
        self._count += 1
        for listener in self._listeners:
            listener(event)

    def subscribe(self, listener: Callable[[Event], None]) -> None:
        """Call ``listener`` with each entry from now on."""
        self._listeners.append(listener)

    def since(self, seq: int) -> tuple[Event, ...]:
        """Entries in memory whose ``seq`` is at least this, oldest first."""
        return tuple(event for event in self._entries if event.seq >= seq)

    def __iter__(self) -> Iterator[Event]:
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        return len(self._entries)
