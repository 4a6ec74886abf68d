"""One commit being put together: the next state, its effects, and notes for the trace."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agent_core.effects import Effect, Notify
from agent_core.language.interpreter import Interpreter
from agent_core.lifecycles.intent import INTENT, IntentTrigger
from agent_core.lifecycles.task import TASK, TaskTrigger
from agent_core.settings import AgentSettings
from agent_core.state import CoreState, Intent, Task
from agent_core.wording.names import Names
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.events import Event


@dataclass(frozen=True)
class Knowledge:
    """What never changes while an agent lives."""

    catalogue: ObjectCatalogue
    settings: AgentSettings
    names: Names
    interpreter: Interpreter


@dataclass
class Transaction:
    """Handlers replace ``state`` step by step; nothing of it is seen outside before the commit.

    Attributes:
        state: so far.
        event: the one being reduced.
        knowledge: catalogue and settings.
        effects: wanted outside, in order.
        notes: decisions and transitions, for trace and timeline.
    """

    state: CoreState
    event: Event
    knowledge: Knowledge
    effects: list[Effect] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)

    @property
    def now(self) -> float:
        """When the event was received [s]."""
        return self.event.t_received

    def derived_id(self, prefix: str) -> str:
        """An id that follows from the event's, so that a replay makes the same one."""
        return f"{prefix}:{self.event.event_id}"

    def change(self, **update: Any) -> None:
        """Replace fields of the state."""
        self.state = self.state.model_copy(update=update)

    def emit(self, effect: Effect) -> None:
        """Want something done outside."""
        self.effects.append(effect)

    def note(self, kind: str, **data: Any) -> None:
        """Write a decision or transition down."""
        self.notes.append({"kind": kind, **data})

    def notify(self, intent: Intent, message: str) -> None:
        """Tell the person who asked for an intent."""
        self.emit(Notify(intent_id=intent.intent_id, message=message))

    def intent(self, intent_id: str) -> Intent:
        """As it is now in this transaction. Raises KeyError when there is none."""
        found = self.state.intent(intent_id)
        if found is None:
            raise KeyError(f"no intent '{intent_id}' in the state")
        return found

    def change_intent(self, intent_id: str, **update: Any) -> Intent:
        """Replace fields of one intent; the new one."""
        changed = self.intent(intent_id).model_copy(update=update)
        self.change(
            intents=tuple(changed if i.intent_id == intent_id else i for i in self.state.intents)
        )
        return changed

    def step_intent(
        self, intent_id: str, trigger: IntentTrigger, reason: str, **update: Any
    ) -> Intent:
        """Move an intent along its table. Raises IllegalTransition."""
        before = self.intent(intent_id)
        after = INTENT.step(before.state, trigger)
        self.note(
            "intent", intent_id=intent_id, before=before.state, after=after, reason=reason,
            words=before.words,
        )  # fmt: skip
        return self.change_intent(
            intent_id, state=after, state_since=self.now, reason_code=reason, **update
        )

    def change_task(self, task: Task, **update: Any) -> Task:
        """Replace fields of one task; the new one."""
        changed = task.model_copy(update=update)
        intent = self.intent(task.parent_id)
        self.change_intent(
            intent.intent_id,
            tasks=tuple(changed if t.task_id == task.task_id else t for t in intent.tasks),
        )
        return changed

    def step_task(self, task: Task, trigger: TaskTrigger, reason: str, **update: Any) -> Task:
        """Move a task along its table. Raises IllegalTransition."""
        after = TASK.step(task.state, trigger)
        self.note(
            "task", task_id=task.task_id, goal=task.goal, before=task.state, after=after,
            reason=reason,
        )  # fmt: skip
        return self.change_task(
            task, state=after, state_since=self.now, reason_code=reason, **update
        )
