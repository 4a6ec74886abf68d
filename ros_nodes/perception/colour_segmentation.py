"""Which pixels have an object's colour: found coarsely in the image, exactly near the find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from xlerobot_agent.contracts.catalogue import HsvRange

Mask = NDArray[np.uint8]
"""0 or 255 per pixel."""

_LAST_HUE = 179
_SPECK = 0.03
"""A patch smaller than this share of the largest one is noise."""
COARSE = 4
"""The whole image is searched at every so many pixels, both ways."""


@dataclass(frozen=True)
class Window:
    """A rectangle of the image [px]; ``right`` and ``bottom`` are not part of it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def corner(self) -> tuple[int, int]:
        """Its first pixel (u, v)."""
        return self.left, self.top

    @property
    def slices(self) -> tuple[slice, slice]:
        """Rows and columns, to index an image with."""
        return slice(self.top, self.bottom), slice(self.left, self.right)


@dataclass(frozen=True)
class Blob:
    """The pixels of one colour that belong together.

    Attributes:
        window: where in the image.
        mask: in the window.
        area: how many pixels.
        centroid: mean pixel (u, v) in the whole image.
    """

    window: Window
    mask: Mask
    area: int
    centroid: tuple[float, float]

    @classmethod
    def of(cls, window: Window, mask: Mask) -> Blob | None:
        """A blob; None when the mask is empty."""
        moments = cv2.moments(mask, binaryImage=True)
        area = moments["m00"]
        if area == 0.0:
            return None
        u, v = moments["m10"] / area + window.left, moments["m01"] / area + window.top
        return cls(window, mask, int(area), (u, v))

    def hull(self) -> NDArray[np.int32]:
        """Corners of the convex hull of its pixels in the whole image, shape (N, 2).

        Specks beside the larger patches are left out.
        """
        contours, _ = cv2.findContours(
            self.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=self.window.corner
        )
        areas = [cv2.contourArea(contour) for contour in contours]
        least = _SPECK * max(areas)
        large = [c for c, area in zip(contours, areas, strict=True) if area >= least]
        points = np.vstack(large).reshape(-1, 2)
        return np.asarray(cv2.convexHull(points).reshape(-1, 2), dtype=np.int32)


def in_colour(hsv: NDArray[np.uint8], colour: HsvRange) -> Mask:
    """Pixels of an HSV image (OpenCV scales) that lie in the range; a hue range may wrap."""
    if colour.hue_low <= colour.hue_high:
        return _between(hsv, colour, colour.hue_low, colour.hue_high)
    wrapped = _between(hsv, colour, colour.hue_low, _LAST_HUE)
    return wrapped | _between(hsv, colour, 0, colour.hue_high)


def _between(hsv: NDArray[np.uint8], colour: HsvRange, hue_low: int, hue_high: int) -> Mask:
    low = np.array([hue_low, colour.saturation_low, colour.value_low], dtype=np.uint8)
    high = np.array([hue_high, colour.saturation_high, colour.value_high], dtype=np.uint8)
    return np.asarray(cv2.inRange(hsv, low, high), dtype=np.uint8)


def coarse_hsv(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The rgb8 image in HSV at every ``COARSE``-th pixel."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // COARSE, height // COARSE), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2HSV), dtype=np.uint8)


def find_blob(
    image: NDArray[np.uint8],
    coarse: NDArray[np.uint8],
    colour: HsvRange,
    *,
    least_area: int,
) -> Blob | None:
    """The largest patch of the colour, with the lesser patches in its window.

    Args:
        image: rgb8.
        coarse: what ``coarse_hsv`` made of it.
        colour: the range.
        least_area: a blob of fewer pixels [px] is noise.

    Returns:
        The blob, or None when no patch is large enough. Patches of at least ``least_area`` pixels
        near the largest one belong to it: an arm across a thing cuts its picture in two.
    """
    stats = _patches(in_colour(coarse, colour))
    stats = stats[stats[:, cv2.CC_STAT_AREA] * COARSE**2 >= least_area]
    if not len(stats):
        return None
    window = _around(stats, image.shape[1], image.shape[0])
    hsv = cv2.cvtColor(image[window.slices], cv2.COLOR_RGB2HSV)
    blob = Blob.of(window, in_colour(np.asarray(hsv, dtype=np.uint8), colour))
    return blob if blob is not None and blob.area >= least_area else None


def _patches(found: Mask) -> NDArray[np.int32]:
    """Statistics of a mask's connected patches, columns by ``cv2.CC_STAT_*``."""
    left, top, width, height = cv2.boundingRect(found)
    if width == 0:
        return np.zeros((0, 5), dtype=np.int32)
    part = found[top : top + height, left : left + width]
    _, _, stats, _ = cv2.connectedComponentsWithStats(part)
    patches = np.asarray(stats[1:], dtype=np.int32)
    patches[:, cv2.CC_STAT_LEFT] += left
    patches[:, cv2.CC_STAT_TOP] += top
    return patches


def _around(stats: NDArray[np.int32], width: int, height: int) -> Window:
    """A window around the largest patch and those that lie within its own extent of it."""
    margin = 2 * COARSE
    if len(stats) > 1:
        stats = _near_largest(stats)
    ends = stats[:, :2] + stats[:, 2:4]
    left, top = (stats[:, :2].min(axis=0) * COARSE - margin).tolist()
    right, bottom = (ends.max(axis=0) * COARSE + margin).tolist()
    return Window(max(0, left), max(0, top), min(width, right), min(height, bottom))


def _near_largest(stats: NDArray[np.int32]) -> NDArray[np.int32]:
    """The largest patch and those within its own extent of it."""
    left, top = stats[:, cv2.CC_STAT_LEFT], stats[:, cv2.CC_STAT_TOP]
    right, bottom = left + stats[:, cv2.CC_STAT_WIDTH], top + stats[:, cv2.CC_STAT_HEIGHT]
    largest = int(np.argmax(stats[:, cv2.CC_STAT_AREA]))
    reach = max(right[largest] - left[largest], bottom[largest] - top[largest])
    near = (
        (left < right[largest] + reach)
        & (right > left[largest] - reach)
        & (top < bottom[largest] + reach)
        & (bottom > top[largest] - reach)
    )
    result: NDArray[np.int32] = stats[near]
    return result
