"""SkillGoal as the agent sees it (requirements B.2).

Feedback may be lost on the way, so a verdict is taken in every state that has not ended; phases
only move forward. Exactly one terminal state, and nothing after it.
"""

from __future__ import annotations

from enum import StrEnum

from agent_core.lifecycles.machine import Machine
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import Phase


class SkillState(StrEnum):
    """Where a skill goal is in its life."""

    WAITING = "waiting"
    VALIDATING = "validating"
    RUNNING = "running"
    STOPPING = "stopping"
    SETTLING = "settling"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    PARTIAL = "partial"
    PREEMPTED = "preempted"
    TIMED_OUT = "timed_out"
    REJECTED = "rejected"


class SkillTrigger(StrEnum):
    """What moves it on: phases reported, our own cancel, and the six verdicts."""

    VALIDATE = "validate"
    RUN = "run"
    STOP = "stop"
    SETTLE = "settle"
    SUCCEED = "succeed"
    FAIL = "fail"
    END_PARTIAL = "end_partial"
    PREEMPT = "preempt"
    TIME_OUT = "time_out"
    REJECT = "reject"


_ORDER = (SkillState.WAITING, SkillState.VALIDATING, SkillState.RUNNING, SkillState.SETTLING)
_FORWARD = {
    SkillTrigger.VALIDATE: SkillState.VALIDATING,
    SkillTrigger.RUN: SkillState.RUNNING,
    SkillTrigger.SETTLE: SkillState.SETTLING,
}
_ENDS = {
    SkillTrigger.SUCCEED: SkillState.SUCCEEDED,
    SkillTrigger.FAIL: SkillState.FAILED,
    SkillTrigger.END_PARTIAL: SkillState.PARTIAL,
    SkillTrigger.PREEMPT: SkillState.PREEMPTED,
    SkillTrigger.TIME_OUT: SkillState.TIMED_OUT,
    SkillTrigger.REJECT: SkillState.REJECTED,
}
_LIVE = (*_ORDER, SkillState.STOPPING)

SKILL: Machine[SkillState, SkillTrigger] = Machine(
    name="skill goal",
    initial=SkillState.WAITING,
    table={
        **{
            (state, trigger): target
            for i, state in enumerate(_ORDER)
            for trigger, target in _FORWARD.items()
            if _ORDER.index(target) >= i
        },
        **{(state, SkillTrigger.STOP): SkillState.STOPPING for state in _LIVE},
        **{(state, trigger): end for state in _LIVE for trigger, end in _ENDS.items()},
    },
)

PHASE_TRIGGER: dict[Phase, SkillTrigger | None] = {
    Phase.WAITING: None,
    Phase.VALIDATING: SkillTrigger.VALIDATE,
    Phase.RUNNING: SkillTrigger.RUN,
    Phase.STOPPING: SkillTrigger.STOP,
    Phase.SETTLING: SkillTrigger.SETTLE,
    Phase.OBSERVING: SkillTrigger.SETTLE,
    Phase.DONE: None,
}
VERDICT_TRIGGER: dict[Verdict, SkillTrigger] = {
    Verdict.SUCCEEDED: SkillTrigger.SUCCEED,
    Verdict.FAILED: SkillTrigger.FAIL,
    Verdict.PARTIAL: SkillTrigger.END_PARTIAL,
    Verdict.PREEMPTED: SkillTrigger.PREEMPT,
    Verdict.TIMED_OUT: SkillTrigger.TIME_OUT,
    Verdict.REJECTED: SkillTrigger.REJECT,
}
