"""Check predicates on a new observation, from the rest pose."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ros_nodes.skill_server.descriptor import Resource, SkillDescriptor
from ros_nodes.skill_server.manoeuvres import REST_TOLERANCE, look, to_rest
from ros_nodes.skill_server.skill import Skill
from ros_nodes.skill_server.steps import SkillError, Steps
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from ros_nodes.skill_server.cell import Cell
    from xlerobot_agent.contracts.skills import SkillGoal

HERE = "here"
"""The method that looks from where the arm is."""

_WHY_FALSE = {
    "inside": Reason.TARGET_MISSING,
    "holding": Reason.GRASP_EMPTY,
}
"""What a predicate found false means; ``blocked`` for those about the room."""


class VerifyState(Skill):
    """``verify_state(predicates)``."""

    descriptor: ClassVar[SkillDescriptor] = SkillDescriptor(
        name="verify_state",
        start_condition="the predicates are registered and their objects are in the catalogue",
        physical_condition="the arm is at rest or can fold away",
        resources=frozenset({Resource.ARM, Resource.GAZE}),
        max_duration=25.0,
        safe_points=("return to rest", "verify"),
        commit_point="none: no object is moved",
        success_condition="every predicate is true in an observation made afterwards",
        failures=frozenset(
            {
                Reason.TARGET_MISSING,
                Reason.GRASP_EMPTY,
                Reason.BLOCKED,
                Reason.PERCEPTION_UNSURE,
            }
        ),
        on_abort="the arm holds where it is and keeps its grip",
        methods=("", HERE),
    )

    def check_arguments(self, goal: SkillGoal, cell: Cell) -> None:
        """Every predicate can be read, and speaks of known things."""
        if not goal.predicates:
            raise SkillError(
                Reason.INVALID_GOAL, "nothing to verify; name a predicate: inside(red_cup, tray)"
            )
        for predicate in _parsed(goal):
            unknown = [name for name in predicate.args if name not in cell.catalogue]
            if unknown:
                known = ", ".join(o.object_id for o in cell.catalogue.objects)
                raise SkillError(
                    Reason.INVALID_GOAL,
                    f"no object '{unknown[0]}' for {predicate}; there are {known}",
                )

    def needs(self, goal: SkillGoal) -> frozenset[Resource]:
        """The cameras alone, where it looks from where the arm is."""
        if goal.method == HERE:
            return self.descriptor.resources - {Resource.ARM}
        return self.descriptor.resources

    def steps(self, goal: SkillGoal, cell: Cell) -> Steps:
        """See the module."""
        if goal.method != HERE and not cell.at(cell.rest, REST_TOLERANCE):
            yield from to_rest(cell, 0.7)
        wanted = _parsed(goal)
        verdicts = _verdicts(wanted, (yield from look("verify", 0.9)).verdict)
        if any(verdict.value is Truth.UNKNOWN for verdict in verdicts):
            verdicts = _verdicts(wanted, (yield from look("verify again", 0.95)).verdict)
        _judge(verdicts)
        return verdicts


def _parsed(goal: SkillGoal) -> tuple[Predicate, ...]:
    try:
        return tuple(Predicate.parse(text) for text in goal.predicates)
    except ValueError as error:
        raise SkillError(Reason.INVALID_GOAL, str(error)) from error


def _verdicts(
    wanted: tuple[Predicate, ...], verdict: Callable[[Predicate], PredicateVerdict]
) -> tuple[PredicateVerdict, ...]:
    return tuple(verdict(predicate) for predicate in wanted)


def _judge(verdicts: tuple[PredicateVerdict, ...]) -> None:
    """Raise for the first predicate that is false, else for the first that is unknown."""
    for verdict in verdicts:
        if verdict.value is Truth.FALSE:
            reason = _WHY_FALSE.get(verdict.predicate.name, Reason.BLOCKED)
            raise SkillError(reason, f"{verdict.predicate} is false: {verdict.because}", verdicts)
    for verdict in verdicts:
        if verdict.value is Truth.UNKNOWN:
            raise SkillError(
                Reason.PERCEPTION_UNSURE,
                f"{verdict.predicate} cannot be told: {verdict.because}",
                verdicts,
            )
