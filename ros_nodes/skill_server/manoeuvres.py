"""Runs of steps that several skills share."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from ros_nodes.skill_server.planner import Planner, as_failure
from ros_nodes.skill_server.steps import Answer, Interruption, Look, Move, SkillError, Step
from ros_nodes.skill_server.trajectories.profile import PlanningError
from ros_nodes.skill_server.watches import load_watch
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.scene import SceneObservation

if TYPE_CHECKING:
    from ros_nodes.skill_server.cell import Cell
    from ros_nodes.skill_server.steps import Guard, Watch
    from ros_nodes.skill_server.trajectories.trajectory import Trajectory

Played = Generator[Step, Answer, Interruption | None]
Done = Generator[Step, Answer, None]
Seen = Generator[Step, Answer, SceneObservation]

_ASIDE = 0.008
"""The hand is drawn back this far to the fixed finger's side, which frees that finger [m]."""
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


def let_go(cell: Cell, ignore: str, opening: float, back_off: float, progress: float) -> Done:
    """Open the jaws by an angle [rad], then draw the hand back along its fingers [m].

    Raises:
        SkillError: nothing can be planned from here.
    """
    try:
        start = cell.set_point()
        planner = Planner(cell, (ignore,))
        now = max(start[-1], cell.arm.positions[-1] if cell.arm is not None else start[-1])
        widest = min(now + opening, cell.gripper.upper - cell.limits.joint_margin)
        speed = cell.settings.grip.close_speed
        trajectory = planner.grip(start, float(widest), speed)
        must((yield from play("open", progress, trajectory)))
        cell.grip.release()
        start = cell.set_point()
        pose = cell.kinematics.pose_of(start)
        behind = cell.kinematics.backed_off(start, pose, back_off, aside=_ASIDE)
        line = planner.line(start, behind, cell.motion.tool_speed)
    except PlanningError as error:
        raise as_failure(error) from error
    must((yield from play("draw back", progress, line)))


def give_up(cell: Cell, ignore: str, error: SkillError) -> Done:
    """Leave the thing where it is, fold the arm so that it can be seen, look, and fail.

    Raises:
        SkillError: always; the given one, with what went wrong on the retreat added.
    """
    try:
        yield from let_go(cell, ignore, 0.5, 0.06, 0.8)
        yield from to_rest(cell, 0.95)
        yield from look("look again", 1.0)
    except SkillError as further:
        if further.reason is Reason.PERCEPTION_UNSURE:
            raise
        raise SkillError(
            error.reason, f"{error.message}; on the retreat: {further.message}"
        ) from further
    raise error
