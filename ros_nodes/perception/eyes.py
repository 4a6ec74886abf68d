"""What one camera saw: objects, table cells, and whether the picture fits the arm's posture."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from ros_nodes.perception.body_mask import BodyMask
from ros_nodes.perception.camera_geometry import View
from ros_nodes.perception.coverage import CoverageGrid
from ros_nodes.perception.detectors import detectors
from ros_nodes.perception.detectors.contained import glimpse
from ros_nodes.perception.look import BODY, Look, look_at, with_blob
from ros_nodes.perception.silhouette import ANYTHING, near_any
from ros_nodes.perception.surface import Surface, arm_colours, read_surface, unlike_the_arm
from xlerobot_agent.contracts.catalogue import Affordance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ros_nodes.perception.camera_geometry import Array
    from ros_nodes.perception.detection import Detection
    from ros_nodes.perception.settings import PerceptionSettings
    from xlerobot_agent.contracts.camera import Frame
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue
    from xlerobot_agent.robot_model.arm_model import ArmModel

STANDING = "base_link"
"""Cameras mounted here stand still; all others move with the arm."""


@dataclass(frozen=True)
class Sight:
    """One camera's share of an observation.

    Attributes:
        look: the prepared image.
        detections: what it measured, by object id.
        seen: table cells that were in view and bare (cells,).
        strange: table cells that show what nobody knows (cells,).
        fault: why the picture cannot be true, empty when it can.
    """

    look: Look
    detections: Mapping[str, Detection]
    seen: NDArray[np.bool_]
    strange: NDArray[np.bool_]
    fault: str


class Eyes:
    """Measures images, one after the other; each fit begins where the last one ended."""

    def __init__(
        self, catalogue: ObjectCatalogue, model: ArmModel, settings: PerceptionSettings
    ) -> None:
        self._catalogue = catalogue
        self._settings = settings
        self._body = BodyMask(model, settings.fit.body_margin)
        self._order = sorted(
            catalogue.objects, key=lambda o: Affordance.RECEPTACLE not in o.affordances
        )
        self._last: dict[str, Array] = {}
        self.grid = CoverageGrid(settings.table)

    def look(self, frame: Frame, link_poses: Mapping[str, Array]) -> Look:
        """Segment one image.

        Args:
            frame: the image.
            link_poses: of the arm when it was taken, ``base_link`` ← link, each 4x4.
        """
        view = View.of(frame, link_poses[frame.mount])
        body = self._body.draw(view, link_poses)
        return look_at(frame, view, body, self._catalogue, self._settings.fit.least_area)

    def glance(self, look: Look) -> Sight:
        """An image that is only looked at for what the gripper holds."""
        nothing = np.zeros(len(self.grid.points), dtype=bool)
        return Sight(look, {}, nothing, nothing, "")

    def measure(
        self, look: Look, known: Mapping[str, Detection], doubtful: Collection[str]
    ) -> Sight:
        """Measure one image.

        Args:
            look: the image.
            known: objects that another camera has measured: not measured again.
            doubtful: objects that may be in the gripper: not measured at all.
        """
        found = dict(known)
        look = self._measure(replace(look, last=self._last), found, doubtful)
        new = {name: d for name, d in found.items() if name not in known}
        return self._with_table(look, new)

    def _measure(self, look: Look, found: dict[str, Detection], doubtful: Collection[str]) -> Look:
        """Add to ``found`` what is not in it; the look comes back with what was only glimpsed."""
        for model in self._order:
            detector = detectors().get(model.shape)
            if detector is None or model.object_id in found or model.object_id in doubtful:
                continue
            if model.object_id not in look.blobs and Affordance.PICKABLE in model.affordances:
                blob = glimpse(look, model, self._catalogue, found, self._settings)
                if blob is not None:
                    look = with_blob(look, model.object_id, blob)
            if model.object_id in look.blobs:
                detection = detector.detect(look, model, self._catalogue, found, self._settings)
                if detection is not None:
                    found[model.object_id] = detection
                    if detection.parameters is not None:
                        self._last[model.object_id] = detection.parameters
        return look

    def _with_table(self, look: Look, new: Mapping[str, Detection]) -> Sight:
        judgement = self._settings.judgement
        pixels, inside = self.grid.in_image(look.view)
        covered = look.labels.copy()
        for detection in new.values():
            cv2.fillConvexPoly(covered, np.rint(detection.outline).astype(np.int32), BODY)
        bare = inside & ~near_any(covered, ANYTHING, pixels)
        surface = read_surface(look.frame.image, pixels, bare, judgement.strange_deviation)
        return Sight(
            look, new, bare & ~surface.strange, surface.strange, self._misfit(look, surface)
        )

    def _misfit(self, look: Look, surface: Surface) -> str:
        """Why a picture of a camera that stands still does not fit the arm's posture."""
        if look.frame.mount != STANDING:
            return ""
        colours = arm_colours(look.frame.image, look.labels, BODY)
        if colours is None:
            return ""
        why = unlike_the_arm(colours, surface.reference, self._settings.cameras)
        return f"{look.frame.camera} camera {why}" if why else ""
