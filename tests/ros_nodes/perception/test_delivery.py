"""Cameras that deliver nothing, late, or the same again (fault table 46, 47)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.perception.delivery import OVERTAKEN, Delivery
from xlerobot_agent.contracts.camera import Frame, Intrinsics

CAMERAS = ("front", "wrist")
PAIR_AGE, LAG = 0.1, 0.2
TURN = 0.01
"""The wrist camera's frame comes so long after the front camera's [s]."""
LENS = Intrinsics(4, 4, 2.0, 2.0, 1.5, 1.5)
PICTURE = np.zeros((4, 4, 3), np.uint8)

periods = st.floats(1.0 / 30.0, 2.0)
cameras = st.sampled_from(CAMERAS)


def frame(camera: str, stamp: float) -> Frame:
    return Frame(camera, 1, stamp, PICTURE, LENS, np.eye(4))


def stamp_of(camera: str, turn: int, period: float) -> float:
    return turn * period + (TURN if camera == "wrist" else 0.0)


def deliver(delivery: Delivery, turn: int, period: float, lost: str = "") -> dict[str, bool]:
    """One round of all cameras but one; which images made a look."""
    return {
        name: delivery.take(frame(name, stamp_of(name, turn, period)))
        for name in CAMERAS
        if name != lost
    }


@pytest.fixture
def delivery() -> Delivery:
    return Delivery(CAMERAS, PAIR_AGE, LAG)


def test_the_last_cameras_image_completes_a_look(delivery):
    assert deliver(delivery, 1, 0.125) == {"front": False, "wrist": True}
    assert [f.camera for f in delivery.together()] == ["front", "wrist"]
    assert delivery.faults() == {}


def test_images_too_far_apart_make_no_pair(delivery):
    delivery.take(frame("front", 1.0))
    delivery.take(frame("wrist", 1.0 + PAIR_AGE + 0.01))
    assert [f.camera for f in delivery.together()] == ["wrist"]


def test_cameras_that_never_delivered_are_not_behind(delivery):
    """That they never did is told by the camera's own watch."""
    assert delivery.faults() == {}
    assert delivery.together() == []
    for turn in range(5):
        deliver(delivery, turn, 0.125, lost="front")
    assert delivery.faults() == {}


@given(period=periods, lost=st.lists(st.sampled_from(("", *CAMERAS)), max_size=40))
def test_single_frames_that_get_lost_are_no_fault(period, lost):
    """At any rate of the cameras, as long as the next one comes."""
    delivery = Delivery(CAMERAS, PAIR_AGE, LAG)
    deliver(delivery, 0, period)
    before = ""
    for turn, name in enumerate(lost, start=1):
        now_lost = "" if before else name
        deliver(delivery, turn, period, now_lost)
        before = now_lost
        assert delivery.faults() == {}


@given(period=periods, missing=cameras)
def test_a_missing_camera_is_told_by_the_others(period, missing):
    """At the third picture of another one at the soonest, and not before the lag is over."""
    delivery = Delivery(CAMERAS, PAIR_AGE, LAG)
    other = next(name for name in CAMERAS if name != missing)
    deliver(delivery, 0, period)
    due = other == CAMERAS[-1]
    since = int(due)
    for turn in range(1, 20):
        looked = deliver(delivery, turn, period, lost=missing)[other]
        since += 1
        lag = stamp_of(other, turn, period) - stamp_of(missing, 0, period)
        behind = since >= OVERTAKEN and lag > LAG
        assert set(delivery.faults()) == ({missing} if behind else set())
        assert looked == (due or behind)
    deliver(delivery, 20, period)
    assert delivery.faults() == {}


@given(missing=cameras, phase=st.floats(0.0, 1.0, exclude_min=True))
def test_at_eight_frames_a_second_three_of_them_are_enough(missing, phase):
    """Whenever in the round a camera fails, three frame periods later a look has said so."""
    period, delivery = 0.125, Delivery(CAMERAS, PAIR_AGE, LAG)
    deliver(delivery, 0, period)
    fails = stamp_of(missing, 0, period) + phase * period
    for turn in range(1, 10):
        for name, looked in deliver(delivery, turn, period, lost=missing).items():
            if looked and delivery.faults():
                assert stamp_of(name, turn, period) - fails <= 3.0 * period
                return
    pytest.fail("no look said so")


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_same_picture_once_more_is_a_frozen_camera(delivery, camera):
    deliver(delivery, 1, 0.125)
    assert delivery.repeat(camera) == (camera == CAMERAS[-1])
    assert "frozen" in delivery.faults()[camera]
    deliver(delivery, 2, 0.125)
    assert delivery.faults() == {}
