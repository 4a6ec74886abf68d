"""The truth is what the physics says: where things are, what carries them, what was touched.

Covers issue 2 point 7 (what the scorer judges from).
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.truth import Truth
from sim.world import SimWorld
from xlerobot_agent.contracts.arm import SetPoint
from xlerobot_agent.contracts.geometry import Box


def put(world: SimWorld, object_id: str, position: tuple[float, float, float], tilt: float) -> None:
    """Begin a test with an object somewhere (tests only; nothing in sim can do this)."""
    start = int(world.model.joint(object_id).qposadr[0])
    world.data.qpos[start : start + 3] = position
    world.data.qpos[start + 3 : start + 7] = (math.cos(tilt / 2), math.sin(tilt / 2), 0.0, 0.0)


def test_cup_in_tray(desk) -> None:
    """Upright on the tray's floor: inside, resting, upright; the other pairs are not so."""
    world = desk(0)
    tray = world.data.body("tray").xpos
    put(world, "red_cup", (tray[0], tray[1], 0.006), 0.0)
    world.advance(1.0)
    truth = Truth(world)
    assert truth.inside("red_cup", "tray")
    assert truth.rests_in("red_cup", "tray")
    assert truth.object("red_cup").parents == {"tray"}
    assert not truth.inside("red_cup", "bin")
    assert not truth.inside("yellow_paper", "bin")


def test_cup_lying_in_tray_is_not_upright(desk) -> None:
    """Tipped over it rests there, but not upright."""
    world = desk(0)
    tray = world.data.body("tray").xpos
    put(world, "red_cup", (tray[0], tray[1] + 0.03, 0.04), math.pi / 2)
    world.advance(2.0)
    assert not Truth(world).object("red_cup").upright()


def test_cup_across_the_trays_wall_does_not_count(desk) -> None:
    """Standing with its axis outside the walls it is not inside."""
    world = desk(0)
    scene = world.scene.object("tray")
    yaw, beside = scene.pose.yaw, scene.size.x / 2.0 + 0.01
    put(
        world,
        "red_cup",
        (
            scene.pose.x + beside * math.cos(yaw),
            scene.pose.y + beside * math.sin(yaw),
            scene.size.z + 0.001,
        ),
        0.0,
    )
    world.advance(0.01)
    assert not Truth(world).inside("red_cup", "tray")


def test_paper_in_bin(desk) -> None:
    """Dropped over the bin it ends inside; above the brim it is not inside."""
    world = desk(0)
    bin_at = world.data.body("bin").xpos
    put(world, "yellow_paper", (bin_at[0], bin_at[1], 0.15), 0.0)
    world.advance(0.01)
    truth = Truth(world)
    assert not truth.inside("yellow_paper", "bin")
    assert truth.object("yellow_paper").parents == frozenset()
    world.advance(2.0)
    assert truth.rests_in("yellow_paper", "bin")
    assert truth.object("yellow_paper").parents == {"bin"}


def test_only_receptacles_hold(desk) -> None:
    """Asking whether something is inside a cup or an unknown thing is an error."""
    truth = Truth(desk(0))
    with pytest.raises(ValueError, match="holds nothing"):
        truth.inside("yellow_paper", "red_cup")
    with pytest.raises(KeyError, match="elephant"):
        truth.inside("elephant", "tray")


def test_one_parent_all_along_a_grasp(desk, scripted) -> None:
    """From the table to the gripper an object never has two parents, nor none for long."""
    world = desk(1)
    world.advance(0.2)
    truth = Truth(world)
    arm = scripted(world)
    orphaned = [0]
    step = arm.step

    def watched(joints) -> None:
        step(joints)
        parents = truth.object("red_cup").parents
        assert len(parents) <= 1
        orphaned[0] = 0 if parents else orphaned[0] + 1
        assert orphaned[0] <= 3

    arm.step = watched
    arm.pick("red_cup")
    assert truth.object("red_cup").parents == {"gripper"}


def test_gentle_grasp_touches_nothing_fixed(desk, scripted) -> None:
    """A proper pick leaves no peak on table, tray or bin."""
    world = desk(1)
    world.advance(0.2)
    scripted(world).pick("red_cup")
    assert Truth(world).contact_peaks() == ()


def test_a_hit_on_the_table_is_measured(desk) -> None:
    """A hand driven into the table shows as its link, its partner and a force of many newtons."""
    world = desk(0)
    start = np.array(world.arm.read().positions)
    down = np.array([1.2, 0.6, 0.3, 0.8, 0.0, 0.0])
    for share in np.arange(1, 151) / 150:
        world.arm.write(SetPoint(tuple((start + (down - start) * share).tolist())))
        world.advance(0.01)
    world.advance(0.5)
    peak = Truth(world).contact_peaks()[0]
    assert peak.partner in ("table", "tray", "bin")
    assert peak.link in ("gripper_link", "moving_jaw_link", "wrist_camera_mount", "wrist_link")
    assert peak.force > 5.0


def test_a_single_step_is_not_missed(desk) -> None:
    """The peak is over every step, though it is read far less often: equal to stepping by hand."""
    world, watched = desk(0), desk(0)
    start = np.array(world.arm.read().positions)
    down = np.array([1.2, 0.6, 0.3, 0.8, 0.0, 0.0])
    highest = 0.0
    sensors = watched.model.nsensor
    for share in np.arange(1, 151) / 150:
        target = SetPoint(tuple((start + (down - start) * share).tolist()))
        world.arm.write(target)
        world.advance(0.01)
        watched.arm.write(target)
        for _ in range(4):
            watched.advance(watched.model.opt.timestep)
            forces = watched.data.sensordata.reshape(sensors, 3)
            highest = max(highest, float(np.linalg.norm(forces, axis=1).max()))
    assert Truth(world).contact_peaks()[0].force == pytest.approx(highest, rel=1e-9)


def test_links_outside_the_workspace_are_named(desk) -> None:
    """Only origins outside the box are listed."""
    truth = Truth(desk(0))
    wide = Box(name="room", minimum=(-1, -1, -1), maximum=(1, 1, 1))
    low = Box(name="low", minimum=(-1, -1, -1), maximum=(1, 1, 0.2))
    assert truth.links_outside(wide) == ()
    assert "gripper_link" in truth.links_outside(low)
    assert "base_link" not in truth.links_outside(low)


def test_truth_changes_nothing(desk) -> None:
    """Looking does not disturb the physics."""
    one, other = desk(2), desk(2)
    truth = Truth(one)
    for _ in range(50):
        one.advance(0.01)
        truth.object("red_cup")
        truth.contact_peaks()
        truth.held()
        other.advance(0.01)
    assert one.data.qpos.tobytes() == other.data.qpos.tobytes()
