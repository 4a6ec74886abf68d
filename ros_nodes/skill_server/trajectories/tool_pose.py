"""Where the hand is: a grasp point with the pitch and roll of the fingers, to and from joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ros_nodes.skill_server.trajectories.profile import PlanningError
from ros_nodes.skill_server.trajectories.trajectory import Array
from xlerobot_agent.contracts.geometry import Vector3
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.arm_solution import Unreachable
from xlerobot_agent.robot_model.inverse_kinematics import TOOL_POINT, InverseKinematics


@dataclass(frozen=True, slots=True)
class ToolPose:
    """A pose that five joints can take.

    Attributes:
        position: of the grasp point in ``base_link`` [m].
        pitch: of the approach axis below the horizontal [rad].
        roll: of the jaws about it, 0 with the moving jaw above, +π/2 with it on the left [rad].
        offset: the grasp point in the tool frame [m].
    """

    position: Vector3
    pitch: float
    roll: float
    offset: Vector3 = TOOL_POINT

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> ToolPose:
        """Shifted in ``base_link`` [m]."""
        px, py, pz = self.position
        return replace(self, position=(px + x, py + y, pz + z))

    def towards(self, other: ToolPose, share: float) -> ToolPose:
        """The pose at a share (0..1) of the straight line to another of the same offset."""
        mix = [a + share * (b - a) for a, b in zip(self.position, other.position, strict=True)]
        return ToolPose(
            (mix[0], mix[1], mix[2]),
            self.pitch + share * (other.pitch - self.pitch),
            self.roll + share * (other.roll - self.roll),
            self.offset,
        )


class Kinematics:
    """Tool poses to and from configurations, joint limits' margin kept."""

    def __init__(self, model: ArmModel, margin: float) -> None:
        """Args: the arm, and what is kept from each joint limit [rad]."""
        self.model = model
        self._inverse = InverseKinematics(model, margin)
        chain = self._inverse.chain
        self.pan_axis = (chain.pan_x, chain.pan_y)
        """Where the pan axis meets the table [m]."""

    def pose_of(self, joints: Sequence[float] | Array, offset: Vector3 = TOOL_POINT) -> ToolPose:
        """The tool pose of a configuration of six joints [rad]."""
        values = [float(value) for value in joints]
        frame = self.model.frame_pose(values)
        point = frame[:3, :3] @ np.array(offset) + frame[:3, 3]
        chain = self._inverse.chain
        return ToolPose(
            (float(point[0]), float(point[1]), float(point[2])),
            values[1] + values[2] + values[3],
            values[4] - chain.roll_zero,
            offset,
        )

    def backed_off(
        self,
        joints: Sequence[float] | Array,
        pose: ToolPose,
        way: float,
        aside: float = 0.0,
    ) -> ToolPose:
        """A pose drawn back along the fingers, for the joints that take it.

        Args:
            joints: six positions [rad] at which the hand has the pose.
            pose: to move.
            way: against the approach axis [m].
            aside: towards the fixed finger's side, against the tool's x [m].
        """
        rotation = self.model.frame_pose([float(value) for value in joints])[:3, :3]
        x, y, z = (-way * rotation[:, 2] - aside * rotation[:, 0]).tolist()
        return pose.moved(x, y, z)

    def solve(self, pose: ToolPose, gripper: float, seed: Array | None = None) -> Array:
        """Six joint positions [rad] that take a pose, nearest to a seed.

        Raises:
            PlanningError: out of reach; the message says which limit is passed.
        """
        solution = self._inverse.solve(
            pose.position,
            pose.pitch,
            pose.roll,
            offset=pose.offset,
            seed=None if seed is None else seed.tolist(),
        )
        if isinstance(solution, Unreachable):
            x, y, z = pose.position
            raise PlanningError(
                f"the point ({x:.3f}, {y:.3f}, {z:.3f}) m at pitch {pose.pitch:.2f} rad "
                f"{solution.message}"
            )
        return np.array(solution.with_gripper(gripper))
