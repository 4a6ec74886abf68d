"""Which skill calls the core offers: legal, within budget, and of use now."""

from __future__ import annotations

from agent_core.beliefs.store import AT_REST
from agent_core.canonical import canonical, digest
from agent_core.lifecycles.task import TaskState
from agent_core.planning.proposal import Candidate
from agent_core.settings import AgentSettings
from agent_core.state import CoreState, Intent, IntentKind, Purpose, Task
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.predicates import Truth
from xlerobot_agent.contracts.skills import SkillName

PUT_DOWN_GOAL = "put_down"


def offered(
    state: CoreState, intent: Intent, catalogue: ObjectCatalogue, settings: AgentSettings
) -> tuple[Candidate, ...]:
    """All candidates for an intent, in the order of its goals; empty when there is nothing to do.

    Before anything else the desk must have been observed since the intent was taken up.
    """
    if not intent.fresh:
        return (_look(),)
    if state.held and not state.ledger.is_locked(_put_down_key(state.held)):
        return _with_full_hand(state, intent, catalogue, settings)
    workable = [t for t in intent.open_tasks() if t.state is not TaskState.BLOCKED]
    if workable:
        return _for_tasks(state, workable, catalogue)
    if intent.open_tasks():
        return ()
    return _closing(state, intent)


def offered_hash(candidates: tuple[Candidate, ...]) -> str:
    """Identity of an offer: the same while nothing that it was read from has changed."""
    return digest(canonical([c.model_dump(mode="json") for c in candidates]))[:16]


def is_full(state: CoreState, target: str, for_object: str, catalogue: ObjectCatalogue) -> bool:
    """Whether a receptacle is believed to hold as many other things as it can."""
    others = [o for o in state.store.contents(target) if o != for_object]
    return len(others) >= catalogue[target].capacity


def to_verify(intent: Intent) -> tuple[str, ...]:
    """The predicates that the final receipt must bear out; empty when none can be."""
    done = [
        goal
        for goal in intent.goals
        if (task := intent.latest(goal)) is None or task.state is TaskState.SUCCEEDED
    ]
    if intent.closing or not done:
        return ()
    return tuple(dict.fromkeys([*done, str(AT_REST)]))


def _with_full_hand(
    state: CoreState, intent: Intent, catalogue: ObjectCatalogue, settings: AgentSettings
) -> tuple[Candidate, ...]:
    for task in intent.open_tasks():
        if task.object_id != state.held:
            continue
        if task.state is TaskState.BLOCKED or is_full(
            state, task.target_id, task.object_id, catalogue
        ):
            return ()
        if task.needs_view:
            return (_view(state),)
        return (
            Candidate(
                candidate_id=f"place({task.object_id}, {task.target_id})#{task.premise.hash()}",
                purpose=Purpose.DELIVER,
                skill=SkillName.PLACE,
                object_id=task.object_id,
                target_id=task.target_id,
                task_id=task.task_id,
                goal=task.goal,
                premise=task.premise,
            ),
        )
    return (
        Candidate(
            candidate_id=f"place({state.held}, {settings.put_down_target})",
            purpose=Purpose.PUT_DOWN,
            skill=SkillName.PLACE,
            object_id=state.held,
            target_id=settings.put_down_target,
            goal=_put_down_key(state.held),
        ),
    )


def _put_down_key(object_id: str) -> str:
    return f"{PUT_DOWN_GOAL}({object_id})"


def _for_tasks(
    state: CoreState, tasks: list[Task], catalogue: ObjectCatalogue
) -> tuple[Candidate, ...]:
    found: list[Candidate] = []
    for task in tasks:
        if task.needs_view or is_missing(state, task):
            found.append(_view(state))
            continue
        if state.held or is_full(state, task.target_id, task.object_id, catalogue):
            continue
        found.append(
            Candidate(
                candidate_id=f"pick({task.object_id})#{task.premise.hash()}",
                purpose=Purpose.FETCH,
                skill=SkillName.PICK,
                object_id=task.object_id,
                task_id=task.task_id,
                goal=task.goal,
                premise=task.premise,
            )
        )
    return tuple({c.candidate_id: c for c in found}.values())


def is_missing(state: CoreState, task: Task) -> bool:
    """Whether the thing is not in view, or its target was never seen or is gone."""
    if state.store.in_view(task.object_id) is None:
        return True
    target = state.store.sightings.get(task.target_id)
    return target is None or target.present is Truth.FALSE


def _view(state: CoreState) -> Candidate:
    """A look from the rest pose: go there first, then look."""
    return _look() if state.store.is_true(str(AT_REST)) else _rest()


def _closing(state: CoreState, intent: Intent) -> tuple[Candidate, ...]:
    """All tasks have ended: leave the view, look if asked, then let a receipt decide."""
    if intent.kind is IntentKind.LOOK:
        return ()
    if not state.store.is_true(str(AT_REST)):
        return (_rest(),)
    predicates = to_verify(intent)
    if not predicates:
        return ()
    if intent.check and not intent.checked:
        return (_look(),)
    return (
        Candidate(
            candidate_id=f"verify({'; '.join(predicates)})",
            purpose=Purpose.VERIFY,
            skill=SkillName.VERIFY_STATE,
            predicates=predicates,
            goal=SkillName.VERIFY_STATE,
        ),
    )


def _look() -> Candidate:
    return Candidate(
        candidate_id="look",
        purpose=Purpose.LOOK,
        skill=SkillName.OBSERVE_SCENE,
        goal=SkillName.OBSERVE_SCENE,
    )


def _rest() -> Candidate:
    return Candidate(
        candidate_id="rest",
        purpose=Purpose.REST,
        skill=SkillName.MOVE_TO_REST,
        goal=SkillName.MOVE_TO_REST,
    )
