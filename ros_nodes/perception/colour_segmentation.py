"""Which pixels have an object's colour: found coarsely in the whole image, exactly near the find."""

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

COARSE = 2
"""The whole image is searched at every so many pixels, both ways."""


@dataclass(frozen=True)
class Window:
    """A rectangle of the image [px]; ``right`` and ``bottom`` are not part of it."""

    left: int
    top: int
    right: int
    bottom: int

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
    """

    window: Window
    mask: Mask
    area: int

    def centroid(self) -> tuple[float, float]:
        """Mean pixel (u, v) in the whole image."""
        moments = cv2.moments(self.mask, binaryImage=True)
        return (
            moments["m10"] / moments["m00"] + self.window.left,
            moments["m01"] / moments["m00"] + self.window.top,
        )


def in_colour(hsv: NDArray[np.uint8], colour: HsvRange) -> Mask:
    """Pixels of an HSV image (OpenCV scales) that lie in the range; a hue range may wrap."""
    low = (colour.saturation_low, colour.value_low)
    high = (colour.saturation_high, colour.value_high)
    if colour.hue_low <= colour.hue_high:
        mask = cv2.inRange(hsv, (colour.hue_low, *low), (colour.hue_high, *high))
    else:
        mask = cv2.inRange(hsv, (colour.hue_low, *low), (179, *high))
        mask |= cv2.inRange(hsv, (0, *low), (colour.hue_high, *high))
    return np.asarray(mask, dtype=np.uint8)


def coarse_hsv(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The rgb8 image in HSV at every ``COARSE``-th pixel."""
    height, width = image.shape[:2]
    small = cv2.resize(
        image, (width // COARSE, height // COARSE), interpolation=cv2.INTER_NEAREST
    )
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2HSV), dtype=np.uint8)


def find_blob(
    image: NDArray[np.uint8],
    coarse: NDArray[np.uint8],
    colour: HsvRange,
    *,
    least_area: int,
    excluded: Mask | None = None,
) -> Blob | None:
    """The largest patch of the colour, with the lesser patches in its window.

    Args:
        image: rgb8.
        coarse: what ``coarse_hsv`` made of it.
        colour: the range.
        least_area: a blob of fewer pixels [px] is noise.
        excluded: coarse mask of pixels that are known to be something else, or None.

    Returns:
        The blob, or None when no patch is large enough. Patches of at least ``least_area`` pixels
        near the largest one belong to it: an arm across a thing cuts its picture in two.
    """
    found = in_colour(coarse, colour)
    if excluded is not None:
        found[excluded > 0] = 0
    count, _, stats, _ = cv2.connectedComponentsWithStats(found)
    if count < 2:
        return None
    stats = stats[1:]
    stats = stats[stats[:, cv2.CC_STAT_AREA] * COARSE**2 >= least_area]
    if not len(stats):
        return None
    window = _around(stats, image.shape[1], image.shape[0])
    hsv = cv2.cvtColor(image[window.slices], cv2.COLOR_RGB2HSV)
    mask = in_colour(np.asarray(hsv, dtype=np.uint8), colour)
    area = int(cv2.countNonZero(mask))
    return Blob(window, mask, area) if area >= least_area else None


def _around(stats: NDArray[np.int32], width: int, height: int) -> Window:
    """A window around the largest patch and those that lie within its own extent of it."""
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
    margin = 3 * COARSE
    return Window(
        max(0, int(left[near].min()) * COARSE - margin),
        max(0, int(top[near].min()) * COARSE - margin),
        min(width, int(right[near].max()) * COARSE + margin),
        min(height, int(bottom[near].max()) * COARSE + margin),
    )
