"""The one state of the core: frozen values, replaced whole at each commit (requirements B.1)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from agent_core.beliefs.store import BeliefStore
from agent_core.budgets.ledger import Ledger, Premise
from agent_core.lifecycles.intent import IntentState
from agent_core.lifecycles.skill_goal import SkillState
from agent_core.lifecycles.task import TaskState, is_open
from xlerobot_agent.contracts.instruction import InstructionReply
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.safety import SafetyState
from xlerobot_agent.contracts.skills import SkillGoal

SUSPENDED_LIMIT = 3
"""Intents that wait beside the active one (requirement S0-06)."""
TASK_LIMIT = 5
"""Tasks a plan expands (requirement S0-08)."""


class Source(StrEnum):
    """Where an intent comes from (requirement S0-03)."""

    REQUEST = "request"
    COMMITMENT = "commitment"
    CARE = "care"
    DUTY = "duty"
    HABIT = "habit"
    RITUAL = "ritual"
    PROHIBITION = "prohibition"
    REPAIR = "repair"
    OWN_GOAL = "own_goal"


class Purpose(StrEnum):
    """What a skill is for, in the course of an intent."""

    LOOK = "look"
    FETCH = "fetch"
    DELIVER = "deliver"
    PUT_DOWN = "put_down"
    REST = "rest"
    VERIFY = "verify"


class Task(Contract):
    """One thing to bring to one place."""

    task_id: str = Field(min_length=1)
    parent_id: str = Field(min_length=1)
    """The intent's id."""
    created_version: int
    state: TaskState
    state_since: float
    source: Source
    reason_code: str = ""
    goal: str
    """The predicate that ends it, e.g. ``inside(red_cup, tray)``."""
    object_id: str
    target_id: str
    premise: Premise = Premise()
    needs_view: bool = False
    """The repair that is due: look from the rest pose before trying again."""
    looks: int = 0
    """Looks at the desk that did not show the object."""
    deadline: float | None = None
    """When it stops waiting for a person [s]."""
    failure: Reason | None = None

    @property
    def open(self) -> bool:
        """It has not ended."""
        return is_open(self.state)


class IntentKind(StrEnum):
    """What shape of wish an intent is."""

    ARRANGE = "arrange"
    LOOK = "look"
    REST = "rest"


class Intent(Contract):
    """What the agent pursues for someone, with the predicates that end it."""

    intent_id: str = Field(min_length=1)
    parent_id: str = ""
    created_version: int
    state: IntentState
    state_since: float
    source: Source
    reason_code: str = ""
    kind: IntentKind = IntentKind.ARRANGE
    language: str
    words: str
    """In words, in the speaker's language."""
    goals: tuple[str, ...] = ()
    """Completion predicates."""
    check: bool = False
    """Look at the desk once more at the end, as asked."""
    tasks: tuple[Task, ...] = ()
    fresh: bool = False
    """The desk was observed since the intent was taken up or interrupted."""
    checked: bool = False
    """The look asked for at the end was had."""
    closing: bool = False
    """A person took it back: only put down, return to rest and end."""
    awaits_person: bool = False
    """Suspended by a person's stop: only a person's word resumes it."""
    deadline: float | None = None
    """When the wait for that word ends [s]."""
    steps: int = 0
    """Skills started for it."""
    verified: tuple[str, ...] = ()
    """Predicates that the final receipt bears out."""
    failure: Reason | None = None
    """Why a skill last failed; of an abandoned intent, why it was."""

    @property
    def open(self) -> bool:
        """It has not ended."""
        return self.state not in (IntentState.COMPLETED, IntentState.ABANDONED)

    def open_tasks(self) -> tuple[Task, ...]:
        """Tasks that have not ended, in order."""
        return tuple(task for task in self.tasks if task.open)

    def latest(self, goal: str) -> Task | None:
        """The newest task for a goal."""
        return next((task for task in reversed(self.tasks) if task.goal == goal), None)


class SkillRun(Contract):
    """The skill goal that is out, as the agent sees it."""

    goal: SkillGoal
    purpose: Purpose
    intent_id: str
    task_id: str = ""
    premise: Premise = Premise()
    state: SkillState
    since: float
    deadline: float
    """When to ask it to end, or, once asked, when to give it up [s]."""
    cancelled: bool = False
    """We asked it to end."""
    step: str = ""
    progress: float = 0.0


class PendingRequest(Contract):
    """A proposal was asked for and has not come."""

    request_id: str
    version: int
    offered_hash: str
    deadline: float


class ReceiptNote(Contract):
    """What is kept of a receipt."""

    goal_id: str
    skill: str
    verdict: Verdict
    reason: Reason | None
    predicates: dict[str, str]
    t_settled: float
    hash: str


class CoreState(Contract):
    """Everything that decisions depend on."""

    version: int = 0
    now: float = 0.0
    intents: tuple[Intent, ...] = ()
    """Open ones in the order they were accepted, after the last ones that ended."""
    run: SkillRun | None = None
    store: BeliefStore = BeliefStore()
    ledger: Ledger = Ledger()
    safety: SafetyState | None = None
    recovering: bool = False
    """Motion is free again, the desk has not been observed since."""
    clear_since: float = 0.0
    held: str = ""
    """What the gripper holds, by the last receipt or observation; empty for nothing."""
    not_before: float = 0.0
    """No skill starts earlier [s]: back-off."""
    interruptions: int = 0
    """In a row, without a success between."""
    request: PendingRequest | None = None
    rejections: int = 0
    """Proposals refused in this round."""
    receipts: tuple[ReceiptNote, ...] = ()
    replies: tuple[InstructionReply, ...] = ()
    seen_events: tuple[str, ...] = ()
    reason: str = ""
    last_outcome: str = ""

    def active(self) -> Intent | None:
        """The one intent that is pursued now."""
        return next((i for i in self.intents if i.state is IntentState.ACTIVE), None)

    def waiting(self) -> tuple[Intent, ...]:
        """Intents that wait their turn or a person's word."""
        return tuple(
            i for i in self.intents if i.state in (IntentState.PLANNED, IntentState.SUSPENDED)
        )

    def intent(self, intent_id: str) -> Intent | None:
        """By id."""
        return next((i for i in self.intents if i.intent_id == intent_id), None)
