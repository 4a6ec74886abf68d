"""Fold the arm into its rest pose, where it hides nothing of the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ros_nodes.skill_server.descriptor import Resource, SkillDescriptor
from ros_nodes.skill_server.manoeuvres import look, to_rest
from ros_nodes.skill_server.skill import Skill
from ros_nodes.skill_server.steps import SkillError, Steps
from xlerobot_agent.contracts.predicates import Predicate, Truth
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from ros_nodes.skill_server.cell import Cell
    from xlerobot_agent.contracts.skills import SkillGoal


class MoveToRest(Skill):
    """``move_to_rest``."""

    descriptor: ClassVar[SkillDescriptor] = SkillDescriptor(
        name="move_to_rest",
        start_condition="the desk was observed, so that the way can be planned",
        physical_condition="a free way to the rest pose exists",
        resources=frozenset({Resource.ARM, Resource.GAZE}),
        max_duration=20.0,
        safe_points=("return to rest",),
        commit_point="none: no object is moved, what is held stays held",
        success_condition="at_rest_pose is true in an observation made afterwards",
        failures=frozenset({Reason.BLOCKED, Reason.UNREACHABLE, Reason.SLIPPED}),
        on_abort="the arm holds where it is and keeps its grip",
    )

    def steps(self, goal: SkillGoal, cell: Cell) -> Steps:
        """See the module."""
        if cell.arm is not None and cell.grip.lost(cell.arm):
            # Lost before this goal began, as where a stop cut the opening of the jaws short.
            cell.grip.release()
        yield from to_rest(cell, 0.8)
        verdict = (yield from look("check the pose", 0.95)).verdict(Predicate(name="at_rest_pose"))
        if verdict.value is Truth.TRUE:
            return (verdict,)
        raise SkillError(
            Reason.BLOCKED, f"the arm is not at rest: {verdict.because}; free its way", (verdict,)
        )
