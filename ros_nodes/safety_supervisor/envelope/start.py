"""Starts where the arm is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.safety_supervisor.refusal import Refusal
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from ros_nodes.safety_supervisor.envelope.proposal import Proposal


def check_start(proposal: Proposal) -> Refusal | None:
    """The first set-point lies within the start tolerance of the start.

    The gripper is left out: closed on a thing it stands away from its set-point by design, and
    the player moves it at a bounded speed from wherever its set-point is.
    """
    gap = np.abs(proposal.positions[0] - proposal.start.position)
    gap[[name.endswith("gripper") for name in proposal.model.joint_names]] = 0.0
    worst = int(np.argmax(gap))
    tolerance = proposal.limits.start_tolerance
    if gap[worst] <= tolerance:
        return None
    origin = "measured state" if proposal.start.measured else "end of the chunk before"
    return Refusal(
        Reason.INVALID_GOAL,
        f"joint '{proposal.model.joint_names[worst]}' would start {gap[worst]:.3f} rad from the "
        f"{origin}, the limit is {tolerance} rad; draft from there",
    )
