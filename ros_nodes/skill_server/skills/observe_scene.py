"""Look at the desk. Moves nothing unless asked to fold the arm away first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ros_nodes.skill_server.descriptor import Resource, SkillDescriptor
from ros_nodes.skill_server.manoeuvres import look, to_rest
from ros_nodes.skill_server.skill import Skill
from ros_nodes.skill_server.steps import Steps
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from ros_nodes.skill_server.cell import Cell
    from xlerobot_agent.contracts.skills import SkillGoal

FROM_REST = "from_rest"
"""The method that folds the arm away first; such a goal takes the body's lane."""


class ObserveScene(Skill):
    """``observe_scene``."""

    descriptor: ClassVar[SkillDescriptor] = SkillDescriptor(
        name="observe_scene",
        start_condition="none",
        physical_condition="a camera delivers frames that can be trusted",
        resources=frozenset({Resource.GAZE}),
        max_duration=20.0,
        safe_points=("look",),
        commit_point="none: nothing is moved",
        success_condition="scene_observed: an observation made after the request",
        failures=frozenset({Reason.PERCEPTION_UNSURE, Reason.BLOCKED}),
        on_abort="nothing was taken, nothing is released",
        methods=("", FROM_REST),
    )

    def needs(self, goal: SkillGoal) -> frozenset[Resource]:
        """The arm as well, where it is to fold away."""
        if goal.method == FROM_REST:
            return self.descriptor.resources | {Resource.ARM}
        return self.descriptor.resources

    def steps(self, goal: SkillGoal, cell: Cell) -> Steps:
        """See the module."""
        if goal.method == FROM_REST:
            yield from to_rest(cell, 0.8)
        observation = yield from look("look", 0.95)
        coverage = observation.seen.coverage()
        return (
            PredicateVerdict(
                predicate=Predicate(name="scene_observed"),
                value=Truth.TRUE,
                confidence=coverage,
                evidence_ids=tuple(e.evidence_id for e in observation.evidence),
                because=f"{len(observation.objects)} objects, {coverage:.0%} of the table seen",
            ),
        )
