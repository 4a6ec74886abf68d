"""Which frames are believed. Covers fault table 46 (frozen camera), 47 (black image)."""

from __future__ import annotations

import numpy as np
import pytest

from ros_nodes.perception.camera_health import CameraHealth
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.contracts.camera import Frame, Intrinsics

LENS = Intrinsics(64, 48, 50.0, 50.0, 31.5, 23.5)
PICTURE = np.random.default_rng(0).integers(0, 255, (48, 64, 3)).astype(np.uint8)


def frame(sequence: int, stamp: float, image: np.ndarray = PICTURE) -> Frame:
    return Frame("front", sequence, stamp, image, LENS, np.eye(4))


def arm(pan: float = 0.0) -> ArmState:
    return ArmState(0.0, ("a", "b"), (pan, 0.0), (0.0, 0.0), (0.0, 0.0))


@pytest.fixture
def health(settings) -> CameraHealth:
    return CameraHealth("front", settings.cameras)


def test_a_fresh_picture_is_believed(health):
    report = health.receive(frame(1, 1.0), arm(), 1.05)
    assert report.fault == ""
    assert report.frame is not None
    assert report.frame.sequence == 1


def test_a_camera_that_never_delivered_is_named(health):
    report = health.receive(None, arm(), 1.0)
    assert report.frame is None
    assert "front camera delivered no frame" in report.fault


def test_a_dropped_frame_is_bridged_until_the_last_is_too_old(health):
    health.receive(frame(1, 1.0), arm(), 1.0)
    bridged = health.receive(None, arm(), 1.4)
    assert bridged.fault == ""
    assert bridged.frame is not None
    assert bridged.frame.stamp == 1.0
    late = health.receive(None, arm(), 1.6)
    assert "0.60 s old, limit 0.50 s" in late.fault


def test_the_same_frame_again_is_late_in_the_end(health):
    frozen = frame(7, 1.0)
    assert health.receive(frozen, arm(), 1.1).fault == ""
    assert health.receive(frozen, arm(), 1.3).fault == ""
    assert "late" in health.receive(frozen, arm(), 2.0).fault
    assert health.receive(frame(8, 2.1), arm(), 2.1).fault == ""


def test_an_old_sequence_number_with_a_new_stamp_is_frozen(health):
    health.receive(frame(7, 1.0), arm(), 1.0)
    assert "frame 7 came twice" in health.receive(frame(7, 1.1), arm(), 1.1).fault


def test_the_same_picture_while_the_arm_moves_is_frozen(health):
    health.receive(frame(1, 1.0), arm(0.0), 1.0)
    still = health.receive(frame(2, 1.1, PICTURE.copy()), arm(0.01), 1.1)
    assert still.fault == ""
    moved = health.receive(frame(3, 1.2, PICTURE.copy()), arm(0.2), 1.2)
    assert "a joint moved 0.20 rad" in moved.fault
    changed = PICTURE.copy()
    changed[0, 0] = 255 - changed[0, 0]
    assert health.receive(frame(4, 1.3, changed), arm(0.4), 1.3).fault == ""


def test_a_camera_that_goes_back_in_time_is_not_believed(health):
    health.receive(frame(5, 1.0), arm(), 1.0)
    assert "went back" in health.receive(frame(4, 1.1), arm(), 1.1).fault


def test_a_stamp_ahead_of_the_clock_is_not_believed(health):
    assert "ahead of the clock" in health.receive(frame(1, 2.0), arm(), 1.0).fault


@pytest.mark.parametrize("level", [0, 5, 15])
def test_a_black_picture_is_not_believed(health, level):
    dark = np.full((48, 64, 3), level, np.uint8)
    assert "black" in health.receive(frame(1, 1.0, dark), arm(), 1.0).fault


@pytest.mark.parametrize("level", [60, 128, 255])
def test_a_picture_of_nothing_is_a_covered_lens(health, level):
    flat = np.full((48, 64, 3), level, np.uint8)
    assert "covered" in health.receive(frame(1, 1.0, flat), arm(), 1.0).fault
