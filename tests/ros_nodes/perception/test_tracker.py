"""Versions rise when things moved, and only then. Covers B.7."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.perception.settings import TrackerGate
from ros_nodes.perception.tracker import Tracker, turned
from xlerobot_agent.contracts.geometry import Pose

GATE = TrackerGate(distance=0.01, yaw=0.2, tilt=0.35)


def test_a_first_sighting_has_version_one():
    assert Tracker(GATE).version("red_cup", Pose(x=0.2, y=0.0)) == 1


@given(st.lists(st.floats(-0.004, 0.004), max_size=30))
def test_noise_does_not_raise_the_version(noise):
    tracker = Tracker(GATE)
    tracker.version("red_cup", Pose(x=0.2, y=0.0))
    assert all(tracker.version("red_cup", Pose(x=0.2 + n, y=n)) == 1 for n in noise)


def test_small_steps_add_up():
    tracker = Tracker(GATE)
    versions = [tracker.version("red_cup", Pose(x=0.2 + 0.004 * k, y=0.0)) for k in range(7)]
    assert versions == [1, 1, 1, 2, 2, 2, 3]


def test_yaw_counts_modulo_symmetry_and_tilt_counts():
    tracker = Tracker(GATE)
    tracker.version("tray", Pose(x=0.2, y=0.0, yaw=0.78), math.pi / 2)
    assert tracker.version("tray", Pose(x=0.2, y=0.0, yaw=-0.78), math.pi / 2) == 1
    assert tracker.version("tray", Pose(x=0.2, y=0.0, yaw=0.4), math.pi / 2) == 2
    tracker.version("red_cup", Pose(x=0.2, y=0.0, yaw=1.0))
    assert tracker.version("red_cup", Pose(x=0.2, y=0.0, yaw=-2.0)) == 1
    assert tracker.version("red_cup", Pose(x=0.2, y=0.0, tilt=1.5)) == 2


@given(st.floats(-7.0, 7.0), st.floats(-7.0, 7.0), st.integers(-3, 3))
def test_turns_are_the_least_and_know_the_symmetry(first, second, times):
    turn = turned(first, second, math.pi / 2)
    assert 0.0 <= turn <= math.pi / 4 + 1e-9
    assert abs(turned(first + times * math.pi / 2, second, math.pi / 2) - turn) < 1e-9
