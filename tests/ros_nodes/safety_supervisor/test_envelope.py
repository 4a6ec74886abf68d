"""The gate: each check refuses its bad chunk and lets a good one by (B.2).

Fault table 1-4, 6-10.
"""

from __future__ import annotations

import time

import numpy as np
import pytest

from ros_nodes.safety_supervisor.envelope.reach import joint_reaches
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.geometry import Box
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.robot_model.collision_model import CollisionModel

NAMES = (
    "shoulder_pan",
    "shoulder_lift",
    "elbow_flex",
    "wrist_flex",
    "wrist_roll",
    "gripper",
)


def test_a_good_chunk_is_admitted(rig):
    admission = rig.ask(rig.chunk())
    assert (admission.admitted, admission.reason) == (True, None)


def row(rig, value):
    return [*rig.positions[:2], value, *rig.positions[3:]]


MALFORMED = {
    "nan": lambda rig: {"positions": (row(rig, float("nan")),) * 15},
    "inf": lambda rig: {"positions": (row(rig, float("inf")),) * 15},
    "huge": lambda rig: {"positions": (row(rig, 1e308),) * 15},
    "empty": lambda _: {"positions": ()},
    "short row": lambda rig: {"positions": (rig.positions[:5],) * 15},
    "long row": lambda rig: {"positions": ((*rig.positions, 0.0),) * 15},
    "reordered joints": lambda _: {"joint_names": NAMES[::-1]},
    "missing joint": lambda _: {"joint_names": NAMES[:5]},
    "no spacing": lambda _: {"dt": 0.0},
    "nan spacing": lambda _: {"dt": float("nan")},
    "too long": lambda rig: {"positions": (rig.positions,) * 30},
    "nan stamp": lambda _: {"stamp": float("nan")},
    "nan observation": lambda _: {"observation_stamp": float("nan")},
}


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_chunks_are_refused_whatever_made_them(rig, case):
    bad = rig.chunk().model_copy(update=MALFORMED[case](rig))
    admission = rig.ask(bad)
    assert not admission.admitted
    assert admission.reason in (Reason.INVALID_GOAL, Reason.UNREACHABLE)
    assert rig.ask(rig.chunk()).admitted


DATED = {
    "stale chunk": (lambda now: {"stamp": now - 0.51}, Reason.TIMEOUT),
    "an hour old": (lambda now: {"stamp": now - 3600}, Reason.TIMEOUT),
    "future chunk": (lambda now: {"stamp": now + 0.06}, Reason.INVALID_GOAL),
    "an hour ahead": (lambda now: {"stamp": now + 3600}, Reason.INVALID_GOAL),
    "stale observation": (lambda now: {"observation_stamp": now - 1.1}, Reason.PERCEPTION_UNSURE),
    "future observation": (lambda now: {"observation_stamp": now + 0.06}, Reason.INVALID_GOAL),
}


@pytest.mark.parametrize("case", DATED)
def test_chunks_out_of_date_are_refused(rig, case):
    fields, reason = DATED[case]
    admission = rig.ask(rig.chunk(**fields(rig.now)))
    assert admission.reason is reason
    assert "limit" in admission.message


def test_chunks_within_the_tolerances_are_admitted(rig):
    now = rig.now
    fields = {"stamp": now + 0.04, "observation_stamp": now - 0.9}
    assert rig.ask(rig.chunk(**fields)).admitted


@pytest.mark.parametrize(
    "fields",
    [{"epoch": 1}, {"epoch": 99}, {"owner": Owner.OPERATOR}, {"owner": Owner.SAFETY}],
    ids=str,
)
def test_wrong_epoch_or_owner_is_refused(rig, fields):
    assert rig.ask(rig.chunk(**fields)).reason is Reason.LEASE_LOST


def refused(rig, positions, **more):
    admission = rig.ask(rig.chunk(np.asarray(positions), **more))
    assert not admission.admitted
    return admission


PAN = np.eye(6)[0]


def test_far_away_chunks_are_refused(rig, limits):
    admission = refused(rig, rig.swing(15) + 0.2 * PAN)
    assert admission.reason is Reason.INVALID_GOAL
    assert str(limits.start_tolerance) in admission.message
    assert rig.ask(rig.chunk(rig.swing(15) + 0.1 * PAN)).admitted


def test_the_gripper_may_start_where_its_set_point_is(rig):
    assert rig.ask(rig.chunk(rig.swing(15) - 0.55 * np.eye(6)[5])).admitted


def test_joint_limits_hold_with_their_margin(make_rig, model, limits):
    upper = np.array(model.upper)
    roll = upper[4] - limits.joint_margin
    rig = make_rig(positions=(0.0, -0.5, 0.5, 0.3, roll - 0.05, 0.5))
    out = np.tile(rig.positions, (15, 1))
    t = np.linspace(0, 1, 15)
    out[:, 4] += 0.06 * t**2 * (3 - 2 * t)
    admission = refused(rig, out, final=True)
    assert admission.reason is Reason.UNREACHABLE
    assert "wrist_roll" in admission.message


def test_an_arm_beyond_its_margin_may_come_back(make_rig, model):
    rig = make_rig(positions=(0.0, -0.5, 0.5, 0.3, model.upper[4] - 0.005, 0.5))
    t = np.linspace(0, 1, 15)[:, None]
    back = np.array(rig.positions) - 0.05 * t**2 * (3 - 2 * t) * np.eye(6)[4]
    assert rig.ask(rig.chunk(back, final=True)).admitted


def test_joint_velocity_is_limited(make_rig, limits):
    rig = make_rig()
    still = rig.ask(rig.chunk(np.tile(rig.positions, (15, 1))))
    assert still.admitted
    t = 0.02 * np.arange(1, 26)[:, None]
    fast = np.array(rig.positions) + 4.0 * t**2 * np.eye(6)[4]
    admission = refused(rig, fast)
    assert "wrist_roll" in admission.message
    assert f"{limits.joint_velocity:.3f} rad/s" in admission.message


def test_joint_acceleration_is_limited_at_the_start_too(rig, limits):
    jump = np.tile(np.array(rig.positions), (15, 1))
    jump[5:, 4] += 0.02
    assert f"{limits.joint_acceleration} rad/s²" in refused(rig, jump).message
    first = rig.chunk()
    assert rig.ask(first).admitted
    stalled = np.tile(first.positions[-1], (15, 1))
    assert "near set-point 0" in refused(rig, stalled).message


def test_a_final_chunk_ends_at_rest(rig):
    t = 0.02 * np.arange(1, 16)[:, None]
    moving = np.array(rig.positions) + 2.0 * t**2 * np.eye(6)[4]
    assert "accelerates" in refused(rig, moving, final=True).message
    assert rig.ask(rig.chunk(moving)).admitted


def test_tool_speed_is_limited(rig, limits):
    admission = refused(rig, rig.swing(15, amplitude=0.5, period=1.2))
    assert "tool point moves" in admission.message
    assert f"{limits.tool_speed:.3f} m/s" in admission.message


def test_the_workspace_holds(make_rig, limits):
    box = Box(name="workspace", minimum=(-0.1, -0.02, 0.0), maximum=(0.5, 0.02, 0.5))
    rig = make_rig(limits=limits.model_copy(update={"workspace": box}))
    assert refused(rig, rig.swing(25, amplitude=0.2)).reason is Reason.OUT_OF_WORKSPACE


def lower_to(model, height):
    """A configuration with the tool point this high above the table [m]."""
    low, high = -0.5, 0.9
    for _ in range(50):
        lift = (low + high) / 2
        joints = (0.0, lift, 0.5, 0.6, 0.0, 0.3)
        if model.frame_pose(joints)[2, 3] > height:
            low = lift
        else:
            high = lift
    return joints


def descent(start, distance, steps=25):
    t = np.linspace(0, 1, steps + 1)[1:, None]
    return np.array(start) + distance * t**2 * (3 - 2 * t) * np.eye(6)[1]


def test_links_stay_clear_of_the_table(make_rig, model):
    start = lower_to(model, 0.04)
    rig = make_rig(positions=start)
    admission = refused(rig, descent(start, 0.12), final=True)
    assert admission.reason is Reason.BLOCKED
    assert "table" in admission.message
    assert rig.ask(rig.chunk(descent(start, -0.05), final=True)).admitted


def test_a_stop_after_the_last_set_point_must_be_safe_too(make_rig, model):
    """The last set-point is clear of the table, the ramp to rest after it is not."""
    start = lower_to(model, 0.05)
    rig = make_rig(positions=start)
    collisions = CollisionModel(model)
    whole = descent(start, 0.3, steps=50)
    nearest = [collisions.min_distance(q.tolist()).distance for q in whole]
    last = max(i for i, distance in enumerate(nearest) if distance > 0.0031)
    assert 5 < last < 25
    message = refused(rig, whole[: last + 1]).message
    assert "a stop after the last set-point" in message


def test_an_arm_too_near_may_come_away_but_not_nearer(make_rig, model):
    start = lower_to(model, 0.04)
    collisions = CollisionModel(model)
    while collisions.min_distance(start).distance > 0.001:
        start = (0.0, start[1] + 0.002, *start[2:])
    rig = make_rig(positions=start)
    assert refused(rig, descent(start, 0.02), final=True).reason is Reason.BLOCKED
    assert rig.ask(rig.chunk(descent(start, -0.05), final=True)).admitted


def test_links_stay_clear_of_each_other(make_rig, model):
    """From configurations just outside a self-collision, some small move is refused for it."""
    collisions = CollisionModel(model)
    random = np.random.default_rng(1)
    blocked = 0
    for _ in range(300):
        joints = random.uniform(model.lower, model.upper) * 0.95
        near = collisions.distances(joints.tolist())[0]
        if not 0.003 < near.distance < 0.008 or "table" in (near.first, near.second):
            continue
        rig = make_rig(positions=tuple(joints))
        for step in (*np.eye(6)[:5], *-np.eye(6)[:5]):
            path = joints + 0.08 * (np.arange(1, 26)[:, None] / 25) ** 2 * step
            chunk = rig.chunk(path)
            admission = rig.ask(chunk)
            rig.tell(chunk, ChunkState.DISCARDED)
            assert admission.admitted is (admission.reason is None)
            blocked += f"'{near.first}' and '{near.second}'" in admission.message
    assert blocked


def test_no_link_enters_a_keep_out_box(limits, model, make_rig):
    from ros_nodes.safety_supervisor.supervisor import Supervisor

    rig = make_rig()
    wall = Box(name="lamp", minimum=(0.1, -0.1, 0.0), maximum=(0.4, -0.03, 0.4))
    with_lamp = Supervisor(model, CollisionModel(model, [wall]), limits, rig.clock)
    with_lamp.acquire(Owner.AGENT, rig.now)
    rig.supervisor = with_lamp
    rig.tick()
    admission = refused(rig, rig.swing(25, amplitude=0.2))
    assert admission.reason is Reason.BLOCKED
    assert "lamp" in admission.message


def test_a_chunk_continues_from_the_end_of_the_one_before(rig):
    whole = rig.swing(50)
    assert rig.ask(rig.chunk(whole[:25])).admitted
    assert not rig.ask(rig.chunk(whole[:25])).admitted
    assert rig.ask(rig.chunk(whole[25:])).admitted


def test_a_third_chunk_is_refused_until_one_has_ended(rig):
    whole = rig.swing(60, period=1.8)
    first = rig.chunk(whole[:20])
    assert rig.ask(first).admitted
    assert rig.ask(rig.chunk(whole[20:40])).admitted
    assert "under way" in rig.ask(rig.chunk(whole[40:])).message
    rig.tell(first, ChunkState.DRAINED)
    assert rig.ask(rig.chunk(whole[40:])).admitted


def test_a_chunk_that_is_due_makes_room_before_the_word_of_its_end(rig):
    """The player's word and the next chunk come from different processes, in either order."""
    whole = rig.swing(60, period=1.8)
    first = rig.chunk(whole[:20])
    assert rig.ask(first).admitted
    assert rig.ask(rig.chunk(whole[20:40])).admitted
    rig.tick(0.9 * first.duration)
    assert "under way" in rig.ask(rig.chunk(whole[40:])).message
    rig.tick(0.2 * first.duration)
    assert rig.ask(rig.chunk(whole[40:])).admitted


def test_chunks_come_once_and_in_order(rig):
    whole = rig.swing(50)
    first = rig.chunk(whole[:25])
    assert rig.ask(first).admitted
    assert rig.ask(first).reason is Reason.INVALID_GOAL
    rig.tell(first, ChunkState.DRAINED)
    assert rig.ask(first).reason is Reason.INVALID_GOAL


def test_a_late_chunk_may_join_or_start_anew_at_rest(rig):
    whole = rig.swing(50)
    first = rig.chunk(whole[:25])
    rig.ask(first)
    rig.tell(first, ChunkState.DRAINED)
    rig.positions = tuple(whole[24])
    rig.tick()
    assert rig.ask(rig.chunk(whole[25:])).admitted


def test_after_a_discard_chunks_start_from_the_measured_state(rig):
    whole = rig.swing(50, amplitude=0.2)
    first = rig.chunk(whole[:25])
    rig.ask(first)
    rig.tell(first, ChunkState.DISCARDED, reason=Reason.CANCELLED)
    assert not rig.ask(rig.chunk(whole[25:])).admitted
    assert rig.ask(rig.chunk(rig.swing(25), goal_id="goal-2")).admitted


def test_a_chunk_of_which_nothing_was_heard_does_not_block_for_ever(rig):
    whole = rig.swing(40)
    rig.ask(rig.chunk(whole[:20]))
    rig.ask(rig.chunk(whole[20:], final=True))
    rig.tick(2.0)
    assert rig.ask(rig.chunk(rig.swing(15))).admitted


def test_reach_bounds_every_displacement(model):
    random = np.random.default_rng(3)
    reaches = joint_reaches(model)
    for _ in range(200):
        q = random.uniform(model.lower, model.upper)
        dq = random.uniform(-0.05, 0.05, 6)
        before, after = model.link_poses(q), model.link_poses(q + dq)
        for shape in model.primitives:
            corners = np.hstack([shape.corners(), np.ones((8, 1))])
            moved = corners @ (after[shape.link] - before[shape.link])[:3].T
            assert np.linalg.norm(moved, axis=1).max() <= reaches @ np.abs(dq) + 1e-9


@pytest.mark.bench
def test_the_whole_gate_takes_milliseconds(rig):
    """Issue target: a chunk of 15-30 set-points within 3 ms of processor time."""
    taken = []
    for _ in range(30):
        rig.tick(1.0)
        chunk = rig.chunk(rig.swing(25, amplitude=0.15))
        begin = time.thread_time()
        admission = rig.ask(chunk)
        taken.append(time.thread_time() - begin)
        assert admission.admitted
        rig.tell(chunk, ChunkState.DISCARDED)
    assert np.median(taken) <= 0.003
