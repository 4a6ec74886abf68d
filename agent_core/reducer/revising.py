"""How a wish meets what is under way: taken on, queued, merged as a correction, or refused."""

from __future__ import annotations

from agent_core.effects import CancelSkill
from agent_core.lifecycles.intent import IntentState, IntentTrigger
from agent_core.lifecycles.skill_goal import SKILL, SkillTrigger
from agent_core.lifecycles.task import TaskTrigger
from agent_core.reducer.deliberation import motion_free
from agent_core.reducer.ending import abandon
from agent_core.reducer.safety import why_not_free
from agent_core.reducer.transaction import Transaction
from agent_core.reducer.wishes import Wish, overfull
from agent_core.state import SUSPENDED_LIMIT, Intent, IntentKind, Purpose, Source
from agent_core.wording.answers import accepted, already, crowded, postponed, wish_in_words
from agent_core.wording.reports import cause, say
from xlerobot_agent.contracts.instruction import Answer, Instruction, InstructionReply
from xlerobot_agent.contracts.predicates import Predicate

_ENDED_KEPT = 4


def answer_wish(
    transaction: Transaction, instruction: Instruction, wish: Wish, language: str
) -> InstructionReply:
    """The answer to a wish for something to be moved, left, looked at, or for rest."""
    refusal = _impossible(transaction, wish, language)
    if refusal:
        return _reply(instruction, Answer.REFUSE, refusal)
    current = _current(transaction)
    if current is not None and _concerns(current, wish):
        return _revise(transaction, instruction, current, wish, language)
    if not (wish.places or wish.look or wish.rest):
        things = transaction.knowledge.names.things(wish.left, language)
        return _reply(
            instruction,
            Answer.REFUSE,
            say(
                language,
                f"I leave {things} alone; I was not going to move anything.",
                f"我不会动{things}；我本来也没有要移动什么。",
            ),
        )
    if current is None:
        return _take_on(transaction, instruction, wish, language, Answer.ACCEPT)
    waiting = len(transaction.state.waiting())
    if waiting >= SUSPENDED_LIMIT:
        return _reply(instruction, Answer.REFUSE, crowded(waiting, language))
    behind = transaction.state.active() is not None
    return _take_on(
        transaction, instruction, wish, language, Answer.POSTPONE if behind else Answer.ACCEPT
    )


def take_back(
    transaction: Transaction, instruction: Instruction, language: str
) -> InstructionReply:
    """Never mind: whatever waits is dropped, what runs is brought to a tidy end."""
    current = _current(transaction)
    for intent in transaction.state.waiting():
        if current is None or intent.intent_id != current.intent_id:
            abandon(transaction, intent, None)
    if current is None:
        nothing = say(language, "There is nothing to end.", "没有正在做的事。")
        return _reply(instruction, Answer.END, nothing)
    if current.state is IntentState.SUSPENDED:
        transaction.step_intent(
            current.intent_id, IntentTrigger.RESUME, "taken back", awaits_person=False,
            deadline=None, fresh=False,
        )  # fmt: skip
    _close(transaction, current.intent_id)
    _recall(transaction, frozenset())
    message = say(
        language,
        "All right, I end it: I put down what I hold and go to rest.",
        "好的，到此为止：我放下手里的东西并归位。",
    )
    transaction.change(reason=message)
    return _reply(instruction, Answer.END, message, current.intent_id)


def resume(transaction: Transaction, instruction: Instruction, language: str) -> InstructionReply:
    """Continue what a person stopped."""
    stopped = next((i for i in transaction.state.waiting() if i.awaits_person), None)
    if stopped is None or transaction.state.active() is not None:
        active = transaction.state.active()
        if active is not None:
            return _reply(
                instruction, Answer.ACCEPT, already(active.words, language), active.intent_id
            )
        nothing = say(language, "There is nothing to continue.", "没有可以继续的事。")
        return _reply(instruction, Answer.REFUSE, nothing)
    transaction.step_intent(
        stopped.intent_id, IntentTrigger.RESUME, "a person said continue", awaits_person=False,
        deadline=None, fresh=False,
    )  # fmt: skip
    return _reply(
        instruction, Answer.ACCEPT, accepted(stopped.words, language), stopped.intent_id,
        stopped.goals,
    )  # fmt: skip


def _impossible(transaction: Transaction, wish: Wish, language: str) -> str:
    """Why a wish cannot be taken on whatever the desk looks like; empty when it can."""
    catalogue, names = transaction.knowledge.catalogue, transaction.knowledge.names
    place = overfull(wish, catalogue)
    if place:
        room = catalogue[place].capacity
        where = names.thing(place, language)
        return say(
            language,
            f"{where} takes {room}, you ask for more; nothing is done.".capitalize(),
            f"{where}只能放{room}件，放不下这么多，所以什么都不做。",
        )
    for thing, target in wish.places.items():
        lock = transaction.state.ledger.locks.get(_goal(thing, target))
        if lock is not None:
            what = names.goal(lock.goal, language)
            why = cause(lock.reason, language)
            return say(
                language,
                f"I tried {what} and could not ({why}). Move it, then ask again.",
                f"我试过{what}，没有成功（{why}）。请挪动一下再说。",
            )
    return ""


def _current(transaction: Transaction) -> Intent | None:
    """What a correction would be about: the active intent, or the one a person stopped."""
    active = transaction.state.active()
    if active is not None:
        return active
    return next((i for i in transaction.state.waiting() if i.awaits_person), None)


def _concerns(current: Intent, wish: Wish) -> bool:
    """Whether a wish is about the current intent rather than beside it."""
    if current.kind is not IntentKind.ARRANGE or current.closing:
        return False
    if wish.takes_back or (wish.look and not wish.places):
        return True
    about = {Predicate.parse(goal).args[0] for goal in current.goals}
    return bool(about.intersection([*wish.places, *wish.left]))


def _revise(
    transaction: Transaction,
    instruction: Instruction,
    current: Intent,
    wish: Wish,
    language: str,
) -> InstructionReply:
    """Change the goals of the current intent; what they have in common goes on undisturbed."""
    before = {t.args[0]: t.args[1] for t in map(Predicate.parse, current.goals)}
    after = {o: t for o, t in before.items() if o not in wish.left}
    after.update(wish.places)
    goals = tuple(_goal(o, t) for o, t in after.items())
    check = current.check or wish.look
    words = wish_in_words(after, transaction.knowledge.names, current.language, check=check)
    same = goals == current.goals and check == current.check
    dropped = tuple(t for t in current.open_tasks() if t.goal not in goals)
    for task in dropped:
        transaction.step_task(task, TaskTrigger.ABORT, "corrected by a person")
    if current.state is IntentState.SUSPENDED and (wish.places or wish.look):
        transaction.step_intent(
            current.intent_id, IntentTrigger.RESUME, "corrected", awaits_person=False,
            deadline=None, fresh=False,
        )  # fmt: skip
    transaction.change_intent(
        current.intent_id, goals=goals, words=words or current.words, check=check, checked=False
    )
    _recall(transaction, frozenset(after))
    if same:
        return _reply(
            instruction, Answer.ACCEPT, already(words, language), current.intent_id, goals
        )
    if not goals:
        _close(transaction, current.intent_id)
    message = _revised_in_words(transaction, wish, after, check, language)
    transaction.change(request=None, reason=message)
    transaction.note("revised", intent_id=current.intent_id, goals=list(goals))
    return _reply(instruction, Answer.ACCEPT, message, current.intent_id, goals)


def _revised_in_words(
    transaction: Transaction, wish: Wish, after: dict[str, str], check: bool, language: str
) -> str:
    names = transaction.knowledge.names
    message = ""
    if wish.left:
        things = names.things(wish.left, language)
        message = say(language, f"I leave {things} alone. ", f"我不动{things}。")
    if after:
        message += accepted(wish_in_words(after, names, language, check=check), language)
    else:
        message += say(language, "Then there is nothing left to do.", "那就没有要做的了。")
    return message


def _recall(transaction: Transaction, wanted: frozenset[str]) -> None:
    """Cancel the skill that is out when what it does is no longer wished."""
    run = transaction.state.run
    if run is None or run.cancelled or run.purpose not in (Purpose.FETCH, Purpose.DELIVER):
        return
    intent = transaction.state.intent(run.intent_id)
    still = intent is not None and any(t.task_id == run.task_id for t in intent.open_tasks())
    if still or (run.purpose is Purpose.FETCH and run.goal.object_id in wanted):
        return
    transaction.emit(CancelSkill(goal_id=run.goal.goal_id))
    stopping = SKILL.step(run.state, SkillTrigger.STOP)
    transaction.change(run=run.model_copy(update={"cancelled": True, "state": stopping}))


def _close(transaction: Transaction, intent_id: str) -> None:
    """Nothing more is wished of it: only put down, rest, and end."""
    intent = transaction.intent(intent_id)
    for task in intent.open_tasks():
        transaction.step_task(task, TaskTrigger.ABORT, "taken back")
    transaction.change_intent(intent_id, closing=True)
    transaction.change(request=None)


def _take_on(
    transaction: Transaction,
    instruction: Instruction,
    wish: Wish,
    language: str,
    answer: Answer,
) -> InstructionReply:
    names = transaction.knowledge.names
    goals = tuple(_goal(o, t) for o, t in wish.places.items())
    kind = IntentKind.ARRANGE
    words = wish_in_words(wish.places, names, language, check=wish.look)
    if not goals and wish.rest:
        kind, goals = IntentKind.REST, ("at_rest_pose",)
        words = say(language, "go to the rest pose", "归位")
    elif not goals:
        kind, words = IntentKind.LOOK, say(language, "check the desk", "检查桌面")
    intent = Intent(
        intent_id=transaction.derived_id("intent"),
        created_version=transaction.state.version,
        state=IntentState.PLANNED,
        state_since=transaction.now,
        source=Source.REQUEST,
        kind=kind,
        language=language,
        words=words,
        goals=goals,
        check=wish.look,
    )
    ended = tuple(i for i in transaction.state.intents if not i.open)
    still_open = tuple(i for i in transaction.state.intents if i.open)
    transaction.change(intents=(*ended[-_ENDED_KEPT:], *still_open, intent), reason=words)
    transaction.note(
        "intent", intent_id=intent.intent_id, before="", after=intent.state, words=words
    )
    spoken = postponed(words, language) if answer is Answer.POSTPONE else accepted(words, language)
    if not motion_free(transaction.state):
        why = why_not_free(transaction.state.safety, language)
        spoken += say(language, f" First: {why}.", f"不过现在{why}。")
    return _reply(instruction, answer, spoken, intent.intent_id, goals)


def _goal(thing: str, place: str) -> str:
    return str(Predicate(name="inside", args=(thing, place)))


def _reply(
    instruction: Instruction,
    answer: Answer,
    message: str,
    intent_id: str = "",
    understood: tuple[str, ...] = (),
) -> InstructionReply:
    return InstructionReply(
        instruction_id=instruction.instruction_id,
        answer=answer,
        message=message,
        intent_id=intent_id,
        understood=understood,
    )
