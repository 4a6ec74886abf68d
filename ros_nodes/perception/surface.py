"""The bare table: what it looks like, what lies on it that nobody knows, and whether the arm shows.

The table's colour is the median over the cells that nothing known covers. A cell that differs from
it is a stranger: a hand, a thing outside the catalogue, something before the lens. Where the arm
must be, the picture must *not* look like table: if it does, the camera was moved, shows an old
picture, or is covered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ros_nodes.perception.camera_geometry import Array
    from ros_nodes.perception.colour_segmentation import Mask
    from ros_nodes.perception.settings import CameraChecks

_STRIDE = 6
_EDGE = np.ones((3, 3), dtype=np.uint8)
"""What is taken off the border of the picture of the arm, in px of every ``_STRIDE``-th."""
_THINNED = 4
"""The table's colour is the median of every so many bare cells."""
_FEWEST = 20
"""Fewer samples than this say nothing."""


@dataclass(frozen=True)
class Surface:
    """The table's look in one image.

    Attributes:
        reference: its colour, rgb 0..255, None when no bare table shows.
        strange: which cells show something else than table (cells,).
    """

    reference: Array | None
    strange: NDArray[np.bool_]


def read_surface(
    image: NDArray[np.uint8],
    pixels: NDArray[np.int64],
    bare: NDArray[np.bool_],
    deviation: float,
) -> Surface:
    """Judge the table's cells.

    Args:
        image: rgb8.
        pixels: of each cell (cells, 2).
        bare: cells in the image that nothing known covers (cells,).
        deviation: a cell is strange when a channel differs by this share of the brightest one.
    """
    strange = np.zeros(len(pixels), dtype=bool)
    if int(bare.sum()) < _FEWEST:
        return Surface(None, strange)
    chosen = pixels[bare]
    colours = image[chosen[:, 1], chosen[:, 0]].astype(np.float64)
    reference = np.median(colours[::_THINNED], axis=0)
    strange[bare] = differs(colours, reference) > deviation
    return Surface(reference, strange)


def differs(colours: Array, reference: Array) -> Array:
    """Largest difference of a channel as a share of the reference's brightest (N, 3) → (N,)."""
    result: Array = np.abs(colours - reference).max(axis=1) / max(float(reference.max()), 1.0)
    return result


def arm_colours(image: NDArray[np.uint8], labels: Mask, body: int) -> Array | None:
    """Colours of the picture where the arm must show, rgb (N, 3); None when too little of it does.

    Args:
        image: rgb8.
        labels: who owns each pixel (height, width).
        body: the arm's label.
    """
    shown = (labels[::_STRIDE, ::_STRIDE] == body).astype(np.uint8)
    core = cv2.erode(shown, _EDGE)
    rows, columns = np.nonzero(core)
    if len(rows) < _FEWEST:
        return None
    return image[rows * _STRIDE, columns * _STRIDE].astype(np.float64)


def unlike_the_arm(colours: Array, reference: Array | None, checks: CameraChecks) -> str:
    """Why a picture cannot be of the arm, empty when it can.

    Args:
        colours: where the arm must show, rgb (N, 3).
        reference: the table's colour, None when no table shows.
        checks: limits.
    """
    deviation = float(colours.mean(axis=1).std())
    if deviation < checks.arm_deviation:
        return (
            f"is covered: grey values deviate by {deviation:.1f} where the arm must show, "
            f"at least {checks.arm_deviation:.1f} expected"
        )
    if reference is None:
        return ""
    share = float(np.mean(differs(colours, reference) < checks.table_likeness))
    if share > checks.table_in_arm:
        return (
            f"shows bare table over {share:.0%} of the arm: it was moved, is covered or shows an "
            "old picture"
        )
    return ""
