"""Plans motion in the cell: transits round what stands about, and checked straight lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from ros_nodes.skill_server.cell import Cell
from ros_nodes.skill_server.steps import SkillError
from ros_nodes.skill_server.trajectories.joint_move import JointState, joint_move, via_move
from ros_nodes.skill_server.trajectories.line_move import line_move
from ros_nodes.skill_server.trajectories.obstacles import (
    HeldBox,
    Obstacle,
    ObstacleField,
    open_box,
    solid,
)
from ros_nodes.skill_server.trajectories.profile import PlanningError
from ros_nodes.skill_server.trajectories.tool_pose import ToolPose
from ros_nodes.skill_server.trajectories.trajectory import Array, Trajectory
from xlerobot_agent.contracts.catalogue import Affordance
from xlerobot_agent.contracts.reasons import Reason

_PAN, _ROLL, _GRIPPER = 0, 4, 5
_ROUNDING = 0.0005
"""Distances nearer to one another than this are the same [m]."""


class BlockedError(PlanningError):
    """The arm, or what it holds, would touch something on this way."""


class Planner:
    """One plan's worth of knowledge: obstacles as seen now, what is held, and where to go round."""

    def __init__(self, cell: Cell, ignore: Iterable[str] = (), held: HeldBox | None = None) -> None:
        """Look at the desk.

        Args:
            cell: the work cell.
            ignore: ids of things that may be touched: what is grasped, or is held already.
            held: the outline of what is carried.
        """
        self._cell = cell
        motion = cell.settings.motion
        self._clearance = motion.clearance
        self._field = ObstacleField(
            cell.model, obstacles(cell, frozenset(ignore)), self._clearance, held
        )
        limits = cell.limits
        self._margin = max(limits.self_clearance, limits.table_clearance) + 0.001
        self._carry = np.array(motion.carry)

    def solve(self, pose: ToolPose, gripper: float, seed: Array | None = None) -> Array:
        """Joints for a tool pose, clear of everything.

        Raises:
            PlanningError: out of reach.
            BlockedError: something is in the way there.
        """
        joints = self._cell.kinematics.solve(pose, gripper, seed)
        self._check_rows(joints[None, :], (self._clearance, self._margin))
        return joints

    def transit(self, start: Array, goal: Array) -> Trajectory | None:
        """The quickest collision-free of several ways round; None when already there.

        Raises:
            PlanningError: no way is free; the message is of the quickest one.
        """
        settings = self._cell.settings
        plans: list[Trajectory] = []
        for waypoints in self._ways(start, goal):
            plan = via_move(
                self._cell.model,
                self._cell.motion,
                waypoints,
                settings.chunks.dt,
                settings.motion.overlap,
            )
            if plan is None:
                return None
            plans.append(plan)
        return self._first_clear(sorted(plans, key=lambda plan: plan.duration))

    def line(self, start: Array, goal: ToolPose, speed: float) -> Trajectory | None:
        """A straight line of the grasp point, clear of everything; None when already there.

        Raises:
            PlanningError: out of reach on the way, or something stands in it.
        """
        cell = self._cell
        dt = cell.settings.chunks.dt
        plan = line_move(cell.kinematics, cell.motion, start, goal, dt, speed)
        if plan is not None:
            self.check(plan)
        return plan

    def grip(
        self, start: Array, angle: float, speed: float, shift: float = 0.0
    ) -> Trajectory | None:
        """Move the gripper to an angle; None when it is there.

        Args:
            start: configuration at the beginning, shape (6,) [rad].
            angle: of the gripper at the end [rad].
            speed: of the gripper, at most [rad/s].
            shift: of the whole hand meanwhile, towards the moving jaw [m].

        Raises:
            PlanningError: the angle is outside the gripper's range, or the hand cannot be shifted.
        """
        if abs(angle - float(start[_GRIPPER])) < 1e-4:
            return None
        goal = start.copy()
        if shift:
            kinematics = self._cell.kinematics
            beside = kinematics.backed_off(start, kinematics.pose_of(start), 0.0, aside=-shift)
            goal = kinematics.solve(beside, angle, start)
        goal[_GRIPPER] = angle
        motion = self._cell.motion
        velocity = motion.velocity.copy()
        velocity[_GRIPPER] = min(speed, velocity[_GRIPPER])
        return joint_move(
            self._cell.model,
            replace(motion, velocity=velocity),
            JointState.at_rest(start),
            goal,
            self._cell.settings.chunks.dt,
        )

    def _ways(self, start: Array, goal: Array) -> list[list[Array]]:
        """Straight; turning first; turning last; over the folded arm; the same, rolling there."""
        turned = start.copy()
        turned[[_PAN, _ROLL]] = goal[[_PAN, _ROLL]]
        before = goal.copy()
        before[[_PAN, _ROLL]] = start[[_PAN, _ROLL]]
        folds = []
        for joints in (start, goal):
            fold = self._carry.copy()
            fold[[_PAN, _ROLL, _GRIPPER]] = joints[[_PAN, _ROLL, _GRIPPER]]
            folds.append(fold)
        return [
            [start, goal],
            [start, turned, goal],
            [start, before, goal],
            [start, folds[0], folds[1], goal],
            [start, folds[1], goal],
        ]

    def _first_clear(self, plans: Sequence[Trajectory]) -> Trajectory:
        first: PlanningError | None = None
        for plan in plans:
            try:
                self.check(plan)
            except PlanningError as error:
                first = first or error
            else:
                return plan
        raise first or PlanningError("there is no way to plan")

    def check(self, plan: Trajectory) -> None:
        """Whether a motion keeps clear of everything.

        A start that is nearer than the margins allow, as after closing the jaws by the table, may
        be left, but not for somewhere nearer still.

        Raises:
            PlanningError: it does not.
        """
        stride = self._cell.settings.motion.collision_stride
        self._check_rows(plan.positions[::-1][::stride], self._clearances(plan.start))

    def _clearances(self, start: Array) -> tuple[float, float]:
        """Least distances to obstacles and within the arm for a motion from here [m]."""
        own, away = self._margin, self._clearance
        joints = start.tolist()
        if self._cell.collisions.in_collision(joints, own):
            own = max(0.0, self._cell.collisions.min_distance(joints).distance - _ROUNDING)
        if self._field.blocked(start):
            away = self._field.nearest(start)[1] - _ROUNDING
        return away, own

    def _check_rows(self, rows: Array, clearances: tuple[float, float]) -> None:
        cell = self._cell
        away, own = clearances
        for row in rows:
            self._check_obstacles(row, away)
            if cell.collisions.in_collision(row, own):
                pair = cell.collisions.min_distance(row)
                raise BlockedError(
                    f"{pair.first} would come within {pair.distance * 1000:.0f} mm of "
                    f"{pair.second}, {own * 1000:.0f} mm are kept"
                )
            x, y, z = cell.model.frame_pose(row)[:3, 3].tolist()
            if not cell.limits.workspace.contains((x, y, z)):
                raise PlanningError(
                    f"the tool would leave the workspace at ({x:.2f}, {y:.2f}, {z:.2f}) m; "
                    "choose a target inside it"
                )

    def _check_obstacles(self, row: Array, away: float) -> None:
        if not self._field.blocked(row):
            return
        name, distance = self._field.nearest(row)
        if distance < away:
            raise BlockedError(
                f"the arm would come within {distance * 1000:.0f} mm of '{name}', "
                f"{away * 1000:.0f} mm are kept; move it away"
            )


def obstacles(cell: Cell, ignore: frozenset[str]) -> list[Obstacle]:
    """What stands on the desk as it was last seen, as boxes."""
    found: list[Obstacle] = []
    motion = cell.settings.motion
    for seen in cell.known.values():
        if seen.object_id in ignore:
            continue
        size = (seen.size.x, seen.size.y, seen.size.z)
        if Affordance.RECEPTACLE in cell.catalogue[seen.object_id].affordances:
            found += open_box(seen.object_id, seen.pose, size, motion.wall, motion.floor)
        else:
            found.append(solid(seen.object_id, seen.pose, size))
    return found


def as_failure(error: PlanningError) -> SkillError:
    """The failure that a plan's error means for a skill."""
    reason = Reason.BLOCKED if isinstance(error, BlockedError) else Reason.UNREACHABLE
    return SkillError(reason, str(error))
