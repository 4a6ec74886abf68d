"""Reasons sorted by what disturbed, and what a failure asks for next."""

from __future__ import annotations

from enum import StrEnum

from xlerobot_agent.contracts.reasons import Reason


class Disturbance(StrEnum):
    """The class under which failures of one kind add up."""

    GRASP = "grasp"
    REACH = "reach"
    PERCEPTION = "perception"
    TARGET = "target"
    EXTERNAL = "external"
    CONTROL = "control"
    INTERRUPTION = "interruption"


DISTURBANCE: dict[Reason, Disturbance] = {
    Reason.UNREACHABLE: Disturbance.REACH,
    Reason.TOO_HEAVY: Disturbance.GRASP,
    Reason.TOO_HOT: Disturbance.GRASP,
    Reason.BLOCKED: Disturbance.REACH,
    Reason.TARGET_MISSING: Disturbance.PERCEPTION,
    Reason.SLIPPED: Disturbance.GRASP,
    Reason.GRASP_EMPTY: Disturbance.GRASP,
    Reason.WRONG_OBJECT: Disturbance.PERCEPTION,
    Reason.TARGET_OCCUPIED: Disturbance.TARGET,
    Reason.EXTERNAL_REMOVAL: Disturbance.EXTERNAL,
    Reason.OUT_OF_WORKSPACE: Disturbance.REACH,
    Reason.PERCEPTION_UNSURE: Disturbance.PERCEPTION,
    Reason.TIMEOUT: Disturbance.CONTROL,
    Reason.HEARTBEAT_LOST: Disturbance.INTERRUPTION,
    Reason.SAFETY_HOLD: Disturbance.INTERRUPTION,
    Reason.LEASE_LOST: Disturbance.INTERRUPTION,
    Reason.DRIVER_FAULT: Disturbance.CONTROL,
    Reason.UNKNOWN: Disturbance.CONTROL,
    Reason.CANCELLED: Disturbance.INTERRUPTION,
    Reason.SUPERSEDED: Disturbance.INTERRUPTION,
    Reason.STOPPED: Disturbance.INTERRUPTION,
    Reason.INVALID_GOAL: Disturbance.CONTROL,
}

WAITS = frozenset({Disturbance.CONTROL, Disturbance.INTERRUPTION, Disturbance.PERCEPTION})
"""Classes after which trying again at once would only fail again: wait a little first."""

NEW_VIEW = frozenset({Disturbance.PERCEPTION, Disturbance.EXTERNAL})
"""Classes whose repair is to look from the rest pose first, not to grasp differently."""

MOVED_REFUTES = frozenset({Disturbance.REACH, Disturbance.GRASP, Disturbance.PERCEPTION})
"""Classes whose premise is where the thing was: elsewhere it is a new question."""
