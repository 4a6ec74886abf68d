"""A motion that stopped on its way is taken up on the same path (B.2 chunk)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.skill_server.trajectories.retiming import resumed
from ros_nodes.skill_server.trajectories.trajectory import Trajectory


def a_motion(count=60):
    share = np.arange(1, count + 1) / count
    eased = share**3 * (10 - 15 * share + 6 * share**2)
    return Trajectory(0.02, np.zeros(6), eased[:, None] * np.arange(1.0, 7.0))


@pytest.mark.parametrize("index", [1, 7, 30, 58, 59])
def test_starts_from_rest_ends_where_it_should_and_stays_on_the_path(index):
    motion = a_motion()
    rest = resumed(motion, index)
    assert np.allclose(rest.start, motion.positions[index - 1])
    assert np.allclose(rest.end, motion.end)
    first = np.abs(rest.velocity_after(0)).max()
    planned = np.abs(motion.velocity_after(index)).max()
    assert first <= 0.2 * planned + 1e-12
    ratio = rest.positions / np.arange(1.0, 7.0)
    assert np.allclose(ratio, ratio[:, :1])
    assert (np.diff(rest.path()[:, 0]) >= -1e-12).all()


def test_is_never_faster_than_planned():
    motion = a_motion()
    fastest = np.abs(np.diff(motion.path(), axis=0)).max()
    for index in range(1, 60):
        assert np.abs(np.diff(resumed(motion, index).path(), axis=0)).max() <= fastest + 1e-12


@given(index=st.integers(0, 59), pace=st.floats(0.05, 1.0))
def test_a_slower_rest_keeps_path_and_pace(index, pace):
    motion = a_motion()
    planned = np.abs(np.diff(motion.path(), axis=0)).max()
    rest = resumed(motion, index, pace)
    assert np.abs(np.diff(rest.path(), axis=0)).max() <= pace * planned + 1e-12
    assert np.allclose(rest.start, motion.path()[index])
    assert np.allclose(rest.end, motion.end)
    assert rest.duration >= (motion.duration - motion.dt * index) / pace - motion.dt
    assert (np.diff(rest.path()[:, 0]) >= -1e-12).all()


def test_nothing_left_is_an_error():
    with pytest.raises(IndexError, match="nothing is left to resume"):
        resumed(a_motion(), 60)
