"""Each fault does what it says, by force and contact, at seeded times.

Covers issue 2 point 2 (faults), fault row 46 of safety-performance.md.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.truth import Truth
from sim.world import SimWorld
from xlerobot_agent.contracts.arm import SetPoint


def swing(world: SimWorld, seconds: float) -> None:
    """Keep the arm under way above the desk."""
    start = np.array(world.arm.read().positions)
    for i in range(round(seconds / 0.01)):
        turn = np.zeros(6)
        turn[0] = 0.3 * math.sin(0.02 * i)
        world.arm.write(SetPoint(tuple((start + turn).tolist())))
        world.advance(0.01)


@pytest.mark.parametrize("object_id", ["red_cup", "yellow_paper"])
def test_slip_drops_the_object_where_it_was(desk, scripted, object_id: str) -> None:
    """With p = 1 the thing is back on the table, near and graspable; the jaws close empty."""
    for seed in (0, 3, 5):
        world = desk(seed, "grasp_slip:1.0")
        world.advance(0.2)
        truth = Truth(world)
        before = truth.object(object_id).pose
        arm = scripted(world)
        arm.pick(object_id)
        world.advance(1.0)
        after = truth.object(object_id)
        assert after.parents == {"table"}
        assert after.still
        assert before.distance_to(after.pose) < 0.04
        assert after.upright() or object_id != "red_cup"
        assert world.arm.read().positions[5] == pytest.approx(-0.1, abs=0.02)
        assert [e.fault for e in truth.fault_events] == ["grasp_slip"]


def test_slip_rate_is_the_probability(desk, scripted) -> None:
    """At p = 0 nothing slips; over many seeds p = 0.5 draws about half."""
    world = desk(3, "grasp_slip:0.0")
    world.advance(0.2)
    scripted(world).pick("red_cup")
    assert Truth(world).held() == "red_cup"
    slips = 0
    for seed in range(12):
        world = desk(seed, "grasp_slip:0.5")
        world.advance(0.2)
        scripted(world).pick("yellow_paper")
        slips += bool(Truth(world).fault_events)
    assert 2 <= slips <= 10


def test_each_attempt_draws_anew(desk, scripted) -> None:
    """A second grasp of the same thing is a new lot: at p = 1 it slips again."""
    world = desk(3, "grasp_slip:1.0")
    world.advance(0.2)
    arm = scripted(world)
    for attempt in (1, 2):
        arm.pick("yellow_paper")
        world.advance(0.5)
        assert len(Truth(world).fault_events) == attempt


@pytest.mark.parametrize("object_id", ["red_cup", "yellow_paper"])
def test_object_is_taken_from_the_gripper(desk, scripted, object_id: str) -> None:
    """A hand takes what was lifted; it ends upright and still elsewhere on the table."""
    for seed in (0, 2):
        world = desk(seed, "removed_from_gripper:1.0")
        world.advance(0.2)
        truth = Truth(world)
        scripted(world).pick(object_id)
        world.advance(3.0)
        after = truth.object(object_id)
        assert after.parents == {"table"}, seed
        assert after.still
        assert after.upright() or object_id != "red_cup"
        events = truth.fault_events
        assert [(e.fault, e.hand_on) for e in events] == [("removed_from_gripper", object_id)]


def test_object_can_be_taken_away_for_good(desk, scripted) -> None:
    """With destination ``away`` the thing is off the desk."""
    world = desk(0, "removed_from_gripper:probability=1,destination=away")
    world.advance(0.2)
    scripted(world).pick("yellow_paper")
    world.advance(3.0)
    after = Truth(world).object("yellow_paper")
    assert after.pose.x > 0.66 or after.pose.z < -0.1


def test_hand_moves_an_object_while_the_arm_is_under_way(desk) -> None:
    """The thing ends 4 to 10 cm away, upright, apart from the others; the arm did not touch it."""
    for seed in (1, 2, 3):
        world = desk(seed, "hand_moves_object:probability=1,object_id=red_cup,start=0.5")
        truth = Truth(world)
        before = truth.object("red_cup").pose
        world.advance(2.0)
        assert truth.object("red_cup").pose.distance_to(before) < 1e-3
        swing(world, 2.5)
        after = truth.object("red_cup")
        assert 0.03 < after.pose.distance_to(before) < 0.11, seed
        assert after.upright()
        assert after.still
        assert [e.hand_on for e in truth.fault_events] == ["red_cup"]


def test_frozen_camera_repeats_itself(desk) -> None:
    """Same image, sequence and stamp until it is over; the other camera goes on."""
    world = desk(0, "camera_frozen:duration=1.0,start=0.5")
    world.advance(0.45)
    live = world.cameras["front"].read()
    world.advance(0.5)
    frozen = world.cameras["front"].read()
    assert (frozen.sequence, frozen.stamp) == (live.sequence, live.stamp)
    assert frozen.image is live.image
    assert world.cameras["wrist"].read().stamp == pytest.approx(0.95)
    world.advance(1.0)
    assert world.cameras["front"].read().stamp == pytest.approx(1.95)


def test_occluded_camera_sees_a_sheet(desk) -> None:
    """The picture is one grey while it lasts and the desk again afterwards."""
    world = desk(0, "camera_occluded:duration=1.0,start=0.5")
    before = world.cameras["front"].read().image
    world.advance(0.6)
    assert world.cameras["front"].read().image.std(axis=(0, 1)).max() < 12.0
    world.advance(1.0)
    assert (world.cameras["front"].read().image == before).mean() > 0.99


def test_partly_occluded_camera_hides_the_left_share(desk) -> None:
    """``covered`` is the hidden share of the width."""
    world = desk(0, "camera_occluded:duration=9,start=0,covered=0.5")
    undisturbed = desk(0)
    undisturbed.advance(0.05)
    plain = undisturbed.cameras["front"].read().image
    world.advance(0.05)
    image = world.cameras["front"].read().image
    changed = (image != plain).any(axis=2).mean(axis=0)
    assert changed[:300].min() > 0.95
    assert changed[340:].max() < 0.05


def test_frames_are_dropped_by_chance(desk) -> None:
    """About the given share of reads brings nothing, the rest is in order."""
    world = desk(0, "frames_dropped:0.3")
    frames = [world.cameras["wrist"].read() for _ in range(100)]
    got = [f.sequence for f in frames if f is not None]
    assert 15 <= 100 - len(got) <= 45
    assert got == sorted(set(got))


def test_frames_are_dropped_from_a_moment_on(desk) -> None:
    """Every frame comes before it, none after it."""
    world = desk(0, "frames_dropped:probability=1.0,start=1.0")
    for _ in range(5):
        world.advance(0.15)
        assert world.cameras["front"].read() is not None
    world.advance(0.4)
    assert world.cameras["front"].read() is None


def test_stalled_joint_stands_while_the_others_move(desk) -> None:
    """The jammed joint keeps its place under full torque, and runs again when it is over."""
    world = desk(0, "joint_stalled:joint=shoulder_pan,start=0.5,duration=1.0")
    start = np.array(world.arm.read().positions)
    goal = start + np.array([0.4, 0.4, 0.0, 0.0, 0.0, 0.0])
    world.advance(0.6)
    for share in np.arange(1, 71) / 70:
        world.arm.write(SetPoint(tuple((start + (goal - start) * share).tolist())))
        world.advance(0.01)
    stalled = world.arm.read()
    assert stalled.positions[0] == pytest.approx(start[0], abs=0.01)
    assert abs(stalled.efforts[0]) > 2.9
    assert stalled.positions[1] == pytest.approx(goal[1], abs=0.05)
    world.advance(1.0)
    assert world.arm.read().positions[0] == pytest.approx(goal[0], abs=0.02)


def test_commands_come_late_in_order(desk) -> None:
    """The servo's target is what was written ``delay`` ago."""
    world = desk(0, "command_delay:0.2")
    written = []
    start = np.array(world.arm.read().positions)
    for i in range(60):
        target = start + 0.002 * i
        world.arm.write(SetPoint(tuple(target.tolist())))
        written.append(target)
        world.advance(0.01)
        if i >= 20:
            assert world.data.ctrl == pytest.approx(written[i - 20], abs=1e-12)
        else:
            assert world.data.ctrl == pytest.approx(start, abs=1e-12)


def test_same_seed_same_faults(desk, scripted) -> None:
    """Times and chances of faults follow from the seed."""
    ends = []
    for _ in range(2):
        world = desk(2, "hand_moves_object:1.0", "grasp_slip:0.5")
        world.advance(0.2)
        scripted(world).pick("red_cup")
        ends.append((world.data.qpos.tobytes(), Truth(world).fault_events))
    assert ends[0] == ends[1]
