"""Finding colours on drawn images."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from ros_nodes.perception.colour_segmentation import Blob, Window, coarse_hsv, find_blob, in_colour
from xlerobot_agent.contracts.catalogue import HsvRange

RED = HsvRange(hue_low=170, hue_high=8, saturation_low=110, value_low=40)
YELLOW = HsvRange(hue_low=22, hue_high=36, saturation_low=90, value_low=80)


def canvas() -> np.ndarray:
    return np.full((480, 640, 3), 180, np.uint8)


def blob_in(image: np.ndarray, colour: HsvRange = RED, least_area: int = 60) -> Blob | None:
    return find_blob(image, coarse_hsv(image), colour, least_area=least_area)


@pytest.mark.parametrize("rgb", [(200, 10, 10), (200, 10, 40), (200, 40, 10)])
def test_a_hue_range_wraps_around_red(rgb):
    hsv = cv2.cvtColor(np.full((2, 2, 3), rgb, np.uint8), cv2.COLOR_RGB2HSV)
    assert in_colour(hsv, RED).all()
    assert not in_colour(hsv, YELLOW).any()


def test_a_disc_is_found_to_the_pixel():
    image = canvas()
    cv2.circle(image, (333, 211), 20, (200, 10, 10), -1)
    blob = blob_in(image)
    assert blob is not None
    assert blob.centroid == pytest.approx((333, 211), abs=0.01)
    assert blob.area == int(np.sum(image[..., 1] == 10))
    hull = blob.hull()
    assert hull.min(axis=0).tolist() == [313, 191]
    assert hull.max(axis=0).tolist() == [353, 231]


def test_a_bar_across_leaves_one_blob():
    image = canvas()
    cv2.rectangle(image, (100, 100), (160, 160), (200, 10, 10), -1)
    image[100:161, 122:138] = 90
    blob = blob_in(image)
    assert blob is not None
    hull = blob.hull()
    assert hull.min(axis=0).tolist() == [100, 100]
    assert hull.max(axis=0).tolist() == [160, 160]


def test_specks_are_no_blob_and_do_not_stretch_one():
    image = canvas()
    cv2.circle(image, (400, 300), 15, (200, 10, 10), -1)
    image[40, 40] = (200, 10, 10)
    blob = blob_in(image)
    assert blob is not None
    assert blob.window.left > 300
    assert blob_in(canvas()) is None
    speck = canvas()
    speck[200:206, 200:206] = (200, 10, 10)
    assert blob_in(speck) is None
    assert blob_in(speck, least_area=20) is not None


def test_an_empty_mask_is_no_blob():
    assert Blob.of(Window(0, 0, 4, 4), np.zeros((4, 4), np.uint8)) is None
