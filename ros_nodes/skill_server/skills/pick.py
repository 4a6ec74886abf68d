"""Pick up one thing: approach, close until contact, lift, look whether it is held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ros_nodes.skill_server.descriptor import Resource, SkillDescriptor
from ros_nodes.skill_server.grasp import METHODS, Grasp, Wish
from ros_nodes.skill_server.grasps import grasp_strategies
from ros_nodes.skill_server.grip import Held
from ros_nodes.skill_server.in_hand import box_in_hand, settled_in
from ros_nodes.skill_server.loss import explain_loss, false_alarm, hand_position
from ros_nodes.skill_server.manoeuvres import Done, give_up, lay_off, look, must, play, to_rest
from ros_nodes.skill_server.planner import Planner, as_failure
from ros_nodes.skill_server.skill import Skill
from ros_nodes.skill_server.steps import Answer, SkillError, Step, Steps
from ros_nodes.skill_server.trajectories.profile import PlanningError
from ros_nodes.skill_server.watches import SceneWatch, load_watch
from xlerobot_agent.contracts.catalogue import Affordance
from xlerobot_agent.contracts.predicates import Predicate, Truth
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Generator

    from ros_nodes.skill_server.cell import Cell
    from ros_nodes.skill_server.trajectories.trajectory import Array, Trajectory
    from xlerobot_agent.contracts.predicates import PredicateVerdict
    from xlerobot_agent.contracts.scene import SceneObject
    from xlerobot_agent.contracts.skills import SkillGoal

_GRIPPER = -1


@dataclass(frozen=True)
class GraspPlan:
    """A grasp whose every motion was found free and in reach.

    Attributes:
        grasp: which.
        seen: the thing as the plan has it.
        joints: the hand around the thing, jaws open, shape (6,) [rad].
        transit, approach, closing: the motions there.
    """

    grasp: Grasp
    seen: SceneObject
    joints: Array
    transit: Trajectory | None
    approach: Trajectory | None
    closing: Trajectory | None


class Pick(Skill):
    """``pick(object)``."""

    descriptor: ClassVar[SkillDescriptor] = SkillDescriptor(
        name="pick",
        start_condition="the object is in the catalogue, pickable and seen; the hand is free",
        physical_condition="a grasp with a free way in and up exists; contact is felt on closing",
        resources=frozenset({Resource.ARM, Resource.GRIPPER, Resource.GAZE}),
        max_duration=45.0,
        safe_points=("reach", "approach", "lift"),
        commit_point="close",
        success_condition="holding(object) is true in an observation made after the lift",
        failures=frozenset(
            {
                Reason.TARGET_MISSING,
                Reason.UNREACHABLE,
                Reason.BLOCKED,
                Reason.TOO_HEAVY,
                Reason.GRASP_EMPTY,
                Reason.SLIPPED,
                Reason.WRONG_OBJECT,
                Reason.EXTERNAL_REMOVAL,
                Reason.PERCEPTION_UNSURE,
                Reason.DRIVER_FAULT,
            }
        ),
        on_abort="before `close` the object is untouched; after it the arm keeps its grip",
        methods=METHODS,
    )

    def check_arguments(self, goal: SkillGoal, cell: Cell) -> None:
        """The object exists, can be picked, and is not too heavy."""
        if goal.object_id not in cell.catalogue:
            known = ", ".join(o.object_id for o in cell.catalogue.with_affordance(_PICKABLE))
            raise SkillError(
                Reason.INVALID_GOAL, f"no object '{goal.object_id}'; the arm can pick {known}"
            )
        model = cell.catalogue[goal.object_id]
        if _PICKABLE not in model.affordances or model.shape not in grasp_strategies():
            raise SkillError(Reason.INVALID_GOAL, f"'{goal.object_id}' is nothing to pick up")
        payload = cell.settings.grip.payload
        if model.mass > payload:
            raise SkillError(
                Reason.TOO_HEAVY,
                f"'{goal.object_id}' weighs {model.mass:.3f} kg, the arm lifts {payload} kg",
            )

    def check_beliefs(self, goal: SkillGoal, cell: Cell) -> None:
        """The hand is free, or holds the very object already."""
        held = cell.grip.holding()
        if held not in ("", goal.object_id):
            raise SkillError(Reason.BLOCKED, f"the hand holds '{held}'; place it first")

    def steps(self, goal: SkillGoal, cell: Cell) -> Steps:
        """See the module."""
        if cell.grip.holding() == goal.object_id:
            return (yield from _confirm(goal, cell))
        seen = yield from _find(goal, cell)
        for attempt in range(cell.settings.motion.replans + 1):
            plan = _plan(goal, cell, seen)
            watch = SceneWatch(seen)
            cut = yield from play("reach", 0.35, plan.transit, watch)
            if cut is None:
                _must_follow(plan, cell)
                cut = yield from play("approach", 0.5, plan.approach, watch)
            if cut is None:
                break
            if attempt == cell.settings.motion.replans:
                raise SkillError(cut.reason, cut.message)
            seen = yield from _find(goal, cell)
        yield from _close(plan, cell)
        return (yield from _lift(plan, goal, cell))


_PICKABLE = Affordance.PICKABLE


def _find(goal: SkillGoal, cell: Cell) -> Generator[Step, Answer, SceneObject]:
    """The object as it is seen now; from the rest pose where the arm may hide it."""
    seen = cell.observation.find(goal.object_id) if cell.observation is not None else None
    if seen is None:
        yield from to_rest(cell, 0.1)
        seen = (yield from look("look for it", 0.15)).find(goal.object_id)
    if seen is None:
        raise SkillError(
            Reason.TARGET_MISSING, f"'{goal.object_id}' is not seen on the desk; bring it into view"
        )
    return seen


def _plan(goal: SkillGoal, cell: Cell, seen: SceneObject) -> GraspPlan:
    """The first grasp whose way in and up is free.

    Raises:
        SkillError: none is; the message is of the best one.
    """
    shape = cell.catalogue[goal.object_id].shape
    settings, grip = cell.settings.grasps[shape], cell.settings.grip
    tip = cell.gripper.opening(0.0)
    fixed = tip.middle - tip.width / 2.0
    start = cell.set_point()
    planner = Planner(cell, (goal.object_id,))
    wary = Planner(cell)
    first: PlanningError | None = None
    wish = Wish.parse(goal.method)
    for grasp in grasp_strategies()[shape].candidates(seen, wish, settings, fixed):
        try:
            joints = planner.solve(grasp.at, grasp.opening)
            ready = _ready(cell, wary, grasp, joints)
            approach = planner.line(ready, grasp.at, cell.settings.motion.approach_speed)
            closing = planner.grip(joints, grip.closed, grip.close_speed, grasp.shift)
            if closing is not None:
                planner.check(closing)
            planner.line(joints, grasp.lifted(grasp.at), cell.motion.tool_speed)
            transit = wary.transit(start, ready)
            return GraspPlan(grasp, seen, joints, transit, approach, closing)
        except PlanningError as error:
            first = first or error
    raise as_failure(first or PlanningError(f"'{goal.object_id}' offers no grasp"))


def _ready(cell: Cell, planner: Planner, grasp: Grasp, joints: Array) -> Array:
    """Where the straight approach begins: all the way back, or half of it, (6,) [rad].

    Raises:
        PlanningError: neither is in reach and free.
    """
    backed = cell.kinematics.backed_off
    try:
        return planner.solve(backed(joints, grasp.at, grasp.back_off), grasp.opening, joints)
    except PlanningError:
        near = backed(joints, grasp.at, grasp.back_off / 2.0)
        return planner.solve(near, grasp.opening, joints)


def _close(plan: GraspPlan, cell: Cell) -> Done:
    """Close until something is felt.

    Raises:
        SkillError: the jaws met nothing, or never opened.
    """
    _must_follow(plan, cell)
    seen, grasp = plan.seen, plan.grasp
    cell.grip.grasp(
        Held(
            object_id=seen.object_id,
            angle=grasp.opening,
            pitch=grasp.at.pitch,
            roll=grasp.at.roll,
            height=grasp.at.position[2] - seen.pose.z,
            offset=grasp.at.offset,
            origin=seen.pose,
            box=box_in_hand(
                cell.model,
                plan.joints,
                seen.pose,
                (seen.size.x, seen.size.y, seen.size.z),
            ),
        )
    )
    must((yield from play("close", 0.6, plan.closing, until=_felt)))
    if not _felt(cell):
        empty = SkillError(
            Reason.GRASP_EMPTY, f"the jaws closed on nothing where '{seen.object_id}' was seen"
        )
        yield from give_up(cell, seen.object_id, grasp.at.position[2], empty)
    held = cell.grip.held
    if held is not None and cell.arm is not None:
        shape = cell.catalogue[seen.object_id].shape
        reach = cell.settings.grasps[shape].settle
        diameter, angle = max(seen.size.x, seen.size.y), cell.arm.positions[-1]
        cell.grip.grasp(settled_in(cell.gripper, held, diameter, angle, reach))


def _must_follow(plan: GraspPlan, cell: Cell) -> None:
    """The jaws stand open as they were told to: a stuck gripper pulls as if it held something.

    Raises:
        SkillError: they do not.
    """
    if cell.arm is None:
        return
    angle, wanted = cell.arm.positions[_GRIPPER], plan.grasp.opening
    tolerance = cell.settings.grip.follows
    if abs(wanted - angle) > tolerance:
        raise SkillError(
            Reason.DRIVER_FAULT,
            f"the gripper stands at {angle:.2f} rad where {wanted:.2f} rad were commanded (at most "
            f"{tolerance:.2f} rad off): free it, or see to its servo",
        )


def _felt(cell: Cell) -> bool:
    return cell.arm is not None and cell.grip.contact(cell.arm)


def _lift(
    plan: GraspPlan, goal: SkillGoal, cell: Cell
) -> Generator[Step, Answer, tuple[PredicateVerdict, ...]]:
    """Up, and see whether it came along."""
    held = cell.grip.held
    try:
        planner = Planner(cell, (goal.object_id,), held.box if held is not None else None)
        start = cell.set_point()
        up = plan.grasp.lifted(cell.kinematics.pose_of(start, plan.grasp.at.offset))
        line = planner.line(start, up, cell.motion.tool_speed)
    except PlanningError as error:
        height = plan.grasp.at.position[2]
        yield from give_up(cell, goal.object_id, height, as_failure(error))
        raise
    cut = yield from play("lift", 0.85, line, load_watch)
    if cut is not None and cut.reason is Reason.SLIPPED and not false_alarm(cell, goal.object_id):
        where = hand_position(cell)
        yield from lay_off(cell, goal.object_id, plan.grasp.at.position[2])
        raise explain_loss(cell, goal.object_id, where, cut.message)
    return (yield from _confirm(goal, cell))


def _confirm(goal: SkillGoal, cell: Cell) -> Generator[Step, Answer, tuple[PredicateVerdict, ...]]:
    """Whether the object is held: by the gripper's reading and the camera.

    Raises:
        SkillError: it is not, or that cannot be told.
    """
    wanted = Predicate(name="holding", args=(goal.object_id,))
    verdict = (yield from look("check the grasp", 0.95)).verdict(wanted)
    if verdict.value is Truth.UNKNOWN:
        verdict = (yield from look("check the grasp again", 0.97)).verdict(wanted)
    if verdict.value is Truth.TRUE:
        return (verdict,)
    if verdict.value is Truth.UNKNOWN:
        raise SkillError(
            Reason.PERCEPTION_UNSURE,
            f"whether '{goal.object_id}' is held cannot be told: {verdict.because}",
        )
    felt, where = cell.grip.holding(), hand_position(cell)
    height = cell.grip.held.height if cell.grip.held is not None else 0.0
    yield from lay_off(cell, goal.object_id, height)
    if felt:
        raise SkillError(
            Reason.WRONG_OBJECT, f"something else is in the gripper: {verdict.because}"
        )
    raise explain_loss(cell, goal.object_id, where, f"'{goal.object_id}' left the gripper")
