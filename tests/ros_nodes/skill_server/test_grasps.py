"""Grasps and releases: order of the candidates, variants, where a thing sits in the hand (B.5)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.skill_server.grasp import LEFT, METHODS, RIGHT, Wish
from ros_nodes.skill_server.grasps import grasp_strategies
from ros_nodes.skill_server.in_hand import depth_at
from ros_nodes.skill_server.release import far_side, spots
from ros_nodes.skill_server.settings import ReleaseSettings, SkillSettings
from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.geometry import Pose, Size
from xlerobot_agent.contracts.scene import SceneObject
from xlerobot_agent.robot_model.gripper_geometry import GripperGeometry

FIXED = -0.02


def seen(size=(0.055, 0.055, 0.08), x=0.28, y=0.05, object_id="red_cup"):
    return SceneObject(
        object_id=object_id,
        pose=Pose(x=x, y=y),
        size=Size(x=size[0], y=size[1], z=size[2]),
        confidence=0.9,
        visibility=1.0,
        version=1,
        stamp=0.0,
        camera="front",
        evidence_ids=(),
    )


def candidates(method="", shape=Shape.CUP, thing=None):
    settings = SkillSettings().grasps[shape]
    thing = thing or seen()
    return list(grasp_strategies()[shape].candidates(thing, Wish.parse(method), settings, FIXED))


def test_the_preferred_pitch_and_the_nearer_roll_come_first():
    found = candidates()
    assert found[0].at.pitch == pytest.approx(SkillSettings().grasps[Shape.CUP].pitch)
    assert found[0].at.roll == RIGHT
    assert found[2].at.roll == LEFT
    wide = [grasp for grasp in found if grasp.opening == found[0].opening]
    away = [abs(grasp.at.pitch - found[0].at.pitch) for grasp in wide]
    assert away == sorted(away)
    assert found[: len(wide)] == wide
    assert found[-1].opening < found[0].opening


def test_every_method_begins_otherwise():
    firsts = {
        (round(g.at.pitch, 4), round(g.at.roll, 4), round(g.at.position[2], 4))
        for g in (candidates(method)[0] for method in METHODS)
    }
    assert len(firsts) == len(METHODS)


def test_the_fixed_finger_comes_in_beside_the_thing():
    settings = SkillSettings().grasps[Shape.CUP]
    grasp = candidates()[0]
    radius = 0.055 / 2
    assert grasp.at.offset[0] - radius - FIXED == pytest.approx(settings.gap)
    up = grasp.lifted(grasp.at)
    assert up.position[2] == pytest.approx(grasp.at.position[2] + settings.lift)
    assert up.pitch == grasp.at.pitch
    assert candidates()[1].lifted(grasp.at).pitch < grasp.at.pitch


def test_fingers_keep_off_the_table_below_low_things():
    flat = seen(size=(0.045, 0.045, 0.02), object_id="yellow_paper")
    settings = SkillSettings().grasps[Shape.CRUMPLED]
    for grasp in candidates(shape=Shape.CRUMPLED, thing=flat):
        tip = grasp.at.position[2] + settings.depth * math.sin(grasp.at.pitch)
        assert tip >= settings.least_height - 1e-9


@pytest.mark.parametrize("depth", [-0.03, -0.02, -0.012, -0.005])
@pytest.mark.parametrize("diameter", [0.045, 0.05, 0.055, 0.06])
def test_the_angle_of_the_jaws_gives_the_depth(model, depth, diameter):
    gripper = GripperGeometry(model)
    angle = gripper.contact_angle(diameter, depth)
    assert depth_at(gripper, diameter, angle, -0.018, 0.02) == pytest.approx(depth, abs=0.0003)


def test_an_impossible_diameter_leaves_the_expectation(model):
    assert depth_at(GripperGeometry(model), 0.5, 0.6, -0.018, 0.02) == -0.018


def test_spots_begin_in_the_middle_and_stay_near():
    tray = seen(size=(0.15, 0.15, 0.02), x=0.15, y=0.25, object_id="tray")
    settings = ReleaseSettings()
    found = list(spots(tray, settings))
    assert found[0] == (0.15, 0.25)
    for x, y in found[1:]:
        assert math.hypot(x - 0.15, y - 0.25) == pytest.approx(settings.shift)
    assert list(spots(tray, ReleaseSettings(shift=0.0))) == [(0.15, 0.25)]


@given(st.floats(0.05, 0.45), st.floats(-0.45, 0.45), st.floats(0.001, 0.05))
def test_the_far_side_is_straight_behind_the_middle(x, y, distance):
    viewpoint = (0.52, 0.0)
    spot = far_side(seen(size=(0.13, 0.13, 0.1), x=x, y=y, object_id="bin"), viewpoint, distance)
    assert math.dist(spot, (x, y)) == pytest.approx(distance)
    assert math.dist(spot, viewpoint) == pytest.approx(math.dist((x, y), viewpoint) + distance)
