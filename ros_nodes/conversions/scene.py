"""Scene observations with their objects, seen region, predicates and evidence."""

from __future__ import annotations

from geometry_msgs.msg import Point, Vector3
from std_msgs.msg import Header
from xlerobot_interfaces import msg

from ros_nodes.conversions import stamp
from xlerobot_agent.contracts.evidence import Evidence, EvidenceKind
from xlerobot_agent.contracts.geometry import Pose, Size
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.scene import SceneObject, SceneObservation, SeenRegion

FRAME = "base_link"


def to_msg(observation: SceneObservation, frame: str = FRAME) -> msg.SceneObservation:
    """An observation as a message, with positions in ``frame``."""
    return msg.SceneObservation(
        header=Header(stamp=stamp.to_msg(observation.stamp), frame_id=frame),
        observation_id=observation.observation_id,
        sequence=observation.sequence,
        objects=[_object_to_msg(o) for o in observation.objects],
        seen=_region_to_msg(observation.seen),
        predicates=[verdict_to_msg(v) for v in observation.predicates],
        evidence=[evidence_to_msg(e) for e in observation.evidence],
        arm_moving=observation.arm_moving,
        fault=observation.fault,
    )


def from_msg(message: msg.SceneObservation) -> SceneObservation:
    """A message as an observation.

    Raises:
        ValueError: a value does not fit the contract.
    """
    return SceneObservation(
        observation_id=message.observation_id,
        sequence=message.sequence,
        stamp=stamp.from_msg(message.header.stamp),
        objects=tuple(_object_from_msg(o) for o in message.objects),
        seen=_region_from_msg(message.seen),
        predicates=tuple(verdict_from_msg(v) for v in message.predicates),
        evidence=tuple(evidence_from_msg(e) for e in message.evidence),
        arm_moving=message.arm_moving,
        fault=message.fault,
    )


def _object_to_msg(seen: SceneObject) -> msg.SceneObject:
    return msg.SceneObject(
        object_id=seen.object_id,
        position=Point(x=seen.pose.x, y=seen.pose.y, z=seen.pose.z),
        yaw=seen.pose.yaw,
        tilt=seen.pose.tilt,
        size=Vector3(x=seen.size.x, y=seen.size.y, z=seen.size.z),
        confidence=seen.confidence,
        visibility=seen.visibility,
        version=seen.version,
        stamp=stamp.to_msg(seen.stamp),
        camera=seen.camera,
        evidence_ids=list(seen.evidence_ids),
    )


def _object_from_msg(message: msg.SceneObject) -> SceneObject:
    position = message.position
    return SceneObject(
        object_id=message.object_id,
        pose=Pose(x=position.x, y=position.y, z=position.z, yaw=message.yaw, tilt=message.tilt),
        size=Size(x=message.size.x, y=message.size.y, z=message.size.z),
        confidence=message.confidence,
        visibility=message.visibility,
        version=message.version,
        stamp=stamp.from_msg(message.stamp),
        camera=message.camera,
        evidence_ids=tuple(message.evidence_ids),
    )


def _region_to_msg(region: SeenRegion) -> msg.SeenRegion:
    return msg.SeenRegion(**region.model_dump())


def _region_from_msg(message: msg.SeenRegion) -> SeenRegion:
    return SeenRegion(
        origin_x=message.origin_x,
        origin_y=message.origin_y,
        cell=message.cell,
        rows=message.rows,
        columns=message.columns,
        seen=message.seen,
    )


def verdict_to_msg(verdict: PredicateVerdict) -> msg.PredicateVerdict:
    """A predicate's verdict as a message."""
    return msg.PredicateVerdict(
        predicate=str(verdict.predicate),
        value=verdict.value.value,
        confidence=verdict.confidence,
        evidence_ids=list(verdict.evidence_ids),
        because=verdict.because,
    )


def verdict_from_msg(message: msg.PredicateVerdict) -> PredicateVerdict:
    """A message as a predicate's verdict.

    Raises:
        ValueError: the predicate or its value is no word of ours.
    """
    return PredicateVerdict(
        predicate=Predicate.parse(message.predicate),
        value=Truth(message.value),
        confidence=message.confidence,
        evidence_ids=tuple(message.evidence_ids),
        because=message.because,
    )


def evidence_to_msg(evidence: Evidence) -> msg.Evidence:
    """A piece of evidence as a message."""
    return msg.Evidence(
        evidence_id=evidence.evidence_id,
        kind=evidence.kind.value,
        sha256=evidence.sha256,
        captured=stamp.to_msg(evidence.t_capture),
        received=stamp.to_msg(evidence.t_received),
        sensor=evidence.sensor,
        calibration_id=evidence.calibration_id,
    )


def evidence_from_msg(message: msg.Evidence) -> Evidence:
    """A message as a piece of evidence.

    Raises:
        ValueError: the kind is no word of ours.
    """
    return Evidence(
        evidence_id=message.evidence_id,
        kind=EvidenceKind(message.kind),
        sha256=message.sha256,
        t_capture=stamp.from_msg(message.captured),
        t_received=stamp.from_msg(message.received),
        sensor=message.sensor,
        calibration_id=message.calibration_id,
    )
