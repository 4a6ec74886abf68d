"""Task: READY → ACTIVE → {SUCCEEDED | BLOCKED | SUSPENDED | FAILED | ABORTED | TIMED_OUT} (B.2)."""

from __future__ import annotations

from enum import StrEnum

from agent_core.lifecycles.machine import Machine


class TaskState(StrEnum):
    """Where one complete piece of work is in its life."""

    READY = "ready"
    ACTIVE = "active"
    BLOCKED = "blocked"
    SUSPENDED = "suspended"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    ABORTED = "aborted"
    TIMED_OUT = "timed_out"


class TaskTrigger(StrEnum):
    """What moves it on."""

    START = "start"
    BLOCK = "block"
    SUSPEND = "suspend"
    RESUME = "resume"
    SUCCEED = "succeed"
    FAIL = "fail"
    ABORT = "abort"
    TIME_OUT = "time_out"


_WAITING = (TaskState.BLOCKED, TaskState.SUSPENDED)
_OPEN = (TaskState.READY, TaskState.ACTIVE, *_WAITING)

TASK: Machine[TaskState, TaskTrigger] = Machine(
    name="task",
    initial=TaskState.READY,
    table={
        (TaskState.READY, TaskTrigger.START): TaskState.ACTIVE,
        (TaskState.READY, TaskTrigger.ABORT): TaskState.ABORTED,
        (TaskState.ACTIVE, TaskTrigger.ABORT): TaskState.ABORTED,
        (TaskState.ACTIVE, TaskTrigger.SUCCEED): TaskState.SUCCEEDED,
        (TaskState.ACTIVE, TaskTrigger.BLOCK): TaskState.BLOCKED,
        (TaskState.ACTIVE, TaskTrigger.SUSPEND): TaskState.SUSPENDED,
        (TaskState.ACTIVE, TaskTrigger.FAIL): TaskState.FAILED,
        (TaskState.ACTIVE, TaskTrigger.TIME_OUT): TaskState.TIMED_OUT,
        **{(state, TaskTrigger.RESUME): TaskState.ACTIVE for state in _WAITING},
        **{(state, TaskTrigger.FAIL): TaskState.FAILED for state in _WAITING},
        **{(state, TaskTrigger.ABORT): TaskState.ABORTED for state in _WAITING},
        **{(state, TaskTrigger.TIME_OUT): TaskState.TIMED_OUT for state in _WAITING},
    },
)


def is_open(state: TaskState) -> bool:
    """Whether the task has not ended."""
    return state in _OPEN
