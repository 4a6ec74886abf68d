"""The arm's kinematics and limits, as pinocchio reads them from the URDF."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pinocchio as pin

from xlerobot_agent.robot_model.description import urdf_text
from xlerobot_agent.robot_model.primitives import Matrix, Primitive, read_primitives

if TYPE_CHECKING:
    from collections.abc import Sequence

TOOL_FRAME = "tool"
WRIST_CAMERA_FRAME = "wrist_camera_optical"
GRIPPER_JOINT = "gripper"


@dataclass(frozen=True, slots=True)
class LimitViolation:
    """One joint outside its range.

    Attributes:
        joint: its name.
        value: where it is or would be [rad].
        limit: the limit it passes, margin included [rad].
        excess: by how much, positive [rad].
    """

    joint: str
    value: float
    limit: float
    excess: float

    def __str__(self) -> str:
        return (
            f"joint '{self.joint}' at {self.value:.4f} rad is {self.excess:.4f} rad beyond its "
            f"limit of {self.limit:.4f} rad"
        )


class ArmModel:
    """Forward kinematics, Jacobians, limits and shapes of one arm.

    Configurations are six joint positions [rad] in the order of ``joint_names``; poses are 4×4,
    from the named frame to ``base_link`` [m]. One instance serves one thread: pinocchio's working
    memory is inside it.
    """

    def __init__(self, urdf: str | None = None) -> None:
        """Read the arm.

        Args:
            urdf: text of a URDF; the installed ``so101.urdf`` by default.
        """
        self.urdf = urdf_text() if urdf is None else urdf
        self.pinocchio_model = pin.buildModelFromXML(self.urdf)
        self._data = self.pinocchio_model.createData()
        model = self.pinocchio_model
        self.joint_names: tuple[str, ...] = tuple(model.names[1:])
        self.lower: tuple[float, ...] = tuple(map(float, model.lowerPositionLimit))
        self.upper: tuple[float, ...] = tuple(map(float, model.upperPositionLimit))
        self.velocity_limit: tuple[float, ...] = tuple(map(float, model.velocityLimit))
        self.effort_limit: tuple[float, ...] = tuple(map(float, model.effortLimit))
        self._frames: dict[str, int] = {
            frame.name: index
            for index, frame in enumerate(model.frames)
            if frame.type == pin.FrameType.BODY
        }
        self.primitives: tuple[Primitive, ...] = read_primitives(self.urdf)

    @property
    def frame_names(self) -> tuple[str, ...]:
        """All frames: the links, ``tool`` and the camera's."""
        return tuple(self._frames)

    def configuration(self, joints: Sequence[float]) -> Matrix:
        """A checked configuration as an array.

        Raises:
            ValueError: a wrong number of joints or a value that is not finite.
        """
        if len(joints) != len(self.joint_names):
            raise ValueError(
                f"{len(joints)} joint positions for {len(self.joint_names)} joints; "
                f"give one for each of {', '.join(self.joint_names)}"
            )
        for name, value in zip(self.joint_names, joints, strict=True):
            if not math.isfinite(value):
                raise ValueError(f"joint '{name}' is {value}; give a finite position in radians")
        return np.asarray(joints, dtype=np.float64)

    def frame_pose(self, joints: Sequence[float], frame: str = TOOL_FRAME) -> Matrix:
        """Pose of a frame, 4×4.

        Raises:
            KeyError: no such frame.
            ValueError: see `configuration`.
        """
        index = self._frame(frame)
        pin.forwardKinematics(self.pinocchio_model, self._data, self.configuration(joints))
        placement = pin.updateFramePlacement(self.pinocchio_model, self._data, index)
        pose: Matrix = placement.homogeneous
        return pose

    def link_poses(self, joints: Sequence[float]) -> dict[str, Matrix]:
        """Poses of all frames at once, by name, each 4×4.

        Raises:
            ValueError: see `configuration`.
        """
        pin.framesForwardKinematics(self.pinocchio_model, self._data, self.configuration(joints))
        return {name: self._data.oMf[index].homogeneous for name, index in self._frames.items()}

    def jacobian(self, joints: Sequence[float], frame: str = TOOL_FRAME) -> Matrix:
        """Jacobian of a frame's origin, 6×6, in the axes of ``base_link``.

        Rows 0–2 give the linear velocity [m/s], rows 3–5 the angular velocity [rad/s], for joint
        velocities [rad/s].

        Raises:
            KeyError: no such frame.
            ValueError: see `configuration`.
        """
        jacobian: Matrix = pin.computeFrameJacobian(
            self.pinocchio_model,
            self._data,
            self.configuration(joints),
            self._frame(frame),
            pin.ReferenceFrame.LOCAL_WORLD_ALIGNED,
        )
        return jacobian

    def tool_speed(self, joints: Sequence[float], velocities: Sequence[float]) -> float:
        """Speed of the tool point [m/s] at joint velocities [rad/s].

        Raises:
            ValueError: see `configuration`; it holds for both arguments.
        """
        rates = self.configuration(velocities)
        return float(np.linalg.norm(self.jacobian(joints)[:3] @ rates))

    def limit_violations(
        self, joints: Sequence[float], margin: float = 0.0
    ) -> tuple[LimitViolation, ...]:
        """Joints outside their range, less ``margin`` [rad] at both ends; empty when all are in.

        Raises:
            ValueError: see `configuration`.
        """
        values = self.configuration(joints).tolist()
        found = []
        for name, value, low, high in zip(
            self.joint_names, values, self.lower, self.upper, strict=True
        ):
            if value < low + margin:
                found.append(LimitViolation(name, value, low + margin, low + margin - value))
            elif value > high - margin:
                found.append(LimitViolation(name, value, high - margin, value - high + margin))
        return tuple(found)

    def _frame(self, name: str) -> int:
        if name not in self._frames:
            raise KeyError(f"no frame '{name}'; the arm has {', '.join(self._frames)}")
        return self._frames[name]
