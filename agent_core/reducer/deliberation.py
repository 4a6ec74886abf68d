"""After each batch: keep tasks true to beliefs, then ask for the next step, or end the intent."""

from __future__ import annotations

from agent_core.budgets.ledger import Next, charge
from agent_core.effects import RequestProposal
from agent_core.lifecycles.intent import IntentState, IntentTrigger
from agent_core.lifecycles.task import TaskState, TaskTrigger
from agent_core.planning.candidates import is_full, offered, offered_hash
from agent_core.planning.proposal import Candidate, PlanningRequest
from agent_core.planning.rule_planner import in_order
from agent_core.reducer.ending import conclude
from agent_core.reducer.failing import block, fail_task
from agent_core.reducer.families import family_of
from agent_core.reducer.skills import start
from agent_core.reducer.transaction import Transaction
from agent_core.state import TASK_LIMIT, CoreState, Intent, IntentKind, PendingRequest, Task
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.predicates import Predicate, Truth
from xlerobot_agent.contracts.reasons import Reason

_REJECTIONS = 2
"""Refused proposals in one round after which the rules decide (requirements B.10)."""
_OURS = frozenset({Owner.NONE, Owner.AGENT})


def motion_free(state: CoreState) -> bool:
    """Safety lets the arm move and nobody else has it."""
    safety = state.safety
    return (
        safety is not None
        and safety.mode.moving
        and safety.motion_allowed
        and safety.owner in _OURS
    )


def deliberate(transaction: Transaction) -> None:
    """Take the next step of the active intent, if one can be taken now."""
    for _ in range(len(transaction.state.intents) + 1):
        intent = _pursued(transaction)
        if intent is None or transaction.state.run is not None:
            return
        if not motion_free(transaction.state) or transaction.now < transaction.state.not_before:
            return
        if intent.fresh:
            intent = _true_to_beliefs(transaction, intent)
        candidates = _offers(transaction.state, intent, transaction)
        if candidates:
            _ask(transaction, intent, candidates)
            return
        if any(t.state is TaskState.BLOCKED for t in intent.tasks):
            return
        conclude(transaction, intent)


def _offers(state: CoreState, intent: Intent, transaction: Transaction) -> tuple[Candidate, ...]:
    knowledge = transaction.knowledge
    return offered(state, intent, knowledge.catalogue, knowledge.settings)


def _pursued(transaction: Transaction) -> Intent | None:
    """The active intent; the next in line when there is none."""
    active = transaction.state.active()
    if active is not None:
        return active
    for intent in transaction.state.waiting():
        if intent.awaits_person:
            continue
        planned = intent.state is IntentState.PLANNED
        trigger = IntentTrigger.START if planned else IntentTrigger.RESUME
        return transaction.step_intent(intent.intent_id, trigger, "its turn", fresh=False)
    return None


def _ask(transaction: Transaction, intent: Intent, candidates: tuple[Candidate, ...]) -> None:
    state = transaction.state
    if state.rejections >= _REJECTIONS:
        transaction.note("rules_decide", candidate_id=in_order(candidates)[0].candidate_id)
        start(transaction, intent, in_order(candidates)[0])
        return
    offer = offered_hash(candidates)
    if state.request is not None and state.request.offered_hash == offer:
        return
    expires = transaction.now + transaction.knowledge.settings.timing.proposal_ttl
    request = PlanningRequest(
        request_id=transaction.derived_id("request"),
        version=state.version,
        intent_id=intent.intent_id,
        goals=intent.goals,
        candidates=candidates,
        believed={name: b.value.value for name, b in sorted(state.store.beliefs.items())},
        held=state.held,
        expires=expires,
    )
    transaction.change(
        request=PendingRequest(
            request_id=request.request_id,
            version=request.version,
            offered_hash=offer,
            deadline=expires,
        )
    )
    transaction.emit(RequestProposal(request=request))


def _true_to_beliefs(transaction: Transaction, intent: Intent) -> Intent:
    """Make the tasks say what the fresh observation says."""
    _reopen(transaction, intent)
    _expand(transaction, transaction.intent(intent.intent_id))
    for task in transaction.intent(intent.intent_id).open_tasks():
        _review(transaction, task)
    return transaction.intent(intent.intent_id)


def _expand(transaction: Transaction, intent: Intent) -> None:
    """Goals without a task get one, up to the limit of open tasks."""
    if intent.kind is not IntentKind.ARRANGE or intent.closing:
        return
    for goal in intent.goals:
        room = len(transaction.intent(intent.intent_id).open_tasks()) < TASK_LIMIT
        if room and transaction.intent(intent.intent_id).latest(goal) is None:
            _add_task(transaction, intent.intent_id, goal)


def _add_task(transaction: Transaction, intent_id: str, goal: str) -> Task:
    intent = transaction.intent(intent_id)
    thing, place = Predicate.parse(goal).args
    task = Task(
        task_id=f"{intent_id}/task-{len(intent.tasks) + 1}",
        parent_id=intent_id,
        created_version=transaction.state.version,
        state=TaskState.READY,
        state_since=transaction.now,
        source=intent.source,
        goal=goal,
        object_id=thing,
        target_id=place,
    )
    transaction.change_intent(intent_id, tasks=(*intent.tasks, task))
    transaction.note("task", task_id=task.task_id, goal=goal, before="", after=task.state)
    return task


def _reopen(transaction: Transaction, intent: Intent) -> None:
    """What was done and is seen undone is a new task, charged as somebody's doing."""
    knowledge = transaction.knowledge
    for goal in intent.goals:
        task = intent.latest(goal)
        undone = transaction.state.store.value(goal) is Truth.FALSE
        if task is None or task.state is not TaskState.SUCCEEDED or not undone:
            continue
        charged = charge(
            transaction.state.ledger,
            family_of(goal, knowledge.catalogue),
            task.premise,
            Reason.EXTERNAL_REMOVAL,
            (),
            knowledge.settings.budgets,
        )
        transaction.change(ledger=charged.ledger)
        again = _add_task(transaction, intent.intent_id, goal)
        transaction.note("reopened", goal=goal, task_id=again.task_id)
        if charged.next is Next.EXHAUSTED:
            fail_task(transaction, again, Reason.EXTERNAL_REMOVAL)


def _review(transaction: Transaction, task: Task) -> None:
    """One open task against what is believed: done already, hopeless, blocked, or free again."""
    state, knowledge = transaction.state, transaction.knowledge
    if _seen_done(state, task):
        if task.state is TaskState.READY:
            task = transaction.step_task(task, TaskTrigger.START, "taken up")
        if task.state in (TaskState.BLOCKED, TaskState.SUSPENDED):
            task = transaction.step_task(task, TaskTrigger.RESUME, "taken up again")
        transaction.step_task(task, TaskTrigger.SUCCEED, "seen in its place")
        return
    if state.ledger.is_locked(task.goal):
        fail_task(transaction, task, state.ledger.locks[task.goal].reason)
        return
    if task.looks >= knowledge.settings.search_looks and state.held != task.object_id:
        reason = Reason.PERCEPTION_UNSURE if _hidden(state, task) else Reason.TARGET_MISSING
        fail_task(transaction, task, reason)
        return
    full = is_full(state, task.target_id, task.object_id, knowledge.catalogue)
    if task.state is TaskState.BLOCKED and not full:
        transaction.step_task(
            task, TaskTrigger.RESUME, "there is room", deadline=None, failure=None
        )
    elif full and task.state is not TaskState.BLOCKED and not _will_be_emptied(state, task):
        block(transaction, task)


def _seen_done(state: CoreState, task: Task) -> bool:
    """Whether the newest look itself, not an older one, shows the goal met."""
    belief = state.store.beliefs.get(task.goal)
    return (
        belief is not None
        and belief.value is Truth.TRUE
        and belief.last_seen >= state.store.stamp
        and state.held != task.object_id
    )


def _hidden(state: CoreState, task: Task) -> bool:
    """Whether the thing could still lie where nobody could see."""
    sighting = state.store.sightings.get(task.object_id)
    return sighting is not None and sighting.present is Truth.UNKNOWN


def _will_be_emptied(state: CoreState, task: Task) -> bool:
    """Whether another open task takes something out of this task's target."""
    active = state.active()
    inside = state.store.contents(task.target_id)
    return active is not None and any(
        other.object_id in inside and other.target_id != task.target_id
        for other in active.open_tasks()
        if other.state is not TaskState.BLOCKED
    )
