"""The arm in MuJoCo, made from the one URDF: servos, friction of the pads, what is drawn."""

from __future__ import annotations

import mujoco

from sim.collision import ARM, FIXED, MOVABLE, PAD_FRICTION, QUICK, STIFF, touched_only
from xlerobot_agent.robot_model.configuration import ServoModel
from xlerobot_agent.robot_model.description import urdf_path

BASE = "base_link"
PAD_SUFFIX = "_finger_pad"
"""URDF collision shapes of this name are the rubber pads that grasp."""


def arm_spec(servo: ServoModel) -> mujoco.MjSpec:
    """A specification that holds the arm alone, base on the world's origin."""
    spec = mujoco.MjSpec.from_file(str(urdf_path()))
    for geom in spec.geoms:
        if geom.contype:
            _touchable(geom)
    # MuJoCo pairs links with a base that is welded to the world like with any obstacle; these two
    # overlap by construction.
    spec.add_exclude(bodyname1=BASE, bodyname2=spec.joints[0].parent.name)
    for joint in spec.joints:
        joint.armature = servo.armature
        _servo(spec, joint, servo)
    return spec


def _touchable(geom: mujoco.MjsGeom) -> None:
    geom.contype, geom.conaffinity = ARM, FIXED | ARM | MOVABLE
    touched_only(geom)
    if geom.name.endswith(PAD_SUFFIX):
        geom.friction = PAD_FRICTION
        geom.condim = 4
        geom.solimp, geom.solref = STIFF, QUICK
        geom.priority = 1


def _servo(spec: mujoco.MjSpec, joint: mujoco.MjsJoint, servo: ServoModel) -> None:
    """A position servo, its torque limited to the effort that the URDF names."""
    actuator = spec.add_actuator()
    actuator.name = joint.name
    actuator.target = joint.name
    actuator.trntype = mujoco.mjtTrn.mjTRN_JOINT
    actuator.set_to_position(kp=servo.position_gain, kv=servo.velocity_gain)
    actuator.ctrllimited = True
    actuator.ctrlrange = joint.range
    actuator.forcelimited = True
    actuator.forcerange = joint.actfrcrange
