"""Things are grasped by friction and contact alone.

Covers issue 2 point 2 ("no welds, no teleports, no suction") and the measured grasp of
docs/ros2-from-pypi.md: at least 15 of 16 cups lifted.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.truth import Truth

SEEDS = range(8)
SIDES = (math.pi / 2, -math.pi / 2)
NOISE = 0.004
"""Standard deviation of the position error given to the script, per axis [m]."""


def shift(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(0.0, NOISE, 2)


@pytest.mark.parametrize(("object_id", "least"), [("red_cup", 15), ("yellow_paper", 15)])
def test_objects_are_lifted(desk, scripted, object_id: str, least: int) -> None:
    """16 grasps with a position error like perception's: at least 15 lift the thing."""
    lifted = 0
    for seed in SEEDS:
        for side in SIDES:
            world = desk(seed)
            world.advance(0.2)
            scripted(world, side).pick(object_id, shift(seed))
            truth = Truth(world)
            lifted += truth.held() == object_id and truth.object(object_id).pose.z > 0.04
    assert lifted >= least


def test_closing_is_sensed(desk, scripted) -> None:
    """The gripper stops wide on the cup, under full load; on nothing it closes without load."""
    world = desk(1)
    world.advance(0.2)
    arm = scripted(world)
    arm.pick("red_cup")
    holding = world.arm.read()
    assert 0.4 < holding.positions[5] < 0.85
    assert abs(holding.efforts[5]) > 1.0
    empty = desk(1)
    other = scripted(empty)
    other.jaws(1.4)
    other.jaws(-0.1)
    other.wait(0.3)
    closed = empty.arm.read()
    assert closed.positions[5] == pytest.approx(-0.1, abs=0.01)
    assert abs(closed.efforts[5]) < 0.2


@pytest.mark.parametrize("side", SIDES)
def test_cup_stands_in_the_tray(desk, scripted, side: float) -> None:
    """Let go just above the tray's floor, the cup comes to stand in it."""
    for seed in (0, 3, 6):
        world = desk(seed)
        world.advance(0.2)
        arm = scripted(world, side)
        arm.pick("red_cup")
        arm.put("tray", 0.055, 1.2)
        truth = Truth(world)
        assert truth.rests_in("red_cup", "tray"), seed
        assert truth.object("red_cup").upright(math.radians(5)), seed


@pytest.mark.parametrize("side", SIDES)
def test_paper_falls_into_the_bin(desk, scripted, side: float) -> None:
    """Let go above the bin, the paper lies in it."""
    for seed in (0, 3, 6):
        world = desk(seed)
        world.advance(0.2)
        arm = scripted(world, side)
        arm.pick("yellow_paper")
        arm.put("bin", 0.16, 1.0)
        world.advance(1.0)
        assert Truth(world).rests_in("yellow_paper", "bin"), seed


def test_nothing_is_welded(desk, scripted) -> None:
    """The model has no equality constraint, no adhesion, no mocap body; opening lets go."""
    world = desk(0)
    assert world.model.neq == 0
    assert world.model.nmocap == 0
    world.advance(0.2)
    arm = scripted(world)
    arm.pick("yellow_paper")
    arm.jaws(1.2)
    world.advance(0.5)
    assert Truth(world).object("yellow_paper").parents == {"table"}
