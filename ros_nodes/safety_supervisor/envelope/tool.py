"""The tool point: how fast, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.safety_supervisor.refusal import Refusal
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from ros_nodes.safety_supervisor.envelope.proposal import Proposal

_ROUNDING = 1e-6
"""Relative speed, and metres."""


def check_tool_speed(proposal: Proposal) -> Refusal | None:
    """The tool point stays within its speed limit between set-points."""
    moved = np.linalg.norm(np.diff(proposal.tool_points, axis=0), axis=1)
    speed = moved / proposal.chunk.dt
    row = int(np.argmax(speed))
    limit = proposal.speed * proposal.limits.tool_speed
    if speed[row] <= limit * (1.0 + _ROUNDING):
        return None
    return Refusal(
        Reason.INVALID_GOAL,
        f"the tool point moves at {speed[row]:.3f} m/s towards set-point {row}, the limit is "
        f"{limit:.3f} m/s; plan slower",
    )


def check_workspace(proposal: Proposal) -> Refusal | None:
    """The tool point stays within the workspace; from outside it may only come nearer."""
    box = proposal.limits.workspace
    low, high = np.array(box.minimum), np.array(box.maximum)
    points = proposal.tool_points
    outside = np.maximum(np.maximum(low - points, points - high), 0.0).max(axis=1)
    row = int(np.argmax(outside[1:])) + 1
    if outside[row] <= outside[0] + _ROUNDING:
        return None
    at = ", ".join(f"{value:.3f}" for value in points[row])
    return Refusal(
        Reason.OUT_OF_WORKSPACE,
        f"set-point {row - 1} puts the tool point at ({at}) m, {outside[row]:.3f} m outside the "
        f"workspace {box.minimum} to {box.maximum}; plan inside it",
    )
