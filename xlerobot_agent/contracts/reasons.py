"""Why something did not happen: one closed list (requirements B.4), and whose failure it is."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """The typed reason of every result that is not a success. The list is closed."""

    UNREACHABLE = "unreachable"
    TOO_HEAVY = "too_heavy"
    TOO_HOT = "too_hot"
    BLOCKED = "blocked"
    TARGET_MISSING = "target_missing"
    SLIPPED = "slipped"
    GRASP_EMPTY = "grasp_empty"
    WRONG_OBJECT = "wrong_object"
    TARGET_OCCUPIED = "target_occupied"
    EXTERNAL_REMOVAL = "external_removal"
    OUT_OF_WORKSPACE = "out_of_workspace"
    PERCEPTION_UNSURE = "perception_unsure"
    TIMEOUT = "timeout"
    HEARTBEAT_LOST = "heartbeat_lost"
    SAFETY_HOLD = "safety_hold"
    LEASE_LOST = "lease_lost"
    DRIVER_FAULT = "driver_fault"
    UNKNOWN = "unknown"
    # How a goal ends when somebody wanted it to: not failures of the skill.
    CANCELLED = "cancelled"
    SUPERSEDED = "superseded"
    STOPPED = "stopped"
    # A goal or chunk that should never have been sent.
    INVALID_GOAL = "invalid_goal"


class FailureKind(StrEnum):
    """Whose failure it was; results are reported split by these."""

    TASK = "task"
    PERCEPTION = "perception"
    PLANNING = "planning"
    CONTROL = "control"
    INFRASTRUCTURE = "infrastructure"


_KIND_OF: dict[Reason, FailureKind] = {
    Reason.UNREACHABLE: FailureKind.PLANNING,
    Reason.TOO_HEAVY: FailureKind.TASK,
    Reason.TOO_HOT: FailureKind.TASK,
    Reason.BLOCKED: FailureKind.PLANNING,
    Reason.TARGET_MISSING: FailureKind.PERCEPTION,
    Reason.SLIPPED: FailureKind.CONTROL,
    Reason.GRASP_EMPTY: FailureKind.CONTROL,
    Reason.WRONG_OBJECT: FailureKind.PERCEPTION,
    Reason.TARGET_OCCUPIED: FailureKind.TASK,
    Reason.EXTERNAL_REMOVAL: FailureKind.TASK,
    Reason.OUT_OF_WORKSPACE: FailureKind.PLANNING,
    Reason.PERCEPTION_UNSURE: FailureKind.PERCEPTION,
    Reason.TIMEOUT: FailureKind.CONTROL,
    Reason.HEARTBEAT_LOST: FailureKind.INFRASTRUCTURE,
    Reason.SAFETY_HOLD: FailureKind.CONTROL,
    Reason.LEASE_LOST: FailureKind.CONTROL,
    Reason.DRIVER_FAULT: FailureKind.INFRASTRUCTURE,
    Reason.UNKNOWN: FailureKind.INFRASTRUCTURE,
    Reason.CANCELLED: FailureKind.TASK,
    Reason.SUPERSEDED: FailureKind.TASK,
    Reason.STOPPED: FailureKind.TASK,
    Reason.INVALID_GOAL: FailureKind.PLANNING,
}


def failure_kind(reason: Reason) -> FailureKind:
    """Whose failure a reason is."""
    return _KIND_OF[reason]
