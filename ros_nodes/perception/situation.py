"""All that one look gives the predicates to judge by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth

if TYPE_CHECKING:
    from ros_nodes.perception.detection import Detection
    from ros_nodes.perception.hand import Hand
    from ros_nodes.perception.settings import PerceptionSettings
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue


@dataclass(frozen=True)
class TableReading:
    """The table's cells in short.

    Attributes:
        coverage: share of the cells that were seen, 0..1.
        strange: how many cells show what nobody knows.
        where: middle of those in ``base_link`` [m].
    """

    coverage: float
    strange: int
    where: tuple[float, float]


@dataclass(frozen=True)
class Situation:
    """One look at the desk, measured.

    Attributes:
        catalogue: all objects.
        settings: thresholds.
        arm: the joint reading.
        rest: positions of the arm's joints where it waits, without the gripper's [rad].
        detections: what was seen standing or lying, by object id; nothing that is held.
        hand: the gripper and what is in it.
        table: what the table's cells show.
        fault: why the cameras cannot be believed, empty when they can.
        joints_evidence: id of the joint reading's evidence.
        camera_evidence: camera → id of its frame's evidence.
    """

    catalogue: ObjectCatalogue
    settings: PerceptionSettings
    arm: ArmState
    rest: tuple[float, ...]
    detections: Mapping[str, Detection]
    hand: Hand
    table: TableReading
    fault: str
    joints_evidence: str
    camera_evidence: Mapping[str, str]

    def vision(self) -> tuple[str, ...]:
        """Evidence ids of all frames."""
        return tuple(self.camera_evidence.values())

    def shows(self, *object_ids: str) -> tuple[str, ...]:
        """Evidence ids of the frames that show objects, each once."""
        cameras = (self.detections[i].camera for i in object_ids if i in self.detections)
        return tuple(dict.fromkeys(self.camera_evidence[camera] for camera in cameras))


def verdict(
    predicate: Predicate,
    value: Truth,
    because: str,
    evidence: tuple[str, ...] = (),
    confidence: float = 1.0,
) -> PredicateVerdict:
    """A verdict; one that is UNKNOWN has no confidence."""
    return PredicateVerdict(
        predicate=predicate,
        value=value,
        confidence=0.0 if value is Truth.UNKNOWN else confidence,
        evidence_ids=evidence,
        because=because,
    )
