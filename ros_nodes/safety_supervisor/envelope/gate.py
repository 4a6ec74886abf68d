"""The checks of motion, in order: cheap before dear, and the first refusal is the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.safety_supervisor.envelope.distance import check_distances
from ros_nodes.safety_supervisor.envelope.joints import (
    check_accelerations,
    check_positions,
    check_velocities,
)
from ros_nodes.safety_supervisor.envelope.reach import joint_reaches
from ros_nodes.safety_supervisor.envelope.start import check_start
from ros_nodes.safety_supervisor.envelope.tool import check_tool_speed, check_workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from ros_nodes.safety_supervisor.envelope.proposal import Proposal
    from ros_nodes.safety_supervisor.refusal import Refusal
    from xlerobot_agent.robot_model.arm_model import ArmModel
    from xlerobot_agent.robot_model.collision_model import CollisionModel

CHECKS: tuple[Callable[[Proposal], Refusal | None], ...] = (
    check_start,
    check_positions,
    check_velocities,
    check_accelerations,
    check_tool_speed,
    check_workspace,
)


class MotionGate:
    """Judges well-formed, dated and authorised chunks by their motion."""

    def __init__(self, model: ArmModel, collisions: CollisionModel) -> None:
        self._collisions = collisions
        self._reaches = joint_reaches(model)

    def objection(self, proposal: Proposal) -> Refusal | None:
        """The first objection; None when there is none."""
        for check in CHECKS:
            refusal = check(proposal)
            if refusal is not None:
                return refusal
        return check_distances(proposal, self._collisions, self._reaches)
