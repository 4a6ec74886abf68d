"""Skill goals from start to their one result."""

from __future__ import annotations

from agent_core.beliefs.store import AT_REST
from agent_core.budgets.ledger import rearmed
from agent_core.canonical import canonical, digest
from agent_core.effects import StartSkill
from agent_core.lifecycles.skill_goal import (
    PHASE_TRIGGER,
    SKILL,
    VERDICT_TRIGGER,
    SkillState,
    SkillTrigger,
)
from agent_core.lifecycles.task import TaskState, TaskTrigger
from agent_core.planning.candidates import is_missing
from agent_core.planning.proposal import Candidate
from agent_core.reducer.ending import abandon, bears_out, end_look, end_on_receipt
from agent_core.reducer.failing import fail, task_of, wait_a_little
from agent_core.reducer.families import family_of, method_of
from agent_core.reducer.scene import take_in, take_receipt
from agent_core.reducer.transaction import Transaction
from agent_core.state import Intent, IntentKind, Purpose, ReceiptNote, SkillRun
from agent_core.wording.reports import cause, say
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.predicates import Predicate
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import SkillFeedback, SkillGoal, SkillResult

_RECEIPTS_KEPT = 32


def start(transaction: Transaction, intent: Intent, candidate: Candidate) -> None:
    """Commit a candidate: send its goal out."""
    state, settings = transaction.state, transaction.knowledge.settings
    if intent.steps >= settings.step_limit:
        transaction.note("step_limit", intent_id=intent.intent_id, steps=intent.steps)
        abandon(transaction, intent, intent.failure or Reason.UNKNOWN)
        return
    sighting = state.store.sightings.get(candidate.object_id)
    goal = SkillGoal(
        goal_id=transaction.derived_id("goal"),
        skill=candidate.skill,
        object_id=candidate.object_id,
        target_id=candidate.target_id,
        predicates=candidate.predicates,
        object_version=sighting.object_version if sighting is not None else 0,
        evidence_ids=sighting.evidence_ids if sighting is not None else (),
        epoch=state.safety.epoch if state.safety is not None else 0,
        owner=Owner.AGENT,
        method=method_of(candidate.purpose, candidate.premise),
        timeout=settings.timing.skill_timeout,
        task_id=candidate.task_id,
    )
    task = task_of(intent, candidate.task_id)
    if task is not None and task.state is TaskState.READY:
        transaction.step_task(task, TaskTrigger.START, "taken up")
    elif task is not None and task.state is TaskState.SUSPENDED:
        transaction.step_task(task, TaskTrigger.RESUME, "taken up again")
    transaction.change_intent(intent.intent_id, steps=intent.steps + 1)
    transaction.change(
        run=SkillRun(
            goal=goal,
            purpose=candidate.purpose,
            intent_id=intent.intent_id,
            task_id=candidate.task_id,
            premise=candidate.premise,
            state=SkillState.WAITING,
            since=transaction.now,
            deadline=transaction.now + goal.timeout + settings.timing.skill_grace,
        ),
        rejections=0,
    )
    transaction.emit(StartSkill(goal=goal))


def on_feedback(transaction: Transaction) -> None:
    """Progress of the goal that is out; of any other it is old news."""
    feedback = SkillFeedback.model_validate(transaction.event.payload)
    run = transaction.state.run
    if run is None or run.goal.goal_id != feedback.goal_id:
        transaction.note("late_feedback", goal_id=feedback.goal_id)
        return
    trigger = PHASE_TRIGGER[feedback.phase]
    state = run.state
    if trigger is not None and SKILL.allows(state, trigger):
        state = SKILL.step(state, trigger)
    transaction.change(
        run=run.model_copy(
            update={"state": state, "step": feedback.step, "progress": feedback.progress}
        )
    )


def on_result(transaction: Transaction) -> None:
    """The one result of the goal that is out; any other is audited and changes nothing."""
    result = SkillResult.model_validate(transaction.event.payload)
    run = transaction.state.run
    if run is None or run.goal.goal_id != result.goal_id:
        transaction.note("late_result", goal_id=result.goal_id, verdict=result.verdict)
        return
    ended = SKILL.step(run.state, VERDICT_TRIGGER[result.verdict])
    transaction.note(
        "skill", goal_id=run.goal.goal_id, skill=run.goal.skill, before=run.state, after=ended,
        reason=result.reason, message=result.message,
    )  # fmt: skip
    transaction.change(run=None)
    _remember(transaction, result)
    _believe(transaction, run, result)
    proven = result.receipt.verdict is Verdict.SUCCEEDED
    if result.verdict is Verdict.SUCCEEDED and proven and result.receipt.goal_id == result.goal_id:
        _succeeded(transaction, run, result)
        return
    reason = result.reason or Reason.UNKNOWN
    fail(
        transaction,
        run,
        reason,
        observed=result.observation is not None,
        refused=result.verdict is Verdict.REJECTED,
    )


def on_withdrawn(transaction: Transaction) -> None:
    """A goal that was taken back before it was sent: it ends here, nothing happened."""
    run = transaction.state.run
    if run is None or run.goal.goal_id != transaction.event.payload["goal_id"]:
        return
    ended = SKILL.step(run.state, SkillTrigger.PREEMPT)
    transaction.note(
        "skill", goal_id=run.goal.goal_id, skill=run.goal.skill, before=run.state, after=ended,
        reason=Reason.CANCELLED, message="taken back before it was sent",
    )  # fmt: skip
    transaction.change(run=None)


def give_up(transaction: Transaction, run: SkillRun) -> None:
    """A goal that never ended: end it here; what comes later is late."""
    ended = SKILL.step(run.state, SkillTrigger.TIME_OUT)
    transaction.note(
        "skill", goal_id=run.goal.goal_id, skill=run.goal.skill, before=run.state, after=ended,
        reason=Reason.TIMEOUT, message="no result came",
    )  # fmt: skip
    transaction.change(run=None)
    fail(transaction, run.model_copy(update={"cancelled": False}), Reason.TIMEOUT, observed=False)


def _remember(transaction: Transaction, result: SkillResult) -> None:
    receipt = result.receipt
    note = ReceiptNote(
        goal_id=receipt.goal_id,
        skill=receipt.skill,
        verdict=receipt.verdict,
        reason=receipt.reason,
        predicates={str(v.predicate): v.value.value for v in receipt.predicates},
        t_settled=receipt.t_settled,
        hash=digest(canonical(receipt)),
    )
    active = transaction.state.active()
    language = active.language if active is not None else "en"
    why = f" ({cause(result.reason, language)})" if result.reason is not None else ""
    verdict = result.verdict.value
    transaction.change(
        receipts=(*transaction.state.receipts, note)[-_RECEIPTS_KEPT:],
        last_outcome=f"{result.skill}: {verdict}{why}",
    )


def _believe(transaction: Transaction, run: SkillRun, result: SkillResult) -> None:
    stamp = result.receipt.t_finished
    if result.observation is not None:
        take_in(transaction, result.observation)
        stamp = result.observation.stamp
        if not result.observation.fault:
            _looked(transaction, run, result)
    take_receipt(transaction, result.receipt, stamp)
    if result.verdict is not Verdict.REJECTED:
        transaction.change(held=result.holding or _sensed(transaction))


def _sensed(transaction: Transaction) -> str:
    """What the newest look says is in the hand, when the skill itself names nothing."""
    store = transaction.state.store
    held = store.held()
    if not held:
        return ""
    belief = store.beliefs[str(Predicate(name="holding", args=(held,)))]
    return held if belief.last_seen >= store.stamp else ""


def _looked(transaction: Transaction, run: SkillRun, result: SkillResult) -> None:
    """Every result with an observation is a look: count it for what was not in it."""
    intent = transaction.state.intent(run.intent_id)
    if intent is None or not intent.open:
        return
    at_rest = run.purpose in (Purpose.LOOK, Purpose.REST)
    store = transaction.state.store
    update: dict[str, object] = {"fresh": True}
    from_rest = run.purpose is Purpose.LOOK and store.is_true(str(AT_REST))
    if from_rest:
        update["checked"] = bool(intent.tasks) and not intent.open_tasks()
    transaction.change_intent(intent.intent_id, **update)
    if not at_rest:
        return
    searched = 0
    for task in transaction.intent(intent.intent_id).open_tasks():
        missing = is_missing(transaction.state, task) and task.object_id != result.holding
        if missing:
            searched = max(searched, task.looks + 1)
        transaction.change_task(
            task,
            looks=task.looks + 1 if missing else 0,
            needs_view=task.needs_view and not from_rest,
        )
    if searched > 1:
        wait_a_little(transaction, searched - 1)


def _succeeded(transaction: Transaction, run: SkillRun, result: SkillResult) -> None:
    knowledge = transaction.knowledge
    if run.purpose is not Purpose.LOOK:
        transaction.change(interruptions=0)
    intent = transaction.state.intent(run.intent_id)
    chore = run.purpose in (Purpose.LOOK, Purpose.REST, Purpose.VERIFY, Purpose.PUT_DOWN)
    if chore:
        goal = run.goal.skill
        if run.purpose is Purpose.PUT_DOWN:
            goal = f"put_down({run.goal.object_id})"
        family = family_of(goal, knowledge.catalogue)
        transaction.change(ledger=rearmed(transaction.state.ledger, family))
    if intent is None or not intent.open:
        return
    if run.purpose is Purpose.DELIVER:
        task = task_of(intent, run.task_id)
        if task is not None and bears_out(result.receipt, (task.goal,)):
            _delivered(transaction, run, task.goal)
    elif run.purpose is Purpose.VERIFY:
        end_on_receipt(transaction, intent, result.receipt)
    elif run.purpose is Purpose.LOOK and intent.kind is IntentKind.LOOK and not intent.closing:
        end_look(transaction, intent)
    if result.observation is None and transaction.intent(intent.intent_id).open:
        transaction.change_intent(intent.intent_id, fresh=run.purpose is Purpose.LOOK)


def _delivered(transaction: Transaction, run: SkillRun, goal: str) -> None:
    """The world agrees: the task is done, and what spoke against its goal is refuted."""
    intent = transaction.intent(run.intent_id)
    task = task_of(intent, run.task_id)
    if task is None:
        return
    transaction.step_task(task, TaskTrigger.SUCCEED, "receipt")
    family = family_of(goal, transaction.knowledge.catalogue)
    transaction.change(ledger=rearmed(transaction.state.ledger, family))
    names = transaction.knowledge.names
    words = names.goal(goal, intent.language)
    transaction.change(reason=say(intent.language, f"{words}: done", f"{words}：完成"))
