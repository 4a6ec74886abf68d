"""How intents end: completed on a receipt, or abandoned with a reason. Nothing else ends one."""

from __future__ import annotations

from agent_core.lifecycles.intent import IntentTrigger
from agent_core.lifecycles.task import TaskState, TaskTrigger
from agent_core.planning.candidates import to_verify
from agent_core.reducer.transaction import Transaction
from agent_core.state import Intent, IntentKind
from agent_core.wording.reports import cause, say, scene_in_words
from xlerobot_agent.contracts.predicates import Truth
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Receipt, Verdict


def bears_out(receipt: Receipt, predicates: tuple[str, ...]) -> bool:
    """Whether a receipt is a success that names every predicate true."""
    proven = {str(v.predicate) for v in receipt.predicates if v.value is Truth.TRUE}
    return receipt.verdict is Verdict.SUCCEEDED and proven.issuperset(predicates)


def end_on_receipt(transaction: Transaction, intent: Intent, receipt: Receipt) -> bool:
    """End an intent whose completion predicates a receipt bears out, at the current beliefs.

    Returns False, with nothing changed, when the receipt does not bear them out or something seen
    since speaks against it.
    """
    predicates = to_verify(intent)
    store = transaction.state.store
    if not predicates or not bears_out(receipt, predicates):
        return False
    if not all(store.is_true(p) for p in predicates):
        return False
    proven = tuple(p for p in intent.goals if p in predicates)
    intent = transaction.change_intent(intent.intent_id, verified=proven)
    unmet = tuple(g for g in intent.goals if g not in proven)
    if unmet:
        abandon(transaction, intent, _failure_of(intent))
        return True
    language = intent.language
    words = transaction.knowledge.names.goals(proven, language)
    message = say(language, f"Done and checked: {words}.", f"完成并已确认：{words}。")
    transaction.step_intent(intent.intent_id, IntentTrigger.COMPLETE, "verified")
    transaction.change(reason=message)
    transaction.notify(intent, message)
    return True


def end_look(transaction: Transaction, intent: Intent) -> None:
    """End an intent that was only to look, by telling what is believed now."""
    state = transaction.state
    message = scene_in_words(state.store, state.held, transaction.knowledge.names, intent.language)
    transaction.step_intent(intent.intent_id, IntentTrigger.COMPLETE, "looked")
    transaction.change(reason=message)
    transaction.notify(intent, message)


def abandon(transaction: Transaction, intent: Intent, failure: Reason | None) -> None:
    """End an intent without success, saying what is done and what is not."""
    for task in intent.open_tasks():
        transaction.step_task(task, TaskTrigger.ABORT, "intent abandoned")
    intent = transaction.intent(intent.intent_id)
    message = _farewell(transaction, intent, failure)
    transaction.step_intent(
        intent.intent_id,
        IntentTrigger.ABANDON,
        failure.value if failure is not None else "taken_back",
        failure=failure,
    )
    transaction.change(reason=message)
    transaction.notify(intent, message)


def conclude(transaction: Transaction, intent: Intent) -> None:
    """There is nothing left to do for an intent and no receipt ended it."""
    if intent.kind is IntentKind.LOOK and intent.fresh and not intent.closing:
        end_look(transaction, intent)
        return
    abandon(transaction, intent, None if intent.closing else _failure_of(intent))


def _failure_of(intent: Intent) -> Reason:
    for task in intent.tasks:
        if task.state in (TaskState.FAILED, TaskState.TIMED_OUT) and task.failure is not None:
            return task.failure
    return intent.failure or Reason.UNKNOWN


def _farewell(transaction: Transaction, intent: Intent, failure: Reason | None) -> str:
    names, language = transaction.knowledge.names, intent.language
    if failure is None:
        ended = say(language, "Ended, as you said.", "已按你的要求结束。")
    else:
        failed = [
            f"{names.goal(t.goal, language)}: {cause(t.failure, language)}"
            for t in intent.tasks
            if t.failure is not None
            and t.state in (TaskState.FAILED, TaskState.TIMED_OUT)
            and intent.latest(t.goal) is t
        ]
        why = "; ".join(failed) or cause(failure, language)
        ended = say(language, f"I could not finish ({why}).", f"未能完成（{why}）。")
    if intent.verified:
        done = names.goals(intent.verified, language)
        ended += say(language, f" Done and checked: {done}.", f"已完成并确认：{done}。")
    held = transaction.state.held
    if held:
        thing = names.thing(held, language)
        ended += say(language, f" I still hold {thing}.", f"手里还拿着{thing}。")
    return ended
