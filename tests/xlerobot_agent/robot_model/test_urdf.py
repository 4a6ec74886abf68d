"""The one URDF: what MuJoCo, pinocchio and the shape reader each make of it (issue 2, 1)."""

from __future__ import annotations

import mujoco
import numpy as np
import pinocchio as pin
import pytest

from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.primitives import PrimitiveKind, read_primitives

JOINTS = ("shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll", "gripper")


def test_joints_are_the_published_ones_in_their_order(arm, mujoco_arm):
    assert arm.joint_names == JOINTS
    names = [mujoco_arm.model.joint(i).name for i in range(mujoco_arm.model.njnt)]
    assert tuple(names) == JOINTS


def test_limits_agree_between_mujoco_and_pinocchio(arm, mujoco_arm):
    np.testing.assert_allclose(mujoco_arm.model.jnt_range[:, 0], arm.lower, atol=1e-12)
    np.testing.assert_allclose(mujoco_arm.model.jnt_range[:, 1], arm.upper, atol=1e-12)
    np.testing.assert_allclose(mujoco_arm.model.jnt_actfrcrange[:, 1], arm.effort_limit)
    assert set(arm.velocity_limit) == {4.8}


def test_limits_are_the_published_ones(arm):
    published = [(-1.920, 1.920), (-1.745, 1.745), (-1.690, 1.690), (-1.658, 1.658)]
    published += [(-2.744, 2.841), (-0.175, 1.745)]
    np.testing.assert_allclose(np.array([arm.lower, arm.upper]).T, published, atol=5e-4)


def test_joint_dynamics_reach_mujoco(mujoco_arm):
    np.testing.assert_allclose(mujoco_arm.model.dof_damping, 0.60)
    np.testing.assert_allclose(mujoco_arm.model.dof_frictionloss, 0.052)


def test_masses_and_inertias_agree(arm, mujoco_arm):
    total = sum(inertia.mass for inertia in arm.pinocchio_model.inertias)
    # The base hangs on no joint, so pinocchio counts it with the universe.
    assert total == pytest.approx(mujoco_arm.model.body_mass.sum(), abs=1e-9)
    for link, mass in (("base_link", 0.147), ("upper_arm_link", 0.103), ("gripper_link", 0.087)):
        assert mujoco_arm.model.body(link).mass[0] == pytest.approx(mass)


def test_gravity_torques_agree(arm, mujoco_arm, random_configurations):
    """Masses sit at the same places in both readers."""
    data = arm.pinocchio_model.createData()
    for joints in random_configurations[:50]:
        mujoco_arm.data.qpos[:] = joints
        mujoco_arm.data.qvel[:] = 0.0
        mujoco.mj_forward(mujoco_arm.model, mujoco_arm.data)
        gravity = pin.computeGeneralizedGravity(arm.pinocchio_model, data, joints)
        np.testing.assert_allclose(mujoco_arm.data.qfrc_bias, gravity, atol=1e-6)


def test_visual_and_collision_shapes_are_the_same(arm):
    visual = read_primitives(arm.urdf, "visual")
    assert [shape.name for shape in visual] == [f"{shape.name}_visual" for shape in arm.primitives]
    for drawn, touched in zip(visual, arm.primitives, strict=True):
        assert (drawn.link, drawn.kind, drawn.size) == (touched.link, touched.kind, touched.size)
        np.testing.assert_array_equal(drawn.pose, touched.pose)


def test_few_primitives_only(arm, mujoco_arm):
    """A machine without a GPU renders about 33 primitive shapes fast."""
    assert 25 <= len(arm.primitives) <= 33
    assert mujoco_arm.model.nmesh == 0


def test_shapes_stand_where_mujoco_puts_them(arm, mujoco_arm, random_configurations):
    joints = random_configurations[0]
    mujoco_arm.place(joints)
    poses = arm.link_poses(joints.tolist())
    for shape in arm.primitives:
        geom = mujoco_arm.data.geom(shape.name)
        placed = poses[shape.link] @ shape.pose
        np.testing.assert_allclose(geom.xpos, placed[:3, 3], atol=1e-9)
        np.testing.assert_allclose(geom.xmat.reshape(3, 3), placed[:3, :3], atol=1e-9)


def test_nothing_touches_at_zero(mujoco_arm):
    mujoco_arm.data.qpos[:] = 0.0
    mujoco.mj_forward(mujoco_arm.model, mujoco_arm.data)
    assert mujoco_arm.data.ncon == 0


def test_corners_bound_the_shape(arm):
    for shape in arm.primitives:
        corners = shape.corners()
        assert corners.shape == (8, 3)
        np.testing.assert_allclose(corners.mean(axis=0), shape.pose[:3, 3], atol=1e-12)
        if shape.kind is PrimitiveKind.BOX:
            spread = (corners - shape.pose[:3, 3]) @ shape.pose[:3, :3]
            np.testing.assert_allclose(spread.max(axis=0) * 2.0, shape.size, atol=1e-12)


def _link_with(geometry: str) -> str:
    return (
        '<robot name="r"><link name="l"><collision name="c">'
        f"<geometry>{geometry}</geometry></collision></link></robot>"
    )


def test_a_mesh_is_refused():
    with pytest.raises(ValueError, match="'c' is a mesh; use one of box"):
        read_primitives(_link_with('<mesh filename="x.stl"/>'))


def test_a_shape_without_geometry_is_refused():
    with pytest.raises(ValueError, match="needs exactly one geometry"):
        read_primitives(_link_with(""))


def test_sphere_is_read():
    (ball,) = read_primitives(_link_with('<sphere radius="0.02"/>'))
    assert (ball.kind, ball.size) == (PrimitiveKind.SPHERE, (0.02,))
    assert np.abs(ball.corners()).max() == pytest.approx(0.02)


def test_another_layout_is_refused_by_the_closed_form(arm):
    from xlerobot_agent.robot_model.planar_chain import measure_chain

    bent = arm.urdf.replace(
        'xyz="-0.1349 0.0052 0" rpy="0 0 ', 'xyz="-0.1349 0.0052 0" rpy="0.1 0 '
    )
    assert bent != arm.urdf
    with pytest.raises(ValueError, match="axis of 'wrist_flex' at zero"):
        measure_chain(ArmModel(bent))
