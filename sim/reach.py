"""Where the arm stands on the desk, for placing things in its reach."""

from __future__ import annotations

import math
from functools import cache

from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.planar_chain import measure_chain


@cache
def pan_axis() -> tuple[float, float]:
    """Where the shoulder's pan axis meets the table [m]."""
    chain = measure_chain(ArmModel())
    return (chain.pan_x, chain.pan_y)


def polar(radius: float, angle: float) -> tuple[float, float]:
    """The point [m] at a radius [m] about the pan axis, an angle [rad] to the left of forward."""
    x, y = pan_axis()
    return (x + radius * math.cos(angle), y + radius * math.sin(angle))
