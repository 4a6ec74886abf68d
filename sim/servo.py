"""Figures of the STS3215 servo as MuJoCo needs them."""

from __future__ import annotations

from xlerobot_agent.contracts.geometry import Positive
from xlerobot_agent.contracts.model import Contract


class ServoFigures(Contract):
    """Position servo of one joint (so101_new_calib.xml of TheRobotStudio/SO-ARM100)."""

    kp: Positive = 998.0
    """[N·m/rad]"""
    kv: Positive = 2.73
    """[N·m·s/rad]"""
    torque: Positive = 2.94
    """Stall torque [N·m]."""
    armature: Positive = 0.028
    """Rotor inertia seen at the joint [kg·m²]."""
