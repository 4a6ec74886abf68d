"""Chunks continue each other exactly, one plays and one waits (B.2 chunk)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.skill_server.chunks.ledger import Ledger
from ros_nodes.skill_server.chunks.stream import ChunkStream
from ros_nodes.skill_server.settings import ChunkSettings
from ros_nodes.skill_server.trajectories.limits import MotionLimits
from ros_nodes.skill_server.trajectories.trajectory import Trajectory
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus
from xlerobot_agent.contracts.control import Owner

NAMES = tuple("abcdef")


def a_trajectory(count):
    share = np.arange(1, count + 1) / count
    eased = share**3 * (10 - 15 * share + 6 * share**2)
    return Trajectory(0.02, np.zeros(6), eased[:, None] * np.full(6, 0.4))


@pytest.fixture
def motion(model, limits):
    return MotionLimits.of(model, limits, 0.9)


def chunk_of(piece, index):
    return ActionChunk(
        chunk_id=f"c{index}",
        goal_id="g",
        index=index,
        owner=Owner.AGENT,
        epoch=1,
        joint_names=NAMES,
        dt=0.02,
        positions=tuple(map(tuple, piece.positions.tolist())),
        observation_id="o",
        observation_stamp=0.0,
        stamp=0.0,
        final=piece.last,
    )


def status(chunk, state, played, stamp):
    return ChunkStatus(
        chunk_id=chunk.chunk_id,
        goal_id="g",
        state=state,
        played=played,
        discarded=0,
        stamp=stamp,
    )


@given(count=st.integers(1, 200))
def test_pieces_put_together_are_the_motion(
    count,
):
    trajectory = a_trajectory(count)
    stream = ChunkStream(trajectory, ChunkSettings(), None)
    pieces = []
    while not stream.exhausted:
        pieces.append(stream.draft())
    assert np.array_equal(np.vstack([p.positions for p in pieces]), trajectory.positions)
    assert [p.last for p in pieces] == [False] * (len(pieces) - 1) + [True]
    assert all(len(p.positions) <= 22 for p in pieces)
    assert count < 8 or all(len(p.positions) >= 7 for p in pieces)


def test_the_next_is_drafted_when_half_remains_and_never_a_third():
    stream, ledger = ChunkStream(a_trajectory(60), ChunkSettings(), None), Ledger()
    assert stream.due(ledger, 0.0)
    first = chunk_of(stream.draft(), 0)
    ledger.enter(first, 0.0)
    assert not stream.due(ledger, 0.01)
    ledger.apply(status(first, ChunkState.PLAYING, 0, 1.0), 1.0)
    assert not stream.due(ledger, 1.14)
    assert stream.due(ledger, 1.16)
    second = chunk_of(stream.draft(), 1)
    ledger.enter(second, 1.16)
    assert not stream.due(ledger, 1.29)
    ledger.apply(status(first, ChunkState.DRAINED, 15, 1.3), 1.3)
    ledger.apply(status(second, ChunkState.PLAYING, 0, 1.3), 1.3)
    assert not stream.due(ledger, 1.4)
    assert stream.due(ledger, 1.46)
    assert not stream.starved(ledger)


def test_truncating_ramps_to_rest_from_the_last_set_point(motion):
    stream = ChunkStream(a_trajectory(100), ChunkSettings(), motion, guarded=True)
    drafted = [stream.draft() for _ in range(8)]
    stream.truncate()
    rest = []
    while not stream.exhausted:
        rest.append(stream.draft())
    path = np.vstack([p.positions for p in drafted + rest])
    velocity = np.diff(path, axis=0) / 0.02
    assert rest[-1].last
    assert len(np.vstack([p.positions for p in rest])) < 25
    assert np.abs(velocity[-1]).max() < 0.05
    assert np.abs(np.diff(velocity, axis=0) / 0.02).max() <= motion.acceleration.max() * 1.1


def test_truncating_before_anything_was_drafted_leaves_nothing(motion):
    stream, ledger = ChunkStream(a_trajectory(50), ChunkSettings(), motion), Ledger()
    stream.truncate()
    assert stream.finished(ledger)


def test_a_starved_stream_goes_on_from_where_the_arm_stands():
    stream, ledger = ChunkStream(a_trajectory(60), ChunkSettings(resumptions=1), None), Ledger()
    first = chunk_of(stream.draft(), 0)
    ledger.enter(first, 0.0)
    ledger.apply(status(first, ChunkState.DRAINED, 15, 0.3), 0.3)
    assert stream.starved(ledger)
    assert stream.resume()
    again = stream.draft()
    step = np.abs(again.positions[0] - np.array(first.positions[-1])).max()
    assert step < 0.002
    assert not stream.resume()


def test_ledger_counts_and_ignores_what_comes_late():
    ledger = Ledger()
    stream = ChunkStream(a_trajectory(30), ChunkSettings(), None)
    one, two = chunk_of(stream.draft(), 0), chunk_of(stream.draft(), 1)
    ledger.enter(one, 0.0)
    ledger.enter(two, 0.1)
    ledger.apply(status(one, ChunkState.PLAYING, 6, 0.2), 0.2)
    ledger.apply(status(one, ChunkState.DISCARDED, 9, 0.3), 0.3)
    assert ledger.apply(status(one, ChunkState.PLAYING, 12, 0.4), 0.4) is None
    ledger.write_off()
    assert (ledger.played, ledger.discarded) == (9, 6 + 15)
    assert not ledger.outstanding


@given(
    count=st.integers(30, 200),
    drafted=st.integers(0, 5),
    pace=st.floats(0.2, 0.95),
)
def test_slowed_down_it_waits_for_rest_and_ends_where_it_should(count, drafted, pace):
    """Nothing more is drafted at the old pace; the rest starts where the last piece ended."""
    trajectory, ledger = a_trajectory(count), Ledger()
    stream = ChunkStream(trajectory, ChunkSettings(), None)
    played = [stream.draft() for _ in range(drafted) if not stream.exhausted]
    end = stream.drafted_end
    stream.slow_down(pace)
    if stream.exhausted:
        assert not stream.starved(ledger)
        return
    assert not stream.due(ledger, 0.0)
    assert stream.starved(ledger), "though nothing was drafted yet"
    assert stream.resume()
    assert np.array_equal(stream.drafted_end, end)
    left = count - sum(len(p.positions) for p in played)
    rest = []
    while not stream.exhausted:
        rest.append(stream.draft().positions)
    assert len(np.vstack(rest)) >= left / pace - 1
    assert np.allclose(rest[-1][-1], trajectory.end)


def test_slowing_down_is_no_resumption_that_counts():
    settings = ChunkSettings(resumptions=1)
    stream = ChunkStream(a_trajectory(90), settings, None)
    for _ in range(3):
        stream.draft()
        stream.slow_down(0.8)
        assert stream.resume()
    stream.draft()
    assert stream.resume()
    stream.draft()
    assert not stream.resume()
