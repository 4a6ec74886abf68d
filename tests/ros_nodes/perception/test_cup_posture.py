"""Standing, leaning and lying cups are told apart. Covers issue 2.7."""

from __future__ import annotations

import math

import numpy as np
import pytest

from xlerobot_agent.contracts.predicates import Truth


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_lying_cup_lies(desk_of, random, seed):
    desk = desk_of(seed)
    cup, size = desk.truth.object("red_cup").pose, desk.world.scene.object("red_cup").size
    for yaw in random.uniform(-math.pi, math.pi, 4):
        desk.put("red_cup", cup.x, cup.y, size.x / 2, yaw=float(yaw), tilt=math.pi / 2, settle=0.3)
        found = desk.look().find("red_cup")
        assert found is not None
        assert found.pose.tilt > 1.2
        body = desk.world.data.body("red_cup")
        middle = body.xpos + body.xmat.reshape(3, 3)[:, 2] * size.z / 2
        assert math.dist((found.pose.x, found.pose.y), middle[:2]) < 0.005


@pytest.mark.parametrize("tilt", [0.25, 0.5, 0.8])
def test_a_leaning_cup_does_not_stand(desk_of, random, tilt):
    """One outline fits two leans, towards and away from the camera; neither is upright."""
    desk = desk_of(1)
    cup, size = desk.truth.object("red_cup").pose, desk.world.scene.object("red_cup").size
    for yaw in random.uniform(-math.pi, math.pi, 4):
        desk.put("red_cup", cup.x, cup.y, math.sin(tilt) * size.x / 2, yaw=float(yaw), tilt=tilt)
        found = desk.look().find("red_cup")
        assert found is not None
        assert found.pose.tilt > 0.5 * tilt
        assert found.pose.tilt > 0.12


def test_a_cup_that_lies_in_the_tray_is_not_inside_it(desk_of):
    desk = desk_of(2)
    x, y = desk.inside("tray", 0.0, 0.0)
    radius = desk.world.scene.object("red_cup").size.x / 2
    desk.put("red_cup", x, y, radius + 0.005, yaw=1.0, tilt=math.pi / 2, settle=0.4)
    said = desk.says(desk.look(), "inside(red_cup, tray)")
    assert said.value is Truth.FALSE
    assert "does not stand" in said.because


def test_a_cup_on_the_trays_wall_is_not_inside_it(desk_of):
    """It leans by about 15 degrees: within reach of being taken for upright."""
    desk = desk_of(2)
    for along in (0.75, 0.9):
        x, y = desk.inside("tray", along, 0.0)
        desk.put("red_cup", x, y, 0.03, settle=0.8)
        truth = desk.truth.object("red_cup")
        said = desk.says(desk.look(), "inside(red_cup, tray)")
        if truth.pose.tilt > math.radians(10) or not desk.truth.inside("red_cup", "tray"):
            assert said.value is not Truth.TRUE, said.because


def test_standing_cups_have_no_tilt_wherever_they_stand(desk_of, random):
    desk = desk_of(2)
    for x, y in zip(random.uniform(0.2, 0.32, 12), random.uniform(-0.1, 0.1, 12), strict=True):
        desk.put("red_cup", float(x), float(y))
        found = desk.look().find("red_cup")
        if found is not None:
            assert found.pose.tilt < 0.12
            assert np.isfinite(found.pose.x)
