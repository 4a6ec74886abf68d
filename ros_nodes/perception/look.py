"""One camera's image, prepared once for all detectors: blobs by colour and who owns which pixel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.perception.colour_segmentation import Blob, Mask, coarse_hsv, find_blob
from xlerobot_agent.contracts.catalogue import Affordance

if TYPE_CHECKING:
    from ros_nodes.perception.camera_geometry import Array, View
    from xlerobot_agent.contracts.camera import Frame
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue, ObjectModel

BODY = 255
"""Label of the arm's own pixels; 0 is everything unexplained, objects count from 1."""

LOW = 0.03
"""Things lower than this [m] hide nothing."""


@dataclass(frozen=True)
class Look:
    """What one image holds before anything is measured.

    Attributes:
        frame: the image.
        view: the camera's place when it was taken.
        blobs: the patch of each object's colour, by object id.
        labels: of every pixel: 0, ``BODY``, or the object's (``label_of``), shape of the image.
        label_of: object id → label.
        distances: ground distance [m] from below the camera to each blob, as if all lay on the
            table.
        last: parameters of the last fit of each object, to begin the next one from.
    """

    frame: Frame
    view: View
    blobs: Mapping[str, Blob]
    labels: Mask
    label_of: Mapping[str, int]
    distances: Mapping[str, float]
    last: Mapping[str, Array] = field(default_factory=dict)

    def hiders(self, model: ObjectModel, catalogue: ObjectCatalogue) -> frozenset[int]:
        """Labels of what may hide parts of an object: the arm, and things before it.

        Low things hide nothing under a camera that looks down. What stands in a receptacle hides
        parts of it wherever it stands.
        """
        labels = {BODY}
        for other in catalogue.objects:
            if other.object_id == model.object_id or other.object_id not in self.blobs:
                continue
            on_it = (
                Affordance.RECEPTACLE in model.affordances
                and Affordance.PICKABLE in other.affordances
            )
            before_it = (
                other.size.z > LOW
                and self.distances[other.object_id] < self.distances[model.object_id]
            )
            if on_it or before_it:
                labels.add(self.label_of[other.object_id])
        return frozenset(labels)


def with_blob(look: Look, object_id: str, blob: Blob) -> Look:
    """The same look with one more blob."""
    labels = look.labels.copy()
    np.copyto(labels[blob.window.slices], look.label_of[object_id], where=blob.mask > 0)
    ground = look.view.on_plane(np.array(blob.centroid), 0.0) - look.view.position
    distance = float(np.hypot(ground[0], ground[1]))
    return replace(
        look,
        blobs={**look.blobs, object_id: blob},
        labels=labels,
        distances={**look.distances, object_id: distance},
    )


def look_at(
    frame: Frame, view: View, body: Mask, catalogue: ObjectCatalogue, least_area: int
) -> Look:
    """Segment an image.

    Args:
        frame: the image.
        view: its camera's place.
        body: mask of the arm's own pixels.
        catalogue: the colours to look for.
        least_area: smaller patches [px] are noise.
    """
    coarse = coarse_hsv(frame.image)
    labels = body.copy()
    blobs = {}
    label_of = {}
    for label, model in enumerate(catalogue.objects, start=1):
        label_of[model.object_id] = label
        blob = find_blob(frame.image, coarse, model.colour, least_area=least_area)
        if blob is not None:
            blobs[model.object_id] = blob
            np.copyto(labels[blob.window.slices], label, where=blob.mask > 0)
    middles = np.array([blob.centroid for blob in blobs.values()]).reshape(-1, 2)
    ground = view.on_plane(middles, 0.0) - view.position
    distances = dict(zip(blobs, np.hypot(ground[:, 0], ground[:, 1]).tolist(), strict=True))
    return Look(frame, view, blobs, labels, label_of, distances)
