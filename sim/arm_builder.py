"""The arm in MuJoCo, made from the one URDF: servos, friction of the pads, what is drawn."""

from __future__ import annotations

import mujoco

from sim.collision import ARM, FIXED, MOVABLE, PAD_FRICTION, touched_only
from sim.servo import ServoFigures
from xlerobot_agent.robot_model.description import urdf_path

BASE = "base_link"
GRIPPER_JOINT = "gripper"
PAD_SUFFIX = "_finger_pad"
"""URDF collision shapes of this name are the rubber pads that grasp."""


def arm_spec(servo: ServoFigures) -> mujoco.MjSpec:
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
        geom.priority = 1


def _servo(spec: mujoco.MjSpec, joint: mujoco.MjsJoint, servo: ServoFigures) -> None:
    """A position servo: torque = kp (target - position) - kv velocity, limited."""
    actuator = spec.add_actuator()
    actuator.name = joint.name
    actuator.target = joint.name
    actuator.trntype = mujoco.mjtTrn.mjTRN_JOINT
    actuator.set_to_position(kp=servo.kp, kv=servo.kv)
    actuator.ctrllimited = True
    actuator.ctrlrange = joint.range
    actuator.forcelimited = True
    actuator.forcerange = (-servo.torque, servo.torque)
