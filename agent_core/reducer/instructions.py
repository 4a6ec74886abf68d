"""An instruction arrives: stop at once if it says so, then one of the five answers (S0-38)."""

from __future__ import annotations

from agent_core.effects import Reply, StopMotion
from agent_core.language.understanding import Act, Misunderstanding, Understanding
from agent_core.lifecycles.intent import IntentState
from agent_core.reducer.conversation import converse
from agent_core.reducer.failing import suspend_for_person, suspend_tasks
from agent_core.reducer.revising import answer_wish, resume, take_back
from agent_core.reducer.transaction import Transaction
from agent_core.reducer.wishes import wish_of
from agent_core.state import Intent
from agent_core.wording.refusals import ASKS, refusal
from agent_core.wording.reports import say
from xlerobot_agent.contracts.instruction import Answer, Instruction, InstructionReply

_REPLIES_KEPT = 32
_COURTESIES = frozenset({Act.THANKS, Act.GREETING})
_QUESTIONS = frozenset({Act.ASK_SCENE, Act.ASK_ACTIVITY, Act.ASK_ABILITY})


def on_instruction(transaction: Transaction) -> None:
    """Answer, and change what is pursued. The understanding came with the event."""
    payload = transaction.event.payload
    instruction = Instruction.model_validate(payload["instruction"])
    understanding = Understanding.model_validate(payload["understanding"])
    known = reply_to(transaction, instruction.instruction_id)
    if known is not None:
        transaction.emit(Reply(reply=known))
        return
    if understanding.has(Act.STOP):
        transaction.emit(StopMotion(reason=f"instruction {instruction.instruction_id}"))
    reply = _answer(transaction, instruction, understanding)
    transaction.note("answer", answer=reply.answer, understood=list(reply.understood))
    transaction.change(replies=(*transaction.state.replies, reply)[-_REPLIES_KEPT:])
    transaction.emit(Reply(reply=reply))


def reply_to(transaction: Transaction, instruction_id: str) -> InstructionReply | None:
    """The answer that was given to this instruction before."""
    return next((r for r in transaction.state.replies if r.instruction_id == instruction_id), None)


def _answer(
    transaction: Transaction, instruction: Instruction, understanding: Understanding
) -> InstructionReply:
    acts = {clause.act for clause in understanding.clauses}
    language = understanding.language
    wished = acts - _COURTESIES - _QUESTIONS
    if understanding.misunderstanding is not None:
        return _not_understood(
            transaction, instruction, understanding, understanding.misunderstanding
        )
    if not wished:
        return converse(transaction, instruction, understanding)
    if wished == {Act.STOP}:
        return _stopped(transaction, instruction, language)
    if Act.CANCEL in wished:
        return take_back(transaction, instruction, language)
    return _wished(transaction, instruction, understanding)


def _wished(
    transaction: Transaction, instruction: Instruction, understanding: Understanding
) -> InstructionReply:
    language, knowledge = understanding.language, transaction.knowledge
    wish = wish_of(understanding, knowledge.catalogue, knowledge.settings.tidy)
    if wish.empty and understanding.has(Act.TIDY):
        message = say(language, "I was not told where things belong.", "我不知道东西该放在哪里。")
        return InstructionReply(
            instruction_id=instruction.instruction_id, answer=Answer.REFUSE, message=message
        )
    if wish.empty:
        return resume(transaction, instruction, language)
    if understanding.has(Act.STOP):
        _put_aside(transaction)
    return answer_wish(transaction, instruction, wish, language)


def _not_understood(
    transaction: Transaction,
    instruction: Instruction,
    understanding: Understanding,
    misunderstanding: Misunderstanding,
) -> InstructionReply:
    language = understanding.language
    message = refusal(misunderstanding, transaction.knowledge.names, language)
    if understanding.has(Act.STOP):
        reply = _stopped(transaction, instruction, language)
        return reply.model_copy(update={"message": f"{reply.message} {message}"})
    asks = misunderstanding.kind in ASKS
    return InstructionReply(
        instruction_id=instruction.instruction_id,
        answer=Answer.NEGOTIATE if asks else Answer.REFUSE,
        message=message,
    )


def _stopped(transaction: Transaction, instruction: Instruction, language: str) -> InstructionReply:
    intent = transaction.state.active()
    message = say(language, "I hold still.", "我停住了。")
    if intent is not None and intent.state is IntentState.ACTIVE:
        _put_aside(transaction)
        intent = transaction.intent(intent.intent_id)
        suspend_for_person(transaction, intent, "stopped by a person")
        message = say(
            language,
            'I hold still. Say "continue" to go on or "never mind" to end it.',
            "我停住了。说“继续”我就接着做，说“算了”就结束。",
        )
        transaction.change(reason=say(language, "a person said stop", "有人让我停下"))
    return InstructionReply(
        instruction_id=instruction.instruction_id,
        answer=Answer.ACCEPT,
        message=message,
        intent_id=intent.intent_id if intent is not None else "",
    )


def _put_aside(transaction: Transaction) -> None:
    """The goal that is out was stopped by us: its result is no news of a failure."""
    run = transaction.state.run
    if run is not None:
        transaction.change(run=run.model_copy(update={"cancelled": True}))
    active: Intent | None = transaction.state.active()
    if active is not None:
        suspend_tasks(transaction, active, "stopped by a person")
    transaction.change(request=None)
