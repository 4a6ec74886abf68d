"""The reducer: one state and a batch of events in, the next state and effects out. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agent_core.effects import Effect
from agent_core.language.interpreter import Interpreter
from agent_core.reducer.deliberation import deliberate
from agent_core.reducer.instructions import on_instruction
from agent_core.reducer.proposals import on_proposal
from agent_core.reducer.safety import on_safety
from agent_core.reducer.scene import on_scene
from agent_core.reducer.skills import on_feedback, on_result, on_withdrawn
from agent_core.reducer.timers import on_timer
from agent_core.reducer.transaction import Knowledge, Transaction
from agent_core.settings import AgentSettings
from agent_core.state import CoreState
from agent_core.wording.names import Names
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.events import Event

INSTRUCTION = "instruction"
SCENE = "scene"
FEEDBACK = "skill_feedback"
RESULT = "skill_result"
WITHDRAWN = "skill_withdrawn"
SAFETY = "safety"
TIMER = "timer"
PROPOSAL = "proposal"

HANDLERS: dict[str, Callable[[Transaction], None]] = {
    INSTRUCTION: on_instruction,
    SCENE: on_scene,
    FEEDBACK: on_feedback,
    RESULT: on_result,
    WITHDRAWN: on_withdrawn,
    SAFETY: on_safety,
    TIMER: on_timer,
    PROPOSAL: on_proposal,
}

_REMEMBERED_EVENTS = 512
"""Ids kept to know a duplicate by."""


@dataclass(frozen=True)
class Commit:
    """What one batch came to."""

    state: CoreState
    effects: tuple[Effect, ...]
    notes: tuple[dict[str, Any], ...]


class Core:
    """Holds what never changes; ``reduce`` itself holds nothing."""

    def __init__(self, catalogue: ObjectCatalogue, settings: AgentSettings) -> None:
        self.knowledge = Knowledge(
            catalogue=catalogue,
            settings=settings,
            names=Names(catalogue),
            interpreter=Interpreter(catalogue),
        )

    def reduce(self, state: CoreState, event: Event) -> tuple[CoreState, tuple[Effect, ...]]:
        """The state after one event, and what is wanted outside."""
        commit = self.reduce_batch(state, (event,))
        return commit.state, commit.effects

    def reduce_batch(self, state: CoreState, events: Sequence[Event]) -> Commit:
        """The state after a batch: every event in order, then one round of deliberation.

        The version rises by one. An event whose id was seen before changes nothing; a kind that is
        not known is noted and changes nothing.
        """
        effects: list[Effect] = []
        notes: list[dict[str, Any]] = []
        state = state.model_copy(update={"version": state.version + 1})
        transaction: Transaction | None = None
        for event in events:
            transaction = Transaction(state, event, self.knowledge, effects, notes)
            self._take(transaction)
            state = transaction.state
        if transaction is not None:
            deliberate(transaction)
            state = transaction.state
        return Commit(state=state, effects=tuple(effects), notes=tuple(notes))

    def _take(self, transaction: Transaction) -> None:
        event, state = transaction.event, transaction.state
        if event.event_id in state.seen_events:
            transaction.note("duplicate", event_id=event.event_id)
            return
        transaction.change(
            now=max(state.now, event.t_received),
            seen_events=(*state.seen_events, event.event_id)[-_REMEMBERED_EVENTS:],
        )
        handler = HANDLERS.get(event.kind)
        if handler is None:
            transaction.note("unknown_kind", event_id=event.event_id, event_kind=event.kind)
            return
        handler(transaction)
