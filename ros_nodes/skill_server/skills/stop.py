"""Stop: the arm is held the moment the goal comes in; this waits until it stands and looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ros_nodes.skill_server.descriptor import Resource, SkillDescriptor
from ros_nodes.skill_server.manoeuvres import look
from ros_nodes.skill_server.skill import Skill
from ros_nodes.skill_server.steps import SkillError, Steps
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from ros_nodes.skill_server.cell import Cell
    from xlerobot_agent.contracts.skills import SkillGoal


class Stop(Skill):
    """``stop``."""

    descriptor: ClassVar[SkillDescriptor] = SkillDescriptor(
        name="stop",
        start_condition="none: it is never refused",
        physical_condition="none",
        resources=frozenset({Resource.ARM, Resource.GAZE}),
        max_duration=10.0,
        safe_points=("stand",),
        commit_point="none: it only ends motion",
        success_condition="arm_still: no joint moves, and an observation was made since",
        failures=frozenset({Reason.TIMEOUT, Reason.PERCEPTION_UNSURE, Reason.HEARTBEAT_LOST}),
        on_abort="the arm holds and keeps its grip",
    )

    def moves(self, goal: SkillGoal) -> bool:
        """Never; so neither safety nor a lease nor a dead camera can refuse it."""
        return False

    def steps(self, goal: SkillGoal, cell: Cell) -> Steps:
        """See the module."""
        observation = yield from look("stand", 0.9)
        if not cell.still:
            raise SkillError(Reason.TIMEOUT, "the arm still moves; use the emergency stop")
        return (
            PredicateVerdict(
                predicate=Predicate(name="arm_still"),
                value=Truth.TRUE,
                confidence=1.0,
                evidence_ids=tuple(e.evidence_id for e in observation.evidence),
                because=f"no joint moves faster than {cell.settings.rest.velocity} rad/s",
            ),
        )
