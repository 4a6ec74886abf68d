"""Deadlines: what falls due, and when the next one does."""

from __future__ import annotations

from agent_core.effects import CancelSkill, StopMotion
from agent_core.lifecycles.skill_goal import SKILL, SkillTrigger
from agent_core.lifecycles.task import TaskState, TaskTrigger
from agent_core.reducer.ending import abandon
from agent_core.reducer.skills import give_up
from agent_core.reducer.transaction import Transaction
from agent_core.state import CoreState, SkillRun
from xlerobot_agent.contracts.reasons import Reason


def next_deadline(state: CoreState) -> float:
    """When a timer event is due next [s]; infinity when nothing waits."""
    due = [float("inf")]
    if state.run is not None:
        due.append(state.run.deadline)
    elif state.not_before > state.now and state.active() is not None:
        due.append(state.not_before)
    if state.request is not None:
        due.append(state.request.deadline)
    for intent in state.intents:
        if intent.open and intent.deadline is not None:
            due.append(intent.deadline)
        if intent.open:
            due.extend(t.deadline for t in intent.open_tasks() if t.deadline is not None)
    return min(due)


def on_timer(transaction: Transaction) -> None:
    """Time passed a deadline."""
    state = transaction.state
    if state.run is not None and transaction.now >= state.run.deadline:
        _overdue(transaction, state.run)
    if state.request is not None and transaction.now >= state.request.deadline:
        transaction.note("gate", code="expired", request_id=state.request.request_id)
        transaction.change(request=None, rejections=transaction.state.rejections + 1)
    for intent in transaction.state.intents:
        if not intent.open:
            continue
        if intent.deadline is not None and transaction.now >= intent.deadline:
            abandon(transaction, intent, Reason.STOPPED)
            continue
        for task in intent.open_tasks():
            late = task.deadline is not None and transaction.now >= task.deadline
            if late and task.state is TaskState.BLOCKED:
                transaction.note("wait_expired", task_id=task.task_id)
                transaction.step_task(task, TaskTrigger.TIME_OUT, "wait expired", deadline=None)


def _overdue(transaction: Transaction, run: SkillRun) -> None:
    """First ask it to end; if it does not, stop the arm and go on without it."""
    grace = transaction.knowledge.settings.timing.skill_grace
    if run.cancelled:
        transaction.emit(StopMotion(reason=f"goal {run.goal.goal_id} did not end"))
        give_up(transaction, run)
        return
    transaction.emit(CancelSkill(goal_id=run.goal.goal_id))
    transaction.change(
        run=run.model_copy(
            update={
                "cancelled": True,
                "state": SKILL.step(run.state, SkillTrigger.STOP),
                "deadline": transaction.now + grace,
            }
        )
    )
