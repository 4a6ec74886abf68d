"""The agent's state for people: beliefs and decisions, never world truth (S0-43, S1-06)."""

from __future__ import annotations

from agent_core.lifecycles.intent import IntentState
from agent_core.lifecycles.task import TaskState
from agent_core.reducer.deliberation import motion_free
from agent_core.reducer.safety import why_not_free
from agent_core.state import CoreState, Intent, IntentKind, Purpose
from agent_core.wording.names import Names
from agent_core.wording.reports import say
from xlerobot_agent.contracts.instruction import Activity, AgentStatus

_HALF = 0.5


def status_of(state: CoreState, names: Names) -> AgentStatus:
    """Every field, from the state alone."""
    intent = shown_intent(state)
    run = state.run
    finished = intent is not None and not intent.open
    return AgentStatus(
        activity=activity_of(state),
        intent_id=intent.intent_id if intent is not None else "",
        intent=intent.words if intent is not None else "",
        intent_state=intent.state.value if intent is not None else "",
        task=_task(state, intent, names),
        skill=run.goal.skill if run is not None else "",
        step=run.step if run is not None else "",
        progress=_progress(state, intent),
        attention=_attention(state, intent),
        holding=state.held,
        reason=_reason(state, intent),
        last_outcome=state.last_outcome,
        verified=intent.verified if intent is not None else (),
        finished=finished,
        succeeded=intent is not None and intent.state is IntentState.COMPLETED,
        stamp=state.now,
    )


def shown_intent(state: CoreState) -> Intent | None:
    """The active intent, else one that waits, else the last that ended."""
    active = state.active()
    if active is not None:
        return active
    waiting = state.waiting()
    if waiting:
        return waiting[0]
    return max(state.intents, key=lambda i: i.state_since, default=None)


def activity_of(state: CoreState) -> Activity:
    """What it is doing, in one word."""
    open_intents = [i for i in state.intents if i.open]
    if state.safety is not None and not motion_free(state):
        return Activity.UNSAFE
    if state.run is not None and not state.recovering:
        return Activity.DOING
    if not open_intents:
        return Activity.IDLE
    if state.recovering:
        return Activity.RECOVERING
    return _activity_between_skills(state)


def _activity_between_skills(state: CoreState) -> Activity:
    active = state.active()
    if active is not None and any(t.state is TaskState.BLOCKED for t in active.open_tasks()):
        return Activity.BLOCKED
    if active is None or state.safety is None or state.not_before > state.now:
        return Activity.WAITING
    return Activity.DOING


def _reason(state: CoreState, intent: Intent | None) -> str:
    language = intent.language if intent is not None else "en"
    if intent is not None and intent.open and not motion_free(state):
        return why_not_free(state.safety, language)
    return state.reason


def _task(state: CoreState, intent: Intent | None, names: Names) -> str:
    if intent is None or not intent.open:
        return ""
    wanted = state.run.task_id if state.run is not None else ""
    for task in intent.open_tasks():
        if task.task_id == wanted or (not wanted and task.state is TaskState.ACTIVE):
            return names.goal(task.goal, intent.language)
    if state.run is not None and state.run.purpose is Purpose.VERIFY:
        return say(intent.language, "check the result", "确认结果")
    if state.run is not None and state.run.purpose is Purpose.LOOK:
        return say(intent.language, "look at the desk", "查看桌面")
    if state.run is not None and state.run.purpose is Purpose.REST:
        return say(intent.language, "go to the rest pose", "归位")
    return ""


def _progress(state: CoreState, intent: Intent | None) -> float:
    """Share of the goals met, one share for the final check, halves for fetch and deliver."""
    if intent is None:
        return 0.0
    if intent.state is IntentState.COMPLETED:
        return 1.0
    steps = len(intent.goals) + 1
    done = float(sum(1 for goal in intent.goals if _met(intent, goal)))
    run = state.run
    if run is not None and run.intent_id == intent.intent_id:
        if run.purpose is Purpose.FETCH:
            done += _HALF * run.progress
        elif run.purpose is Purpose.DELIVER:
            done += _HALF + _HALF * run.progress
        elif run.purpose is Purpose.VERIFY:
            done += run.progress
    elif state.held and any(t.object_id == state.held for t in intent.open_tasks()):
        done += _HALF
    return min(1.0, done / steps)


def _met(intent: Intent, goal: str) -> bool:
    task = intent.latest(goal)
    return task is not None and task.state is TaskState.SUCCEEDED


def _attention(state: CoreState, intent: Intent | None) -> str:
    if state.run is not None:
        return state.run.goal.target_id or state.run.goal.object_id
    if intent is None or not intent.open or intent.kind is not IntentKind.ARRANGE:
        return ""
    return next((t.object_id for t in intent.open_tasks()), "")
