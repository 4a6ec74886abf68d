"""A skill did not succeed: what that costs, and which of the five ways out is taken (B.5)."""

from __future__ import annotations

from agent_core.budgets.disturbance import DISTURBANCE, WAITS, Disturbance
from agent_core.budgets.ledger import Lock, Next, charge, locked, rearmed
from agent_core.lifecycles.intent import IntentTrigger
from agent_core.lifecycles.task import TaskState, TaskTrigger
from agent_core.reducer.ending import abandon
from agent_core.reducer.families import family_of, options_after
from agent_core.reducer.transaction import Transaction
from agent_core.settings import BudgetSettings
from agent_core.state import Intent, Purpose, SkillRun, Task
from agent_core.wording.reports import cause, say
from xlerobot_agent.contracts.reasons import Reason

_BY_A_PERSON = frozenset({Reason.STOPPED, Reason.CANCELLED})


def task_of(intent: Intent, task_id: str) -> Task | None:
    """The intent's task by id, if it is still open."""
    return next((t for t in intent.open_tasks() if t.task_id == task_id), None)


def fail(
    transaction: Transaction,
    run: SkillRun,
    reason: Reason,
    *,
    observed: bool,
    refused: bool = False,
) -> None:
    """Account for a skill that ended without success.

    Args:
        transaction: the commit.
        run: the skill goal that ended.
        reason: why.
        observed: the result brought an observation; without one the desk is looked at first.
        refused: a gate refused the goal; nothing moved.
    """
    intent = transaction.state.intent(run.intent_id)
    if intent is None or not intent.open:
        return
    intent = transaction.change_intent(
        intent.intent_id, failure=reason, fresh=intent.fresh and observed
    )
    transaction.change(reason=cause(reason, intent.language))
    disturbance = DISTURBANCE[reason]
    if disturbance is Disturbance.INTERRUPTION:
        _interrupted(transaction, intent, run, reason)
        return
    task = task_of(intent, run.task_id)
    if reason is Reason.TARGET_OCCUPIED and task is not None:
        block(transaction, task)
        return
    _charge(transaction, intent, task, run, reason, refused=refused)


def block(transaction: Transaction, task: Task) -> None:
    """Wait for a person to make room, and ask for it."""
    settings, names = transaction.knowledge.settings, transaction.knowledge.names
    intent = transaction.intent(task.parent_id)
    if task.state is TaskState.READY:
        task = transaction.step_task(task, TaskTrigger.START, "taken up")
    if task.state is TaskState.SUSPENDED:
        task = transaction.step_task(task, TaskTrigger.RESUME, "taken up")
    transaction.step_task(
        task,
        TaskTrigger.BLOCK,
        Reason.TARGET_OCCUPIED,
        deadline=transaction.now + settings.timing.human_wait,
        failure=Reason.TARGET_OCCUPIED,
    )
    place = names.thing(task.target_id, intent.language)
    wait = f"{settings.timing.human_wait:.0f}"
    transaction.notify(
        intent,
        say(
            intent.language,
            f"There is no room in {place}. Please make room; I wait {wait} s.",
            f"{place}已满，请腾出位置，我等{wait}秒。",
        ),
    )


def suspend_for_person(transaction: Transaction, intent: Intent, reason: str) -> None:
    """A person stopped it: keep the place, and wait for their word."""
    wait = transaction.knowledge.settings.timing.human_wait
    transaction.step_intent(
        intent.intent_id,
        IntentTrigger.SUSPEND,
        reason,
        awaits_person=True,
        fresh=False,
        deadline=transaction.now + wait,
    )


def suspend_tasks(transaction: Transaction, intent: Intent, reason: str) -> None:
    """Put active tasks aside, to be taken up after the desk was observed anew."""
    for task in intent.open_tasks():
        if task.state is TaskState.ACTIVE:
            transaction.step_task(task, TaskTrigger.SUSPEND, reason)
    transaction.change_intent(intent.intent_id, fresh=False)


def fail_task(transaction: Transaction, task: Task, reason: Reason) -> None:
    """Give a task up; its goal is locked until new evidence reopens it."""
    if task.state is TaskState.READY:
        task = transaction.step_task(task, TaskTrigger.START, "taken up")
    transaction.step_task(task, TaskTrigger.FAIL, reason, failure=reason)
    _lock(transaction, task.goal, task.object_id, reason)


def wait_a_little(transaction: Transaction, times: int) -> None:
    """Back off: each time twice as long, up to a limit."""
    budgets = transaction.knowledge.settings.budgets
    pause = min(budgets.back_off * 2.0 ** max(0, times - 1), budgets.back_off_limit)
    transaction.change(not_before=transaction.now + pause)


def _interrupted(transaction: Transaction, intent: Intent, run: SkillRun, reason: Reason) -> None:
    """Somebody or something took the arm: no fault of the method, so nothing is charged."""
    state = transaction.state
    suspend_tasks(transaction, intent, reason)
    if run.cancelled:
        return
    safety_clear = state.safety is not None and state.safety.motion_allowed
    if reason in _BY_A_PERSON and safety_clear:
        current = transaction.intent(intent.intent_id)
        if current is transaction.state.active():
            suspend_for_person(transaction, current, reason)
        return
    count = state.interruptions + 1
    transaction.change(interruptions=count)
    if count >= transaction.knowledge.settings.budgets.global_attempts:
        transaction.change(interruptions=0)
        abandon(transaction, transaction.intent(intent.intent_id), reason)
        return
    wait_a_little(transaction, count)


def _charge(
    transaction: Transaction,
    intent: Intent,
    task: Task | None,
    run: SkillRun,
    reason: Reason,
    *,
    refused: bool,
) -> None:
    knowledge = transaction.knowledge
    if task is None and run.purpose in (Purpose.FETCH, Purpose.DELIVER):
        return
    goal = task.goal if task is not None else _chore(run)
    premise = task.premise if task is not None else run.premise
    family = family_of(goal, knowledge.catalogue)
    charged = charge(
        transaction.state.ledger,
        family,
        premise,
        reason,
        options_after(run.purpose, premise, reason, knowledge.settings),
        _budgets_for(run.purpose, task, knowledge.settings.budgets),
        refused=refused,
    )
    transaction.change(ledger=charged.ledger)
    failures = charged.ledger.failures(family, DISTURBANCE[reason])
    transaction.note(
        "budget", goal=goal, reason=reason, failures=failures, next=charged.next,
        premise=charged.premise.hash(),
    )  # fmt: skip
    if DISTURBANCE[reason] in WAITS:
        wait_a_little(transaction, failures)
    if charged.next is Next.EXHAUSTED:
        _exhausted(transaction, intent, task, run, goal, reason)
    elif charged.next is Next.REPAIR and task is not None:
        new_view = charged.premise.view > premise.view
        transaction.change_task(task, premise=charged.premise, needs_view=new_view)


def _budgets_for(purpose: Purpose, task: Task | None, budgets: BudgetSettings) -> BudgetSettings:
    """A chore has no other method to be repaired with.

    Looking is not a method but waiting for evidence: it may be repeated up to the global cap.
    """
    if task is not None:
        return budgets
    looks = purpose in (Purpose.LOOK, Purpose.VERIFY)
    retries = budgets.global_attempts if looks else budgets.direct_retries
    return budgets.model_copy(update={"direct_retries": retries, "method_repairs": 0})


def _chore(run: SkillRun) -> str:
    if run.purpose is Purpose.PUT_DOWN:
        return f"put_down({run.goal.object_id})"
    return run.goal.skill


def _exhausted(
    transaction: Transaction,
    intent: Intent,
    task: Task | None,
    run: SkillRun,
    goal: str,
    reason: Reason,
) -> None:
    """Over budget: another task, or, where the chore itself cannot be done, infeasible."""
    if task is not None:
        fail_task(transaction, task, reason)
        return
    if run.purpose is Purpose.PUT_DOWN:
        _lock(transaction, goal, run.goal.object_id, reason)
        return
    family = family_of(goal, transaction.knowledge.catalogue)
    transaction.change(ledger=rearmed(transaction.state.ledger, family))
    abandon(transaction, transaction.intent(intent.intent_id), reason)


def _lock(transaction: Transaction, goal: str, object_id: str, reason: Reason) -> None:
    sighting = transaction.state.store.in_view(object_id)
    transaction.change(
        ledger=locked(
            transaction.state.ledger,
            Lock(
                goal=goal,
                reason=reason,
                since=transaction.now,
                object_id=object_id,
                x=sighting.x if sighting is not None else None,
                y=sighting.y if sighting is not None else None,
            ),
        )
    )
    transaction.note("locked", goal=goal, reason=reason)
