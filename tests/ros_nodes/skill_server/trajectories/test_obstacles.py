"""Obstacles are where they were seen, turned as they stand (B.4 reachability)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ros_nodes.skill_server.trajectories.obstacles import (
    HeldBox,
    ObstacleField,
    open_box,
    solid,
)
from ros_nodes.skill_server.trajectories.tool_pose import Kinematics, ToolPose
from xlerobot_agent.contracts.geometry import Pose

DOWN = math.radians(48.0)


@pytest.fixture
def joints(model):
    return Kinematics(model, 0.02).solve(ToolPose((0.28, 0.0, 0.08), DOWN, -math.pi / 2), 0.3)


def test_an_empty_field_blocks_nothing(model, joints):
    field = ObstacleField(model, [], 0.01)
    assert not field.blocked(joints)
    assert field.nearest(joints) == ("", math.inf)


def test_a_box_at_the_fingers_blocks_and_is_named(model, joints):
    field = ObstacleField(model, [solid("bin", Pose(x=0.28, y=0.0), (0.1, 0.1, 0.1))], 0.005)
    assert field.blocked(joints)
    name, distance = field.nearest(joints)
    assert name == "bin"
    assert distance < 0.0


def test_the_margin_is_the_least_distance(model, joints):
    box = solid("cup", Pose(x=0.28, y=0.0), (0.05, 0.05, 0.03))
    distance = ObstacleField(model, [box], 0.0).nearest(joints)[1]
    assert distance > 0.0
    assert not ObstacleField(model, [box], distance - 0.001).blocked(joints)
    assert ObstacleField(model, [box], distance + 0.001).blocked(joints)


def test_an_open_box_is_open(model, joints):
    pose, size = Pose(x=0.28, y=0.0), (0.3, 0.3, 0.2)
    hollow = open_box("bin", pose, size, 0.005, 0.004)
    low = [part for part in hollow if part.size[2] < 0.01]
    assert not ObstacleField(model, low, 0.005).blocked(joints)
    assert ObstacleField(model, [solid("bin", pose, size)], 0.005).blocked(joints)


def test_walls_turn_with_the_box():
    walls = open_box("tray", Pose(x=0.2, y=0.1, yaw=math.pi / 2), (0.2, 0.1, 0.02), 0.005, 0.004)
    assert walls[0].centre[0] == pytest.approx(0.2)
    assert walls[0].centre[1] == pytest.approx(0.1 + (0.2 - 0.005) / 2)


def test_what_is_held_counts_as_part_of_the_arm(model, joints):
    box = solid("tray", Pose(x=0.28, y=0.0), (0.2, 0.2, 0.02))
    held = HeldBox((0.0, 0.0, 0.0), (0.06, 0.16, 0.06), np.eye(3))
    assert not ObstacleField(model, [box], 0.005).blocked(joints)
    assert ObstacleField(model, [box], 0.005, held).blocked(joints)
