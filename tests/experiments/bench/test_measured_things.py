"""What the benchmarks compare is the same on both sides. Covers issue 2, 10."""

from __future__ import annotations

import math

import numpy as np
import pytest

from experiments.bench.benchmarks import ik, physics, render
from experiments.bench.desk import catalogue, settled_world
from experiments.bench.looking import pipeline
from xlerobot_agent.robot_model.arm_model import ArmModel


@pytest.fixture(scope="module")
def objects():
    return catalogue()


def test_ports_and_bare_physics_end_in_the_same_state(objects):
    ours, bare = settled_world(3, objects), settled_world(3, objects)
    path = physics.set_points(ours, 40)
    assert path.shape == (40, 6)
    physics.ours(ours, path)
    physics.bare(bare, path)
    np.testing.assert_array_equal(ours.data.qpos, bare.data.qpos)
    assert ours.now == bare.now


def test_reached_judges_position_pitch_and_limits():
    arm = ArmModel()
    joints = (0.2, -0.5, 0.9, 0.4, 0.3, 0.0)
    target = ik.Target(arm.frame_pose(joints), 0.8, 0.3)
    assert ik.reached(arm, joints, target)
    assert ik.reached(arm, (*joints[:5], 1.0), target)
    assert not ik.reached(arm, (0.21, *joints[1:]), target)
    bent = (*joints[:3], joints[3] + math.radians(2.0), *joints[4:])
    assert not ik.reached(arm, bent, target)
    outside = (arm.upper[0] + 0.1, *joints[1:])
    assert not ik.reached(arm, outside, ik.Target(arm.frame_pose(outside), 0.8, 0.3))


def test_every_target_is_reachable_by_its_own_joints():
    arm, solver = ArmModel(), ik.ClosedForm(ArmModel())
    random = np.random.default_rng(1)
    for _ in range(100):
        target = ik.draw_target(arm, solver.solver.chain.roll_zero, random)
        took, joints = solver.solve(target)
        assert took > 0.0
        assert ik.reached(arm, joints, target)


def test_default_renderer_draws_the_same_view_with_shadows(objects):
    world = settled_world(0, objects)
    renderer = render.DefaultRenderer(world)
    try:
        mine = world.cameras["front"].capture()
        theirs = renderer.draw(mine)
    finally:
        renderer.close()
        world.close()
    assert theirs.image.shape == mine.image.shape
    assert theirs.image.dtype == mine.image.dtype
    difference = np.abs(mine.image.astype(int) - theirs.image.astype(int))
    assert difference.max() > 0
    assert (difference.max(axis=2) < 40).mean() > 0.8


def test_agreement_needs_the_same_objects_in_the_same_place(objects):
    world = settled_world(0, objects)
    try:
        frames = [camera.capture() for camera in world.cameras.values()]
    finally:
        world.close()
    seen = pipeline(objects).process(frames, world.arm.read(), world.now)
    kinds = len(objects.objects)
    assert len(seen.objects) == kinds
    assert render.agreements(seen, seen, objects) == [True] * kinds
    first, *others = seen.objects
    fewer = seen.model_copy(update={"objects": tuple(others)})
    assert render.agreements(seen, fewer, objects).count(False) == 1
    pose = first.pose.model_copy(update={"x": first.pose.x + 2 * render.SAME_PLACE})
    moved = seen.model_copy(update={"objects": (first.model_copy(update={"pose": pose}), *others)})
    assert render.agreements(seen, moved, objects).count(False) == 1
    assert render.agreements(fewer, fewer, objects) == [True] * kinds
