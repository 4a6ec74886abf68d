"""Openings and angles of the jaws against the shapes themselves (issue 2, 4: sensed grasps)."""

from __future__ import annotations

import coal
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.gripper_geometry import (
    FIXED_PAD,
    MOVING_PAD,
    GripperGeometry,
)

ARM = ArmModel()
GRIPPER = GripperGeometry(ARM)
PADS = {shape.name: shape for shape in ARM.primitives if shape.name in (FIXED_PAD, MOVING_PAD)}


def pad_in_tool(name, angle):
    joints = [0.0, 0.0, 0.0, 0.0, 0.0, angle]
    poses = ARM.link_poses(joints)
    pad = PADS[name]
    placed = np.linalg.inv(poses["tool"]) @ poses[pad.link] @ pad.pose
    return coal.Box(*pad.size), coal.Transform3s(placed[:3, :3], placed[:3, 3])


def gap(first, second):
    return coal.distance(*first, *second, coal.DistanceRequest(), coal.DistanceResult())


def test_jaws_close_on_one_another_without_overlap():
    """At the hard stop the tips are half a millimetre apart; never do they overlap."""
    assert gap(pad_in_tool(FIXED_PAD, ARM.lower[5]), pad_in_tool(MOVING_PAD, ARM.lower[5])) > 0.0
    assert GRIPPER.opening(ARM.lower[5]).width == pytest.approx(0.0005, abs=1e-4)


def test_pads_are_parallel_on_a_thing_of_a_few_centimetres():
    fixed = pad_in_tool(FIXED_PAD, 0.25)[1].getRotation()
    moving = pad_in_tool(MOVING_PAD, 0.25)[1].getRotation()
    along_fixed, along_moving = fixed[:, 2], moving[:, 1]
    assert abs(along_fixed @ along_moving) > np.cos(0.01)


@pytest.mark.parametrize("angle", [-0.1, 0.0, 0.5, 1.0, 1.3, 1.7])
def test_opening_is_the_free_way_between_the_tips(angle):
    """Measured on the pads' corners in the tool frame."""

    def inner(name, angle, outermost):
        shape, placed = pad_in_tool(name, angle)
        half = shape.halfSide
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
        across = (corners @ placed.getRotation().T + placed.getTranslation())[:, 0]
        return outermost(across)

    opening = GRIPPER.opening(angle)
    left = inner(FIXED_PAD, angle, max)
    assert opening.middle - opening.width / 2 == pytest.approx(left, abs=1e-9)
    tip = np.linalg.inv(ARM.link_poses([0, 0, 0, 0, 0, angle])["tool"]) @ (
        ARM.link_poses([0, 0, 0, 0, 0, angle])["moving_jaw_link"] @ (-0.0137, -0.082, 0.0188, 1.0)
    )
    assert opening.middle + opening.width / 2 == pytest.approx(tip[0], abs=1e-5)


@given(st.floats(ARM.lower[5], 1.7))
def test_angle_for_width_is_the_inverse(angle):
    assert GRIPPER.angle_for_width(GRIPPER.opening(angle).width) == pytest.approx(angle, abs=1e-6)


def test_wide_open_the_middle_is_towards_the_moving_jaw():
    opening = GRIPPER.opening(1.3)
    assert opening.width == pytest.approx(0.1035, abs=1e-3)
    assert opening.middle == pytest.approx(0.032, abs=1e-3)


@pytest.mark.parametrize("diameter", [0.02, 0.04, 0.055, 0.0605])
@pytest.mark.parametrize("depth", [0.0, -0.01, -0.02])
def test_contact_angle_touches_both_pads(diameter, depth):
    angle = GRIPPER.contact_angle(diameter, depth)
    rod = coal.Cylinder(diameter / 2, 0.01)
    upright = np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]])
    fixed, moving = pad_in_tool(FIXED_PAD, angle), pad_in_tool(MOVING_PAD, angle)
    across = np.linspace(-0.02, 0.06, 2001)
    gaps = []
    for x in across:
        placed = (rod, coal.Transform3s(upright, np.array([x, 0.0, depth])))
        gaps.append(max(abs(gap(fixed, placed)), abs(gap(moving, placed))))
    assert min(gaps) < 1e-3


def test_a_cup_holds_the_jaws_where_the_simulation_saw_them():
    """A 55 mm cup stopped the jaws at about 0.56 rad; closing on nothing ends at −0.1."""
    assert 0.5 < GRIPPER.contact_angle(0.055) < 0.6
    assert GRIPPER.contact_angle(0.045) > 0.3


@pytest.mark.parametrize("width", [-0.01, 0.2])
def test_a_width_the_jaws_cannot_take_is_refused(width):
    with pytest.raises(ValueError, match="outside the jaws'"):
        GRIPPER.angle_for_width(width)


@pytest.mark.parametrize("diameter", [0.0, -0.01, float("nan")])
def test_a_diameter_that_is_not_positive_is_refused(diameter):
    with pytest.raises(ValueError, match="give a positive one"):
        GRIPPER.contact_angle(diameter)


def test_a_diameter_too_large_is_refused():
    with pytest.raises(ValueError, match="does not fit the jaws"):
        GRIPPER.contact_angle(0.5)
