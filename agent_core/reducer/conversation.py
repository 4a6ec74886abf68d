"""Courtesies and questions: answered from beliefs, and nothing moves (S4-07, S3-23)."""

from __future__ import annotations

from agent_core.language.understanding import Act, Clause, Understanding
from agent_core.reducer.safety import why_not_free
from agent_core.reducer.transaction import Transaction
from agent_core.wording.refusals import ability
from agent_core.wording.reports import say, scene_in_words
from xlerobot_agent.contracts.instruction import Answer, Instruction, InstructionReply


def converse(
    transaction: Transaction, instruction: Instruction, understanding: Understanding
) -> InstructionReply:
    """Answer all questions in order; a mere courtesy ends the talk."""
    language = understanding.language
    asked = [c for c in understanding.clauses if c.act not in (Act.THANKS, Act.GREETING)]
    if asked:
        parts = list(dict.fromkeys(_told(transaction, clause, language) for clause in asked))
        return InstructionReply(
            instruction_id=instruction.instruction_id,
            answer=Answer.ACCEPT,
            message=" ".join(parts),
        )
    if understanding.has(Act.GREETING):
        hello = say(language, "Hello. ", "你好。")
        message = hello + ability(transaction.knowledge.names, language)
    else:
        message = say(language, "You are welcome.", "不客气。")
    return InstructionReply(
        instruction_id=instruction.instruction_id, answer=Answer.END, message=message
    )


def _told(transaction: Transaction, clause: Clause, language: str) -> str:
    state, names = transaction.state, transaction.knowledge.names
    if clause.act is Act.ASK_ABILITY:
        return ability(names, language)
    if clause.act is Act.ASK_ACTIVITY:
        return _activity(transaction, language)
    if clause.objects:
        return " ".join(_where(transaction, thing, language) for thing in clause.objects)
    return scene_in_words(state.store, state.held, names, language)


def _where(transaction: Transaction, thing: str, language: str) -> str:
    state, names = transaction.state, transaction.knowledge.names
    name = names.thing(thing, language)
    if state.held == thing:
        return say(language, f"I hold {name}.", f"{name}在我手里。")
    sighting = state.store.in_view(thing)
    if sighting is None:
        return say(language, f"I do not see {name}.", f"我没有看到{name}。")
    for belief in state.store.beliefs.values():
        if belief.predicate.startswith(f"inside({thing},") and state.store.is_true(
            belief.predicate
        ):
            place = names.goal(belief.predicate, language).replace("放进", "在", 1)
            return say(language, f"I see {place}.", f"{place}里。")
    where = f"({sighting.x:.2f}, {sighting.y:.2f})"
    return say(
        language,
        f"I see {name} on the desk at {where} m.",
        f"{name}在桌面上，位置{where}米。",
    )


def _activity(transaction: Transaction, language: str) -> str:
    state = transaction.state
    intent = state.active()
    safety = state.safety
    if safety is not None and not safety.mode.moving:
        return why_not_free(safety, language)
    if intent is None:
        last = state.reason or state.last_outcome
        idle = say(language, "I am doing nothing now.", "我现在没有任务。")
        return f"{idle} {last}".strip()
    skill = state.run.goal.skill if state.run is not None else say(language, "thinking", "思考中")
    return say(
        language,
        f"I am at: {intent.words} (now: {skill}).",
        f"我正在：{intent.words}（当前：{skill}）。",
    )
