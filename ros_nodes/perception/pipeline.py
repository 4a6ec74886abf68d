"""Frames and joint state in, one ``SceneObservation`` out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import cv2
import numpy as np

from ros_nodes.perception import evidence
from ros_nodes.perception.camera_health import CameraHealth, CameraReport
from ros_nodes.perception.eyes import STANDING, Eyes, Sight
from ros_nodes.perception.grip import FingerModel, read_grip
from ros_nodes.perception.hand import EMPTY_HANDED, Hand, at_fingers, judge_hand
from ros_nodes.perception.predicates import default_predicates, evaluate
from ros_nodes.perception.situation import Situation, TableReading
from ros_nodes.perception.tracker import Tracker
from xlerobot_agent.contracts.scene import SceneObject, SceneObservation
from xlerobot_agent.robot_model.arm_model import GRIPPER_JOINT
from xlerobot_agent.robot_model.configuration import named_pose

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ros_nodes.perception.detection import Detection
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import PerceptionSettings
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.contracts.camera import Frame
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue
    from xlerobot_agent.contracts.evidence import Evidence
    from xlerobot_agent.contracts.ports import IdFactory
    from xlerobot_agent.contracts.predicates import Predicate
    from xlerobot_agent.robot_model.arm_model import ArmModel

cv2.setNumThreads(1)

_ALL_DELIVER: Mapping[str, str] = MappingProxyType({})


def _inner(looks: Iterable[Look]) -> Look | None:
    """The first image of a camera that moves with the arm: it looks between the fingers."""
    return next((look for look in looks if look.frame.mount != STANDING), None)


class PerceptionPipeline:
    """Stepped by its owner, never blocking; keeps versions and what cameras last showed."""

    def __init__(
        self,
        catalogue: ObjectCatalogue,
        model: ArmModel,
        settings: PerceptionSettings,
        ids: IdFactory,
    ) -> None:
        """Prepare for one desk.

        Raises:
            ValueError: the arm's description lacks the finger pads.
        """
        self._catalogue = catalogue
        self._model = model
        self._settings = settings
        self._ids = ids
        self._eyes = Eyes(catalogue, model, settings)
        self._fingers = FingerModel(model)
        self._gripper = model.joint_names.index(GRIPPER_JOINT)
        self._tracker = Tracker(settings.tracker)
        self._cameras = {
            name: CameraHealth(name, settings.cameras) for name in settings.cameras.required
        }
        self._predicates = list(default_predicates(catalogue))
        self._rest = named_pose(model)
        self._sequence = 0

    def expect(self, predicate: Predicate) -> None:
        """Judge this predicate too, from the next look on."""
        if predicate not in self._predicates:
            self._predicates.append(predicate)

    def process(
        self,
        frames: Sequence[Frame | None],
        arm: ArmState,
        now: float,
        undelivered: Mapping[str, str] = _ALL_DELIVER,
    ) -> SceneObservation:
        """Look once.

        A camera that gave nothing is judged by its last frame until that is too old.

        Args:
            frames: the newest of each camera; None where none came.
            arm: joint state at the frames' time.
            now: node time [s].
            undelivered: why a camera's last frame is not to be believed, by camera.
        """
        reports = self._receive(frames, arm, now, undelivered)
        moving = any(abs(speed) > self._settings.moving_speed for speed in arm.velocities)
        hand, sights = self._see(reports, arm, moving)
        faults = [r.fault for r in reports.values() if r.fault]
        faults += [s.fault for s in sights.values() if s.fault]
        trusted = {name: sight for name, sight in sights.items() if not sight.fault}
        free = {n: d for sight in trusted.values() for n, d in sight.detections.items()}
        inner = _inner(sight.look for sight in trusted.values())
        proofs = self._evidence(trusted, arm, now)
        seen = self._seen(trusted)
        situation = Situation(
            catalogue=self._catalogue,
            settings=self._settings,
            arm=arm,
            rest=self._rest[: self._gripper],
            detections=free,
            hand=hand,
            table=self._table(trusted, seen),
            fault="; ".join(faults),
            joints_evidence=proofs[evidence.JOINTS].evidence_id,
            camera_evidence={n: proofs[n].evidence_id for n in trusted},
        )
        shown = list(free.values())
        if hand.held and inner is not None:
            shown.append(at_fingers(hand, inner, self._catalogue[hand.held]))
        self._sequence += 1
        return SceneObservation(
            observation_id=self._ids.new("observation"),
            sequence=self._sequence,
            stamp=min([s.look.frame.stamp for s in trusted.values()], default=arm.stamp),
            objects=tuple(self._object(d, proofs) for d in shown),
            seen=self._eyes.grid.region(seen),
            predicates=tuple(evaluate(p, situation) for p in self._predicates),
            evidence=tuple(proofs.values()),
            arm_moving=moving,
            fault=situation.fault,
        )

    def _receive(
        self,
        frames: Sequence[Frame | None],
        arm: ArmState,
        now: float,
        undelivered: Mapping[str, str],
    ) -> dict[str, CameraReport]:
        newest = {frame.camera: frame for frame in frames if frame is not None}
        for name in newest:
            if name not in self._cameras:
                self._cameras[name] = CameraHealth(name, self._settings.cameras)
        reports = {
            name: health.receive(newest.get(name), arm, now)
            for name, health in self._cameras.items()
        }
        return {
            name: replace(report, fault=undelivered.get(name) or report.fault)
            for name, report in reports.items()
        }

    def _see(
        self, reports: Mapping[str, CameraReport], arm: ArmState, moving: bool
    ) -> tuple[Hand, dict[str, Sight]]:
        """Standing cameras first; one on the arm only for what they leave open.

        That is: what the gripper may hold, and while the arm is still what was not found.
        """
        grip = read_grip(arm, self._gripper, self._settings.grip)
        usable = [(r.frame, r.arm) for r in reports.values() if r.frame is not None and not r.fault]
        carried = [(frame, state) for frame, state in usable if frame.mount != STANDING]
        looks = [self._look(f, state) for f, state in usable if f.mount == STANDING]
        inside = [] if grip in EMPTY_HANDED else [self._look(f, state) for f, state in carried]
        hand = judge_hand(
            grip,
            self._fingers.at(self._model.link_poses(arm.positions)),
            looks,
            _inner(inside),
            self._catalogue,
            self._settings.grip,
        )
        sights = {k.frame.camera: self._eyes.measure(k, {}, hand.doubtful) for k in looks}
        known = {n: d for sight in sights.values() for n, d in sight.detections.items()}
        expected = len(self._catalogue.objects) - bool(hand.held)
        missing = not moving and len(known) < expected
        if missing and not inside:
            inside = [self._look(frame, state) for frame, state in carried]
        for look in inside:
            sights[look.frame.camera] = (
                self._eyes.measure(look, known, hand.doubtful | {hand.held})
                if missing
                else self._eyes.glance(look)
            )
        return hand, sights

    def _look(self, frame: Frame, arm: ArmState) -> Look:
        """Segment a frame with the arm where it was when the frame came."""
        return self._eyes.look(frame, self._model.link_poses(arm.positions))

    def _evidence(
        self,
        trusted: Mapping[str, Sight],
        arm: ArmState,
        now: float,
    ) -> dict[str, Evidence]:
        proofs = {
            name: evidence.of_frame(sight.look.frame, now, self._ids)
            for name, sight in trusted.items()
        }
        return proofs | {evidence.JOINTS: evidence.of_joints(arm, now, self._ids)}

    def _seen(self, trusted: Mapping[str, Sight]) -> NDArray[np.bool_]:
        seen = np.zeros(len(self._eyes.grid.points), dtype=bool)
        for sight in trusted.values():
            seen |= sight.seen
        return seen

    def _table(self, trusted: Mapping[str, Sight], seen: NDArray[np.bool_]) -> TableReading:
        standing = [s for s in trusted.values() if s.look.frame.mount == STANDING]
        strange = np.zeros(len(seen), dtype=bool)
        for sight in standing:
            strange |= sight.strange
        x, y = self._eyes.grid.points[strange][:, :2].mean(axis=0) if strange.any() else (0.0, 0.0)
        return TableReading(float(seen.mean()), int(strange.sum()), (float(x), float(y)))

    def _object(self, found: Detection, proofs: Mapping[str, Evidence]) -> SceneObject:
        return SceneObject(
            object_id=found.object_id,
            pose=found.pose,
            size=found.size,
            confidence=found.confidence,
            visibility=found.visibility,
            version=self._tracker.version(found.object_id, found.pose, found.symmetry),
            stamp=found.stamp,
            camera=found.camera,
            evidence_ids=(proofs[found.camera].evidence_id,),
        )
