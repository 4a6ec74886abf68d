"""What the supervisor says: suspend at once, and demand a new observation before going on."""

from __future__ import annotations

from agent_core.reducer.deliberation import motion_free
from agent_core.reducer.failing import suspend_tasks
from agent_core.reducer.transaction import Transaction
from agent_core.wording.reports import say
from xlerobot_agent.contracts.safety import SafetyState


def on_safety(transaction: Transaction) -> None:
    """The supervisor's state, on every change."""
    safety = SafetyState.model_validate(transaction.event.payload)
    was_known = transaction.state.safety is not None
    was_free = motion_free(transaction.state)
    transaction.change(safety=safety)
    free = motion_free(transaction.state)
    if was_free and not free:
        _lost(transaction, safety)
    elif free and not was_free and was_known:
        transaction.change(recovering=True, clear_since=transaction.now, not_before=transaction.now)
        _demand_look(transaction)
        transaction.note("motion_free", epoch=safety.epoch)


def why_not_free(safety: SafetyState | None, language: str) -> str:
    """What keeps the arm still, in words; empty when nothing does."""
    if safety is None:
        return say(language, "waiting for the safety supervisor", "等待安全系统")
    if not safety.mode.moving:
        latches = ", ".join(f"{latch.latch_id} ({latch.cause})" for latch in safety.latches)
        cause = latches or safety.reason or safety.mode.value
        return say(
            language,
            f"safety holds the arm: {cause}; reset it to go on",
            f"安全系统已停住手臂：{cause}；复位后继续",
        )
    return say(
        language,
        f"the arm is not free: control is with '{safety.owner.value}'",
        f"手臂不可用：控制权在“{safety.owner.value}”",
    )


def _lost(transaction: Transaction, safety: SafetyState) -> None:
    """Motion is no longer ours. The skills end by themselves; tasks wait."""
    transaction.note("motion_lost", mode=safety.mode, owner=safety.owner, reason=safety.reason)
    _demand_look(transaction)
    active = transaction.state.active()
    language = active.language if active is not None else "en"
    transaction.change(recovering=False, request=None, reason=why_not_free(safety, language))


def _demand_look(transaction: Transaction) -> None:
    for intent in transaction.state.intents:
        if intent.open:
            suspend_tasks(transaction, intent, "safety")
