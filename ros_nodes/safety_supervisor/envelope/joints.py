"""Joint position, velocity and acceleration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.safety_supervisor.refusal import Refusal
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from ros_nodes.safety_supervisor.envelope.proposal import Array, Proposal

_ROUNDING = 1e-6
"""Relative; a limit that is kept exactly is kept."""


def check_positions(proposal: Proposal) -> Refusal | None:
    """Every joint stays within its range less the margin.

    An arm that stands beyond may come back: then where it stands is the limit.
    """
    model, margin = proposal.model, proposal.limits.joint_margin
    start = proposal.start.position
    low = np.minimum(np.array(model.lower) + margin, start) - _ROUNDING
    high = np.maximum(np.array(model.upper) - margin, start) + _ROUNDING
    beyond = np.maximum(low - proposal.positions, proposal.positions - high)
    row, joint = _worst(beyond)
    if beyond[row, joint] <= 0.0:
        return None
    return Refusal(
        Reason.UNREACHABLE,
        f"set-point {row} puts joint '{model.joint_names[joint]}' at "
        f"{proposal.positions[row, joint]:.4f} rad, its limits are {low[joint]:.4f} to "
        f"{high[joint]:.4f} rad; plan within them",
    )


def check_velocities(proposal: Proposal) -> Refusal | None:
    """No joint is faster than its limit between set-points, the start included."""
    names = proposal.model.joint_names
    limit = proposal.speed * np.array([proposal.limits.velocity_of(name) for name in names])
    speed = np.abs(proposal.velocities)
    row, joint = _worst(speed - limit * (1.0 + _ROUNDING))
    if speed[row, joint] <= limit[joint] * (1.0 + _ROUNDING):
        return None
    return Refusal(
        Reason.INVALID_GOAL,
        f"joint '{names[joint]}' moves at {speed[row, joint]:.3f} rad/s towards set-point {row}, "
        f"the limit is {limit[joint]:.3f} rad/s; plan slower",
    )


def check_accelerations(proposal: Proposal) -> Refusal | None:
    """No joint accelerates beyond its limit, out of the start and into the rest included."""
    chunk, limit = proposal.chunk, proposal.limits.joint_acceleration
    velocities = np.vstack([proposal.start.velocity, proposal.velocities])
    spacing = np.full((len(velocities) - 1, 1), chunk.dt)
    spacing[0] = (chunk.dt + proposal.start.interval) / 2.0
    acceleration = np.abs(np.diff(velocities, axis=0) / spacing)
    if chunk.final:
        # From the mean velocity of the last interval to rest at its end.
        to_rest = np.abs(proposal.velocities[-1]) / (chunk.dt / 2.0)
        acceleration = np.vstack([acceleration, to_rest])
    row, joint = _worst(acceleration)
    if acceleration[row, joint] <= limit * (1.0 + _ROUNDING):
        return None
    return Refusal(
        Reason.INVALID_GOAL,
        f"joint '{proposal.model.joint_names[joint]}' accelerates at "
        f"{acceleration[row, joint]:.2f} rad/s² near set-point {row}, the limit is {limit} rad/s²; "
        "plan smoother",
    )


def _worst(values: Array) -> tuple[int, int]:
    row, joint = np.unravel_index(int(np.argmax(values)), values.shape)
    return int(row), int(joint)
