"""Runs of steps that several skills share."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING

from ros_nodes.skill_server.loss import seen_in_hand
from ros_nodes.skill_server.planner import Planner, as_failure
from ros_nodes.skill_server.steps import Answer, Interruption, Look, Move, SkillError, Step
from ros_nodes.skill_server.touch import Touch
from ros_nodes.skill_server.trajectories.profile import PlanningError
from ros_nodes.skill_server.watches import load_watch
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.scene import SceneObservation

if TYPE_CHECKING:
    from ros_nodes.skill_server.cell import Cell
    from ros_nodes.skill_server.steps import Guard, Watch
    from ros_nodes.skill_server.trajectories.tool_pose import ToolPose
    from ros_nodes.skill_server.trajectories.trajectory import Trajectory

Played = Generator[Step, Answer, Interruption | None]
Done = Generator[Step, Answer, None]
Seen = Generator[Step, Answer, SceneObservation]

ASIDE = 0.008
"""Far enough to free the fixed finger of what was just let go, without a push [m]."""
_ABOVE = 0.008
"""What is laid off is let go this far above where it stood [m]."""
_RAISE = 0.06
"""The empty hand is raised this far before it goes anywhere else [m]."""
REST_TOLERANCE = 0.03
"""Nearer than this to the rest pose, the arm is there [rad]."""


def play(
    name: str,
    progress: float,
    trajectory: Trajectory | None,
    watch: Watch | None = None,
    until: Guard | None = None,
) -> Played:
    """Play a motion if there is one; returns the interruption that cut it short."""
    if trajectory is None:
        return None
    answer = yield Move(name, progress, trajectory, watch, until)
    return answer if isinstance(answer, Interruption) else None


def look(name: str, progress: float) -> Seen:
    """Wait for rest and an observation made since."""
    answer = yield Look(name, progress)
    if not isinstance(answer, SceneObservation):
        raise TypeError(f"a look is answered by an observation, not by {answer!r}")
    return answer


def must(interruption: Interruption | None) -> None:
    """End the skill where a motion was cut short.

    Raises:
        SkillError: with the interruption's reason.
    """
    if interruption is not None:
        raise SkillError(interruption.reason, interruption.message)


def to_rest(cell: Cell, progress: float) -> Done:
    """Fold the arm; what is held stays held.

    Raises:
        SkillError: there is no free way, or what was held got lost on it.
    """
    held = cell.grip.held
    if cell.at(cell.rest, REST_TOLERANCE):
        return
    start = cell.set_point()
    goal = cell.rest.copy()
    if held is not None:
        goal[-1] = start[-1]
    ignore = (held.object_id,) if held is not None else ()
    try:
        planner = Planner(cell, ignore, held.box if held is not None else None)
        trajectory = planner.transit(start, goal)
    except PlanningError as error:
        raise as_failure(error) from error
    must((yield from play("return to rest", progress, trajectory, load_watch)))


def let_go(
    cell: Cell, ignore: str, opening: float, back_off: float, progress: float, aside: float = ASIDE
) -> Done:
    """Open the jaws, then draw the hand back along its fingers.

    Args:
        cell: the work cell.
        ignore: id of what may be touched.
        opening: by how much the jaws open [rad].
        back_off: how far the hand is drawn back [m].
        progress: of the skill when that is done.
        aside: how far to the fixed finger's side meanwhile, which frees that finger [m].

    Raises:
        SkillError: nothing can be planned from here.
    """
    try:
        start = cell.set_point()
        now = max(start[-1], cell.arm.positions[-1] if cell.arm is not None else start[-1])
        widest = min(now + opening, cell.gripper.upper - cell.limits.joint_margin)
        speed = cell.settings.grip.close_speed
        trajectory = Planner(cell, (ignore,)).grip(start, float(widest), speed)
        must((yield from play("open", progress, trajectory)))
        cell.grip.release()
        line = _drawn_back(cell, ignore, back_off, aside)
    except PlanningError as error:
        raise as_failure(error) from error
    must((yield from play("draw back", progress, line)))


def _drawn_back(cell: Cell, ignore: str, back_off: float, aside: float) -> Trajectory | None:
    """The first free way to leave a thing: aside and back, back, a little back, up.

    None when there is no such way; the fold to the rest pose looks for one of its own.
    """
    start = cell.set_point()
    here = cell.kinematics.pose_of(start)
    backed = cell.kinematics.backed_off
    goals = (
        backed(start, here, back_off, aside),
        backed(start, here, back_off),
        backed(start, here, back_off / 2.0),
        here.moved(z=back_off / 2.0),
    )
    return _first_line(cell, ignore, goals)


def _first_line(cell: Cell, ignore: str, goals: Iterable[ToolPose]) -> Trajectory | None:
    """The first of several straight lines that can be planned."""
    start = cell.set_point()
    planner = Planner(cell, (ignore,))
    for goal in goals:
        try:
            return planner.line(start, goal, cell.motion.tool_speed)
        except PlanningError:
            continue
    return None


def lay_off(cell: Cell, object_id: str, height: float) -> Done:
    """Leave a thing, in the hand or lost from it, then fold the arm so that it can be seen.

    What still hangs in the hand somehow is lowered and let go; from what is gone the hand is
    raised, so that it drags nothing along.

    Args:
        cell: the work cell.
        object_id: the thing.
        height: of the grasp point over the table when the thing stood there [m].

    Raises:
        SkillError: nothing can be planned from here, or no observation came.
    """
    here = cell.kinematics.pose_of(cell.set_point())
    if cell.grip.holding() or seen_in_hand(cell, object_id):
        down = here.moved(z=min(0.0, height + _ABOVE - here.position[2]))
        line = _first_line(cell, object_id, (down,))
        yield from play("lower", 0.85, line, until=Touch())
        yield from let_go(cell, object_id, 0.3, 0.06, 0.88, aside=0.0)
    else:
        cell.grip.release()
        raised = (here.moved(z=_RAISE), here.moved(z=_RAISE / 2.0))
        yield from play("raise", 0.88, _first_line(cell, object_id, raised))
    yield from to_rest(cell, 0.95)
    yield from look("look again", 1.0)


def give_up(cell: Cell, object_id: str, height: float, error: SkillError) -> Done:
    """Lay a thing off (see `lay_off`), and fail.

    Raises:
        SkillError: always; the given one, with what went wrong on the retreat added.
    """
    try:
        yield from lay_off(cell, object_id, height)
    except SkillError as further:
        if further.reason is Reason.PERCEPTION_UNSURE:
            raise
        raise SkillError(
            error.reason, f"{error.message}; on the retreat: {further.message}"
        ) from further
    raise error
