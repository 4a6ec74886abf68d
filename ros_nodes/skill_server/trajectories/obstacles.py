"""Things on the table that the arm, and what it holds, must not touch on their way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import coal
import numpy as np
import pinocchio as pin

from ros_nodes.skill_server.trajectories.trajectory import Array
from xlerobot_agent.contracts.geometry import Pose, Vector3
from xlerobot_agent.robot_model.arm_model import TOOL_FRAME, ArmModel

_BASE_JOINTS = 1
"""Links up to this joint stand where they are; obstacles next to them are no news."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An upright box that may be turned about the vertical.

    Attributes:
        name: whose it is, an object's id.
        centre: of the box in ``base_link`` [m].
        size: full edges along its own axes [m].
        yaw: about z [rad].
    """

    name: str
    centre: Vector3
    size: Vector3
    yaw: float = 0.0


@dataclass(frozen=True, slots=True)
class HeldBox:
    """What the gripper holds, as a box in the tool frame.

    Attributes:
        centre: in the tool frame [m].
        size: full edges along the box's own axes [m].
        rotation: of the box in the tool frame, shape (3, 3).
    """

    centre: Vector3
    size: Vector3
    rotation: Array


def solid(name: str, pose: Pose, size: Vector3) -> Obstacle:
    """A thing that stands on its footprint's middle, as one box [m]."""
    return Obstacle(name, (pose.x, pose.y, pose.z + size[2] / 2.0), size, pose.yaw)


def open_box(
    name: str, pose: Pose, size: Vector3, wall: float, floor: float
) -> tuple[Obstacle, ...]:
    """A tray or bin as four walls and a floor [m]; outer ``size``."""
    x, y, z = size
    parts = (
        ((x - wall) / 2.0, 0.0, (wall, y, z)),
        (-(x - wall) / 2.0, 0.0, (wall, y, z)),
        (0.0, (y - wall) / 2.0, (x, wall, z)),
        (0.0, -(y - wall) / 2.0, (x, wall, z)),
        (0.0, 0.0, (x, y, floor)),
    )
    cos, sin = math.cos(pose.yaw), math.sin(pose.yaw)
    return tuple(
        Obstacle(
            name,
            (
                pose.x + cos * dx - sin * dy,
                pose.y + sin * dx + cos * dy,
                pose.z + edges[2] / 2.0,
            ),
            edges,
            pose.yaw,
        )
        for dx, dy, edges in parts
    )


class ObstacleField:
    """The arm's shapes against obstacles; made anew for every plan (about a millisecond)."""

    def __init__(
        self,
        model: ArmModel,
        obstacles: Sequence[Obstacle],
        margin: float,
        held: HeldBox | None = None,
    ) -> None:
        """Args: the arm, what stands about, the least distance [m], and what is carried."""
        self._model: Any = model.pinocchio_model
        self._data: Any = self._model.createData()
        geometry: Any = pin.buildGeomFromUrdfString(
            self._model, model.urdf, pin.GeometryType.COLLISION
        )
        moving = [
            index
            for index, shape in enumerate(geometry.geometryObjects)
            if shape.parentJoint > _BASE_JOINTS
        ]
        if held is not None:
            moving.append(self._add_held(geometry, held))
        self._names: dict[int, str] = {}
        for obstacle in obstacles:
            turned = pin.SE3(pin.rpy.rpyToMatrix(0.0, 0.0, obstacle.yaw), np.array(obstacle.centre))
            index = geometry.addGeometryObject(
                pin.GeometryObject(
                    f"{obstacle.name}_{len(self._names)}", 0, turned, coal.Box(*obstacle.size)
                )
            )
            self._names[index] = obstacle.name
            for shape in moving:
                geometry.addCollisionPair(pin.CollisionPair(shape, index))
        self._geometry = geometry
        self._geometry_data: Any = geometry.createData()
        for request in self._geometry_data.collisionRequests:
            request.security_margin = margin
        self._broad_phase: Any = pin.BroadPhaseManager_DynamicAABBTreeCollisionManager(
            self._model, geometry, self._geometry_data
        )

    def blocked(self, joints: Array) -> bool:
        """Whether anything is nearer than the margin at a configuration, shape (6,) [rad]."""
        if not self._names:
            return False
        return bool(pin.computeCollisions(self._model, self._data, self._broad_phase, joints, True))

    def nearest(self, joints: Array) -> tuple[str, float]:
        """The nearest obstacle and its distance [m] at a configuration, shape (6,) [rad]."""
        if not self._names:
            return "", math.inf
        index = pin.computeDistances(
            self._model, self._data, self._geometry, self._geometry_data, joints
        )
        pair = self._geometry.collisionPairs[index]
        distance = float(self._geometry_data.distanceResults[index].min_distance)
        return self._names[int(pair.second)], distance

    def _add_held(self, geometry: Any, held: HeldBox) -> int:
        frame = self._model.frames[self._model.getFrameId(TOOL_FRAME)]
        local = pin.SE3(held.rotation, np.array(held.centre))
        shape = pin.GeometryObject(
            "held", frame.parentJoint, frame.placement * local, coal.Box(*held.size)
        )
        return int(geometry.addGeometryObject(shape))
