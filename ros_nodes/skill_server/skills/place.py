"""Place what is held into a receptacle: carry it over, lower, let go, retreat, look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ros_nodes.skill_server.descriptor import Resource, SkillDescriptor
from ros_nodes.skill_server.manoeuvres import let_go, look, play, to_rest
from ros_nodes.skill_server.planner import Planner, as_failure
from ros_nodes.skill_server.releases import release_strategies
from ros_nodes.skill_server.skill import Skill
from ros_nodes.skill_server.steps import Answer, SkillError, Step, Steps
from ros_nodes.skill_server.trajectories.profile import PlanningError
from ros_nodes.skill_server.watches import SceneWatch, both, load_watch
from xlerobot_agent.contracts.catalogue import Affordance
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Generator

    from ros_nodes.skill_server.cell import Cell
    from ros_nodes.skill_server.grip import Held
    from ros_nodes.skill_server.release import Release
    from ros_nodes.skill_server.trajectories.trajectory import Trajectory
    from xlerobot_agent.contracts.scene import SceneObject
    from xlerobot_agent.contracts.skills import SkillGoal

METHODS = ("", "aside")
"""Variants: released beside the receptacle's middle first."""


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
        start_condition="holding(object) is true; the target is a receptacle, seen, with room",
        physical_condition="the gripper feels its load; a free way over the target exists",
        resources=frozenset({Resource.ARM, Resource.GRIPPER, Resource.GAZE, Resource.PLACE}),
        max_duration=45.0,
        safe_points=("carry", "lower", "draw back", "return to rest"),
        commit_point="open",
        success_condition="inside(object, target) is true in an observation made after the retreat",
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
        for object_id, affordance, what in (
            (goal.object_id, Affordance.PICKABLE, "pick up"),
            (goal.target_id, Affordance.RECEPTACLE, "put something into"),
        ):
            fitting = cell.catalogue.with_affordance(affordance)
            if all(model.object_id != object_id for model in fitting):
                known = ", ".join(model.object_id for model in fitting)
                raise SkillError(
                    Reason.INVALID_GOAL, f"'{object_id}' is nothing to {what}; there are {known}"
                )

    def check_beliefs(self, goal: SkillGoal, cell: Cell) -> None:
        """The grasp is confirmed by the newest view, the target is known and has room."""
        observation = cell.observation
        wanted = Predicate(name="holding", args=(goal.object_id,))
        verdict = observation.verdict(wanted) if observation is not None else None
        if verdict is None or verdict.value is not Truth.TRUE or cell.grip.held is None:
            because = verdict.because if verdict is not None else "nothing was observed"
            raise SkillError(
                Reason.GRASP_EMPTY, f"'{goal.object_id}' is not in the hand ({because}); pick it"
            )
        if goal.target_id not in cell.known:
            raise SkillError(
                Reason.TARGET_MISSING, f"'{goal.target_id}' is not seen; bring it into view"
            )
        inside = _inside(goal.target_id, cell) - {goal.object_id}
        capacity = cell.catalogue[goal.target_id].capacity
        if len(inside) >= capacity:
            raise SkillError(
                Reason.TARGET_OCCUPIED,
                f"'{goal.target_id}' takes {capacity} and holds {', '.join(sorted(inside))}; "
                "empty it first",
            )

    def steps(self, goal: SkillGoal, cell: Cell) -> Steps:
        """See the module."""
        held = cell.grip.held
        if held is None:
            raise SkillError(Reason.GRASP_EMPTY, "the hand is empty")
        for attempt in range(cell.settings.motion.replans + 1):
            target = cell.known[goal.target_id]
            plan = _plan(goal, cell, held, target)
            watch = both(load_watch, SceneWatch(target))
            cut = yield from play("carry", 0.4, plan.carry, watch)
            if cut is None:
                cut = yield from play("lower", 0.55, plan.lower, load_watch)
            if cut is None:
                break
            if cut.reason is Reason.SLIPPED or attempt == cell.settings.motion.replans:
                yield from _account_for_loss(goal, cell, cut.reason, cut.message)
            if goal.target_id not in cell.known:
                raise SkillError(Reason.TARGET_MISSING, cut.message)
        release = plan.release
        yield from let_go(cell, goal.object_id, release.opening, release.back_off, 0.7)
        yield from to_rest(cell, 0.9)
        return (yield from _confirm(goal, cell))


def _inside(target: str, cell: Cell) -> set[str]:
    """Ids of what the newest observation says is in the receptacle."""
    if cell.observation is None:
        return set()
    return {
        verdict.predicate.args[0]
        for verdict in cell.observation.predicates
        if verdict.predicate.name == "inside"
        and verdict.predicate.args[1] == target
        and verdict.value is Truth.TRUE
    }


def _plan(goal: SkillGoal, cell: Cell, held: Held, target: SceneObject) -> ReleasePlan:
    """The first release whose way there is free.

    Raises:
        SkillError: none is; the message is of the best one.
    """
    shape = cell.catalogue[goal.target_id].shape
    start = cell.set_point()
    carried = Planner(cell, (goal.object_id,), held.box)
    lowering = Planner(cell, (goal.object_id, goal.target_id), held.box)
    bare = Planner(cell, (goal.object_id,))
    first: PlanningError | None = None
    options = list(release_strategies()[shape].candidates(target, held, cell.settings))
    if goal.method == "aside":
        options = options[1:] + options[:1]
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


def _account_for_loss(
    goal: SkillGoal, cell: Cell, reason: Reason, message: str
) -> Generator[Step, Answer, None]:
    """Say whether the load fell or was taken, after folding the arm away to see.

    Raises:
        SkillError: always.
    """
    if reason is not Reason.SLIPPED:
        raise SkillError(reason, message)
    cell.grip.release()
    yield from to_rest(cell, 0.8)
    seen = (yield from look("look where it went", 0.9)).find(goal.object_id)
    if seen is None:
        raise SkillError(
            Reason.EXTERNAL_REMOVAL, f"{message} and is not on the desk: somebody took it"
        )
    raise SkillError(
        Reason.SLIPPED, f"{message} and lies at ({seen.pose.x:.2f}, {seen.pose.y:.2f}) m; pick it"
    )


def _confirm(goal: SkillGoal, cell: Cell) -> Generator[Step, Answer, tuple[PredicateVerdict, ...]]:
    """Whether the object is in the target now.

    Raises:
        SkillError: it is not, or that cannot be told.
    """
    wanted = Predicate(name="inside", args=(goal.object_id, goal.target_id))
    observation = yield from look("check the place", 0.95)
    verdict = observation.verdict(wanted)
    if verdict.value is Truth.UNKNOWN:
        observation = yield from look("check the place again", 0.98)
        verdict = observation.verdict(wanted)
    if verdict.value is Truth.TRUE:
        return (verdict,)
    if verdict.value is Truth.UNKNOWN:
        raise SkillError(
            Reason.PERCEPTION_UNSURE,
            f"{wanted} cannot be told: {verdict.because}; look again",
            (verdict,),
        )
    raise SkillError(Reason.SLIPPED, f"{wanted} is false: {verdict.because}", (verdict,))
