"""Servo gains, limits of planned motion and named poses: read whole or refused (issue 2, 1)."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from pydantic import ValidationError

from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.robot_model import configuration
from xlerobot_agent.robot_model.configuration import motion_limits, named_pose, servo_model

SAFETY = Path(__file__).parents[3] / "config" / "safety.yaml"


def test_servo_has_the_published_figures():
    servo = servo_model()
    assert servo.position_gain == 998.22
    assert servo.velocity_gain == 2.731
    assert servo.armature == 0.028


def test_planned_motion_is_within_what_the_supervisor_admits(arm):
    safety = SafetyLimits.model_validate(yaml.safe_load(SAFETY.read_text(encoding="utf-8")))
    for name, limits in zip(arm.joint_names, motion_limits(arm), strict=True):
        fastest = safety.gripper_velocity if name == "gripper" else safety.joint_velocity
        assert limits.velocity <= fastest
        assert limits.acceleration <= safety.joint_acceleration
        assert limits.jerk <= safety.joint_jerk


def test_arm_joints_stay_below_a_radian_a_second(arm):
    assert all(limits.velocity <= 1.0 for limits in motion_limits(arm)[:5])


def test_rest_keeps_a_margin_of_every_limit(arm):
    assert not arm.limit_violations(named_pose(arm), margin=0.02)


def test_an_unknown_pose_is_named(arm):
    with pytest.raises(KeyError, match=r"no pose 'nap'; poses.yaml has rest"):
        named_pose(arm, "nap")


def reading(monkeypatch, text):
    monkeypatch.setattr(configuration, "resource_text", lambda name: text)


def test_a_missing_and_an_unknown_joint_are_named(arm, monkeypatch):
    reading(monkeypatch, "poses: {rest: {shoulder_pan: 0.0, tail: 1.0}}")
    with pytest.raises(ValueError, match=r"missing: \['elbow_flex'.*unknown: \['tail'\]"):
        named_pose(arm)


def test_a_pose_outside_the_limits_is_refused(arm, monkeypatch):
    joints = dict.fromkeys(arm.joint_names, 0.0) | {"elbow_flex": 2.0}
    reading(monkeypatch, yaml.safe_dump({"poses": {"rest": joints}}))
    with pytest.raises(ValueError, match=r"'elbow_flex' at 2.0000 rad is 0.3100 rad beyond"):
        named_pose(arm)


def test_a_velocity_above_the_motor_is_refused(arm, monkeypatch):
    fast = {"velocity": 9.0, "acceleration": 1.0, "jerk": 1.0}
    reading(monkeypatch, yaml.safe_dump({"joints": dict.fromkeys(arm.joint_names, fast)}))
    with pytest.raises(ValueError, match=r"velocity 9.0 rad/s of 'shoulder_pan' is above"):
        motion_limits(arm)


def test_an_unknown_key_is_refused(monkeypatch):
    reading(monkeypatch, "{position_gain: 1, velocity_gain: 1, armature: 1, backlash: 1}")
    with pytest.raises(ValidationError, match="backlash"):
        servo_model()
