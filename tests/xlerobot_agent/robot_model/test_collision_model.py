"""Collision checks: what is free, what is not, and what the distances mean (issue 2, 5)."""

from __future__ import annotations

import math
import random

import mujoco
import numpy as np
import pytest

from xlerobot_agent.contracts.geometry import Box
from xlerobot_agent.robot_model.collision_model import TABLE, CollisionModel
from xlerobot_agent.robot_model.configuration import named_pose

ZERO = [0.0] * 6
INTO_TABLE = [0.0, 1.2, 0.0, 0.5, 0.0, 0.0]
INTO_BASE = [0.0, -1.6, 1.6, 1.6, -1.5, 0.0]


def test_zero_is_free(collisions):
    assert not collisions.in_collision(ZERO)
    assert collisions.min_distance(ZERO).distance > 0.02


def test_rest_pose_is_clear_of_table_and_itself(arm, collisions):
    rest = named_pose(arm)
    assert not collisions.in_collision(rest, margin=0.005)
    assert collisions.min_distance(rest).distance > 0.010


def test_rest_pose_leaves_the_table_free(arm):
    """Nothing of the arm is far over the table, where a camera looks."""
    rest = named_pose(arm)
    poses = arm.link_poses(rest)
    corners = np.vstack(
        [
            shape.corners() @ poses[shape.link][:3, :3].T + poses[shape.link][:3, 3]
            for shape in arm.primitives
        ]
    )
    assert corners[:, 0].max() < 0.11
    assert np.abs(corners[:, 1]).max() < 0.09


def test_the_table_is_hit(collisions):
    assert collisions.in_collision(INTO_TABLE)
    closest = collisions.min_distance(INTO_TABLE)
    assert TABLE in (closest.first, closest.second)
    assert closest.distance < 0.0


def test_the_arm_hits_itself(collisions):
    assert collisions.in_collision(INTO_BASE)
    pairs = collisions.distances(INTO_BASE)
    hit = {frozenset((pair.first, pair.second)) for pair in pairs if pair.distance < 0.0}
    assert any(TABLE not in pair for pair in hit)


def test_distance_to_the_table_is_the_height(arm, collisions):
    """Positive above, negative below, in metres: compared with the lowest corner."""
    for lift in np.linspace(0.0, 1.2, 13):
        joints = [0.0, float(lift), 0.2, 0.3, 0.2, 0.3]
        poses = arm.link_poses(joints)
        lowest = min(
            (shape.corners() @ poses[shape.link][:3, :3].T + poses[shape.link][:3, 3])[:, 2].min()
            for shape in arm.primitives
            if shape.link == "gripper_link"
        )
        (distance,) = [
            pair.distance
            for pair in collisions.distances(joints)
            if {pair.first, pair.second} == {"gripper_link", TABLE}
        ]
        assert distance == pytest.approx(lowest, abs=1e-5)


@pytest.mark.parametrize("margin", [0.0, 0.003, 0.02])
def test_check_and_distance_agree(collisions, random_configurations, margin):
    for joints in random_configurations:
        nearest = collisions.min_distance(joints.tolist()).distance
        if abs(nearest - margin) > 1e-6:
            assert collisions.in_collision(joints.tolist(), margin) == (nearest < margin)


def test_agrees_with_mujoco(collisions, mujoco_arm, random_configurations):
    """Self-collision as MuJoCo sees it, but for pairs that never matter."""
    ignored = {frozenset(pair) for pair in collisions.ignored_pairs}
    model, data = mujoco_arm.model, mujoco_arm.data
    for joints in random_configurations[:300]:
        data.qpos[:] = joints
        mujoco.mj_forward(model, data)
        touching = {
            frozenset(model.body(model.geom_bodyid[g]).name for g in (c.geom1, c.geom2))
            for c in data.contact
        }
        ours = {
            frozenset((pair.first, pair.second))
            for pair in collisions.distances(joints.tolist())
            if pair.distance < -1e-6 and TABLE not in (pair.first, pair.second)
        }
        assert touching - ignored == ours


def test_ignored_pairs_are_neighbours_or_never_near(collisions):
    ignored = {frozenset(pair) for pair in collisions.ignored_pairs}
    for pair in (
        ("base_link", "shoulder_link"),
        ("gripper_link", "moving_jaw_link"),
        ("gripper_link", "wrist_camera_mount"),
        ("base_link", TABLE),
    ):
        assert frozenset(pair) in ignored
    for pair in (
        ("gripper_link", TABLE),
        ("base_link", "gripper_link"),
        ("shoulder_link", "lower_arm_link"),
        ("upper_arm_link", "wrist_link"),
    ):
        assert frozenset(pair) not in ignored


def test_pairs_left_out_stay_apart(arm, collisions, mujoco_arm):
    """MuJoCo finds no contact of a left-out pair that is not joined by a joint."""
    parents = mujoco_arm.model.body_parentid
    names = [mujoco_arm.model.body(i).name for i in range(mujoco_arm.model.nbody)]
    joined = {frozenset((names[i], names[parents[i]])) for i in range(1, len(names))}
    joined |= {frozenset(("moving_jaw_link", "wrist_camera_mount"))}
    joined |= {frozenset(("wrist_link", "wrist_camera_mount"))}
    left_out = {frozenset(pair) for pair in collisions.ignored_pairs} - joined
    for joints in np.random.default_rng(11).uniform(arm.lower, arm.upper, (2000, 6)):
        mujoco_arm.data.qpos[:] = joints
        mujoco.mj_forward(mujoco_arm.model, mujoco_arm.data)
        for contact in mujoco_arm.data.contact:
            bodies = frozenset(
                names[mujoco_arm.model.geom_bodyid[g]] for g in (contact.geom1, contact.geom2)
            )
            assert bodies not in left_out


def test_keep_out_boxes_are_kept(arm):
    wall = Box(name="wall", minimum=(0.20, -0.1, 0.0), maximum=(0.22, 0.1, 0.5))
    fenced = CollisionModel(arm, keep_out=[wall])
    assert fenced.in_collision(ZERO)
    closest = fenced.min_distance(ZERO)
    assert "wall" in (closest.first, closest.second)
    assert not fenced.in_collision(named_pose(arm), margin=0.005)


def test_table_margin_may_differ(arm, collisions):
    joints = [0.0, 0.3, 0.3, 0.3, 0.0, 0.0]
    height = collisions.min_distance(joints)
    assert TABLE in (height.first, height.second)
    assert height.distance > 0.0
    assert collisions.in_collision(joints, margin=0.0, table_margin=height.distance + 1e-3)
    assert not collisions.in_collision(joints, margin=0.0, table_margin=height.distance - 1e-3)


def test_order_of_margins_leaves_no_trace(collisions, random_configurations):
    draw = random.Random(2)
    for joints in random_configurations[:100]:
        nearest = collisions.min_distance(joints.tolist()).distance
        for margin in draw.sample([0.0, 0.005, 0.015], 3):
            if abs(nearest - margin) > 1e-6:
                assert collisions.in_collision(joints.tolist(), margin) == (nearest < margin)


@pytest.mark.parametrize("margin", [-0.001, math.nan])
def test_a_negative_margin_is_refused(collisions, margin):
    with pytest.raises(ValueError, match="give zero or more"):
        collisions.in_collision(ZERO, margin)


def test_bad_joints_are_refused(collisions):
    with pytest.raises(ValueError, match="give a finite position"):
        collisions.in_collision([math.nan] * 6)
