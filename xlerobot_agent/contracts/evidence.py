"""Evidence: what a claim about the world rests on (requirements B.7)."""

from __future__ import annotations

from enum import StrEnum

from xlerobot_agent.contracts.model import Contract


class EvidenceKind(StrEnum):
    """Ranked from strongest; a physical predicate needs one of the first two."""

    CONTACT = "contact"
    GEOMETRIC_VISION = "geometric_vision"
    TRACKED_VISION = "tracked_vision"
    MODEL_VERDICT = "model_verdict"
    HUMAN_CLAIM = "human_claim"
    MEMORY = "memory"


class Evidence(Contract):
    """One captured piece of the world: a camera frame or a joint reading."""

    evidence_id: str
    kind: EvidenceKind
    sha256: str
    """Of the raw bytes the sensor gave."""
    t_capture: float
    """When the sensor saw it, node clock [s]."""
    t_received: float
    """When the part that used it had it, node clock [s]."""
    sensor: str
    calibration_id: str = ""
