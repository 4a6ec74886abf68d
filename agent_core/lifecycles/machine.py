"""State machines as data: a table of transitions and the one function that applies it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class IllegalTransition(ValueError):
    """The table has no such edge."""


@dataclass(frozen=True)
class Machine[State: StrEnum, Trigger: StrEnum]:
    """A table ``(state, trigger) → state``; states without outgoing edges are terminal."""

    name: str
    initial: State
    table: Mapping[tuple[State, Trigger], State]

    def step(self, state: State, trigger: Trigger) -> State:
        """The state after a trigger.

        Raises:
            IllegalTransition: the table has no edge for this trigger in this state.
        """
        try:
            return self.table[state, trigger]
        except KeyError:
            allowed = sorted(t.value for s, t in self.table if s is state) or ["nothing: it ended"]
            raise IllegalTransition(
                f"{self.name} in state {state.value} does not take '{trigger.value}'; "
                f"it takes {', '.join(allowed)}"
            ) from None

    def allows(self, state: State, trigger: Trigger) -> bool:
        """Whether the table has this edge."""
        return (state, trigger) in self.table

    def is_terminal(self, state: State) -> bool:
        """Whether no edge leaves the state."""
        return all(source is not state for source, _ in self.table)
