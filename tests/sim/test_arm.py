"""The simulated arm obeys the port: clamps, refuses nonsense, holds, relaxes.

Covers architecture "Ports" (ArmPort) and fault rows 1 and 2 of safety-performance.md.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.scene_sampler import sample
from sim.world import SimWorld
from xlerobot_agent.contracts.arm import SetPoint
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.configuration import named_pose


def test_joints_are_the_urdfs() -> None:
    """Names and their order come from the URDF, gripper last."""
    arm = ArmModel()
    assert arm.joint_names[-1] == "gripper"


def test_arm_begins_at_rest(desk) -> None:
    """The first reading is the rest pose; a second later it still is."""
    world, arm = desk(0), ArmModel()
    rest = named_pose(arm)
    assert world.arm.joint_names == arm.joint_names
    assert world.arm.read().positions == pytest.approx(rest, abs=1e-9)
    world.advance(1.0)
    state = world.arm.read()
    assert state.stamp == pytest.approx(1.0)
    assert state.positions == pytest.approx(rest, abs=2e-3)
    assert max(map(abs, state.velocities)) < 1e-3


def test_forward_kinematics_agree(desk) -> None:
    """The tool point of the world is the robot model's."""
    world, arm = desk(0), ArmModel()
    pose = arm.frame_pose(world.arm.read().positions)
    assert world.data.body("tool").xpos == pytest.approx(pose[:3, 3], abs=1e-6)


def test_arm_follows_set_points(desk) -> None:
    """A slow ramp is followed within 10 mrad."""
    world = desk(0)
    start = np.array(world.arm.read().positions)
    goal = start + np.array([0.5, 0.5, -0.5, 0.5, 0.5, 0.5])
    for share in np.arange(1, 101) / 100:
        world.arm.write(SetPoint(tuple((start + (goal - start) * share).tolist())))
        world.advance(0.01)
    world.advance(0.3)
    assert world.arm.read().positions == pytest.approx(goal, abs=0.01)


def test_positions_are_clamped_to_the_ranges(desk) -> None:
    """The driver is the last line: no target beyond a joint's range."""
    world, arm = desk(0), ArmModel()
    world.arm.write(SetPoint((9.0,) * 6))
    assert world.data.ctrl == pytest.approx(arm.upper)


@pytest.mark.parametrize(
    "positions", [(0.0,) * 5, (0.0,) * 7, (float("nan"),) + (0.0,) * 5, (float("inf"),) * 6]
)
def test_nonsense_is_refused_and_moves_nothing(desk, positions: tuple[float, ...]) -> None:
    """A wrong length or a value that is not finite is an error; the target stays."""
    world = desk(0)
    before = world.data.ctrl.copy()
    with pytest.raises(ValueError, match="finite position"):
        world.arm.write(SetPoint(positions))
    assert (world.data.ctrl == before).all()


def test_relax_drops_and_hold_catches(desk) -> None:
    """Torque off lets the outstretched arm sink; hold keeps it where it then is."""
    world = desk(0)
    start = np.array(world.arm.read().positions)
    up = np.array((0.0, -0.3, 0.3, 0.0, 0.0, 0.0))
    for share in np.arange(1, 201) / 200:
        world.arm.write(SetPoint(tuple((start + (up - start) * share).tolist())))
        world.advance(0.01)
    height = float(world.data.body("tool").xpos[2])
    world.arm.relax()
    world.advance(0.25)
    assert world.arm.read().efforts == (0.0,) * 6
    assert world.data.body("tool").xpos[2] < height - 0.01
    world.arm.hold()
    world.advance(0.3)
    caught = float(world.data.body("tool").xpos[2])
    world.advance(0.5)
    assert world.data.body("tool").xpos[2] == pytest.approx(caught, abs=1e-3)


def test_rest_pose_touches_nothing(catalogue: ObjectCatalogue) -> None:
    """Folded at rest, no link touches another or the table."""
    world = SimWorld(sample(0, catalogue), catalogue)
    arm_bodies = {
        i
        for i in range(world.model.nbody)
        if world.model.body_rootid[i] == world.model.body("base_link").id
    }
    pairs = world.model.geom_bodyid[world.data.contact.geom]
    assert not any(set(map(int, pair)) & arm_bodies for pair in pairs)
