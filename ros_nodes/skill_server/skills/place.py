"""Place what is held: carry it over, lower, let go, retreat, look whether it is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ros_nodes.skill_server.descriptor import Resource, SkillDescriptor
from ros_nodes.skill_server.destination import Destination, destination_of
from ros_nodes.skill_server.in_hand import assumed
from ros_nodes.skill_server.loss import explain_loss, false_alarm, hand_position, seen_in_hand
from ros_nodes.skill_server.manoeuvres import let_go, look, play, to_rest
from ros_nodes.skill_server.planner import Planner, as_failure
from ros_nodes.skill_server.skill import Skill
from ros_nodes.skill_server.steps import Answer, SkillError, Step, Steps
from ros_nodes.skill_server.touch import Touch
from ros_nodes.skill_server.trajectories.profile import PlanningError
from ros_nodes.skill_server.watches import load_watch
from xlerobot_agent.contracts.catalogue import Affordance
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Generator

    from ros_nodes.skill_server.cell import Cell
    from ros_nodes.skill_server.grip import Held
    from ros_nodes.skill_server.release import Release
    from ros_nodes.skill_server.trajectories.trajectory import Trajectory
    from xlerobot_agent.contracts.skills import SkillGoal

METHODS = ("", "aside")
"""Variants: the usual place to let go is tried last."""


@dataclass(frozen=True)
class ReleasePlan:
    """A release whose every motion was found free and in reach."""

    release: Release
    carry: Trajectory | None
    lower: Trajectory | None


class Place(Skill):
    """``place(object, target)``."""

    descriptor: ClassVar[SkillDescriptor] = SkillDescriptor(
        name="place",
        start_condition="holding(object) is true; the target is the table, or seen and has room",
        physical_condition="the gripper feels its load; a free way over the target exists",
        resources=frozenset({Resource.ARM, Resource.GRIPPER, Resource.GAZE, Resource.PLACE}),
        max_duration=45.0,
        safe_points=("carry", "lower", "draw back", "return to rest"),
        commit_point="open",
        success_condition="inside(object, target), or on_table(object), is true after the retreat",
        failures=frozenset(
            {
                Reason.TARGET_MISSING,
                Reason.TARGET_OCCUPIED,
                Reason.UNREACHABLE,
                Reason.BLOCKED,
                Reason.SLIPPED,
                Reason.EXTERNAL_REMOVAL,
                Reason.PERCEPTION_UNSURE,
            }
        ),
        on_abort="before `open` the object stays in the gripper; after it, it lies where it fell",
        methods=METHODS,
    )

    def check_arguments(self, goal: SkillGoal, cell: Cell) -> None:
        """Both things exist and fit their parts."""
        pickable = [o.object_id for o in cell.catalogue.with_affordance(Affordance.PICKABLE)]
        if goal.object_id not in pickable:
            raise SkillError(
                Reason.INVALID_GOAL,
                f"'{goal.object_id}' is nothing to place; there are {', '.join(pickable)}",
            )
        destination_of(goal.target_id, cell)

    def check_beliefs(self, goal: SkillGoal, cell: Cell) -> None:
        """The grasp is confirmed by the newest view, the target is known and has room."""
        observation = cell.observation
        wanted = Predicate(name="holding", args=(goal.object_id,))
        verdict = observation.verdict(wanted) if observation is not None else None
        if verdict is None or verdict.value is not Truth.TRUE:
            because = verdict.because if verdict is not None else "nothing was observed"
            raise SkillError(
                Reason.GRASP_EMPTY, f"'{goal.object_id}' is not in the hand ({because}); pick it"
            )
        destination_of(goal.target_id, cell).check(cell, goal.object_id)

    def steps(self, goal: SkillGoal, cell: Cell) -> Steps:
        """See the module."""
        held = cell.grip.held
        if held is None or held.object_id != goal.object_id:
            held = assumed(cell, goal.object_id)
            cell.grip.grasp(held)
        there = destination_of(goal.target_id, cell)
        for attempt in range(cell.settings.motion.replans + 1):
            plan = _plan(goal, cell, held, there)
            cut = yield from play("carry", 0.4, plan.carry, there.watch(cell))
            if cut is None:
                cut = yield from play("lower", 0.55, plan.lower, load_watch, Touch())
            if cut is None:
                break
            if cut.reason is Reason.SLIPPED and not false_alarm(cell, goal.object_id):
                yield from _account_for_loss(goal, cell, cut.message)
            if attempt == cell.settings.motion.replans:
                raise SkillError(cut.reason, cut.message)
            there.check(cell, goal.object_id)
        release = plan.release
        yield from let_go(cell, goal.object_id, release.opening, release.back_off, 0.7)
        yield from to_rest(cell, 0.9)
        return (yield from _confirm(goal, there))


def _plan(goal: SkillGoal, cell: Cell, held: Held, there: Destination) -> ReleasePlan:
    """The first release whose way there is free.

    Raises:
        SkillError: none is; the message is of the best one.
    """
    start = cell.set_point()
    carried = Planner(cell, (goal.object_id,), held.box)
    lowering = Planner(cell, (goal.object_id, *there.touchable()), held.box)
    bare = Planner(cell, (goal.object_id,))
    first: PlanningError | None = None
    options = list(there.candidates(cell, held))
    if goal.method == "aside":
        usual = options[0].at.position
        options.sort(key=lambda release: release.at.position == usual)
    for release in options:
        try:
            above = carried.solve(release.above, float(start[-1]), start)
            lower = lowering.line(above, release.at, release.speed)
            if lower is not None:
                bare.check(lower)
            return ReleasePlan(release, carried.transit(start, above), lower)
        except PlanningError as error:
            first = first or error
    raise as_failure(first or PlanningError(f"'{goal.target_id}' offers no place"))


def _account_for_loss(goal: SkillGoal, cell: Cell, message: str) -> Generator[Step, Answer, None]:
    """Say whether the load fell or was taken, after folding the arm away to see.

    Raises:
        SkillError: always.
    """
    if seen_in_hand(cell, goal.object_id):
        raise SkillError(Reason.SLIPPED, f"'{goal.object_id}' slid in the hand; put it down")
    where = hand_position(cell)
    cell.grip.release()
    yield from to_rest(cell, 0.8)
    yield from look("look where it went", 0.9)
    raise explain_loss(cell, goal.object_id, where, message)


def _confirm(
    goal: SkillGoal, there: Destination
) -> Generator[Step, Answer, tuple[PredicateVerdict, ...]]:
    """Whether the object is in the target now.

    Raises:
        SkillError: it is not, or that cannot be told.
    """
    observation = yield from look("check the place", 0.95)
    verdict = there.verdict(observation, goal.object_id)
    if verdict.value is Truth.UNKNOWN:
        observation = yield from look("check the place again", 0.98)
        verdict = there.verdict(observation, goal.object_id)
    if verdict.value is Truth.TRUE:
        return (verdict,)
    if verdict.value is Truth.UNKNOWN:
        raise SkillError(
            Reason.PERCEPTION_UNSURE,
            f"{verdict.predicate} cannot be told: {verdict.because}; look again",
            (verdict,),
        )
    raise SkillError(Reason.SLIPPED, f"{verdict.predicate} is false: {verdict.because}", (verdict,))
