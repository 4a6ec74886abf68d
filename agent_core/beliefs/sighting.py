"""Where a thing was last seen, and whether it is still believed to be there."""

from __future__ import annotations

import math

from agent_core.settings import BeliefSettings
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.predicates import Truth
from xlerobot_agent.contracts.scene import SceneObject, SceneObservation


class Sighting(Contract):
    """One thing of the catalogue."""

    object_id: str
    present: Truth
    """TRUE: seen there; FALSE: its place was seen without it; UNKNOWN: its place was hidden."""
    x: float
    y: float
    """Last seen there, in ``base_link`` [m]."""
    confidence: float
    object_version: int
    last_seen: float
    evidence_ids: tuple[str, ...] = ()

    def distance_to(self, x: float, y: float) -> float:
        """Horizontal distance [m]."""
        return math.hypot(self.x - x, self.y - y)


def seen(found: SceneObject, before: Sighting | None, settings: BeliefSettings) -> Sighting | None:
    """The sighting after the thing was found; a weak detection confirms nothing new."""
    if found.confidence < settings.confirm and (
        before is None or found.confidence <= settings.retract
    ):
        return before
    return Sighting(
        object_id=found.object_id,
        present=Truth.TRUE,
        x=found.pose.x,
        y=found.pose.y,
        confidence=found.confidence,
        object_version=found.version,
        last_seen=found.stamp,
        evidence_ids=found.evidence_ids,
    )


def not_seen(before: Sighting, observation: SceneObservation, settings: BeliefSettings) -> Sighting:
    """The sighting after an observation without the thing: absent only where one could see."""
    covered = observation.seen.fraction(before.x, before.y, settings.absence_half_width)
    if covered >= settings.absence_coverage:
        return before.model_copy(update={"present": Truth.FALSE, "confidence": 0.0})
    if before.present is Truth.TRUE:
        return before.model_copy(update={"present": Truth.UNKNOWN})
    return before
