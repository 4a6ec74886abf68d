"""The decision trace: one JSON line a commit, each with the hash of the one before (B.13)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from agent_core.canonical import canonical, digest
from agent_core.reducer.core import Commit
from agent_core.state import CoreState
from xlerobot_agent.contracts.events import Event

SCHEMA_VERSION = 1
REDUCER_VERSION = 1


class DecisionTrace:
    """Writes lines to a sink. The events in it, reduced again, give the same state hashes."""

    def __init__(self, sink: Callable[[str], None]) -> None:
        """Set up.

        Args:
            sink: takes one line, without its newline.
        """
        self._sink = sink
        self._last = ""
        self._sequence = 0

    def write(self, before: CoreState, events: Sequence[Event], commit: Commit) -> None:
        """Append one commit."""
        record = {
            "schema": SCHEMA_VERSION,
            "reducer": REDUCER_VERSION,
            "sequence": self._sequence,
            "version_in": before.version,
            "version_out": commit.state.version,
            "events": [event.model_dump(mode="json") for event in events],
            "notes": list(commit.notes),
            "effects": [effect.model_dump(mode="json") for effect in commit.effects],
            "state": digest(canonical(commit.state)),
            "previous": self._last,
        }
        line = canonical(record)
        self._last = digest(line)
        self._sequence += 1
        self._sink(line)


def first_broken_link(lines: Iterable[str]) -> int | None:
    """Index of the first line that does not follow from the one before; None when all do."""
    last = ""
    for index, line in enumerate(lines):
        if json.loads(line)["previous"] != last:
            return index
        last = digest(line)
    return None
