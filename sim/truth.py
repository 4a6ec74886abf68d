"""What is really so on the desk. For the scorer and tests only: nothing else may import this."""

from __future__ import annotations

import math
from dataclasses import dataclass

import mujoco
import numpy as np

from sim.arm_builder import BASE
from sim.contact_monitor import ContactPeak
from sim.fault import FaultEvent
from sim.grip import FIXED_JAW, MOVING_JAW, GripSensor
from sim.rotations import Matrix
from sim.shapes import shape_builder
from sim.table_builder import TABLE
from sim.world import SimWorld
from xlerobot_agent.contracts.geometry import Box, Pose, Vector3

GRIPPER = "gripper"
"""The parent of what both jaws hold."""
STILL_SPEED = 0.01
"""A thing slower than this is at rest [m/s]."""
STILL_TURN = 0.2
"""And turning slower than this [rad/s]."""


@dataclass(frozen=True, slots=True)
class ObjectTruth:
    """One object as it is.

    Attributes:
        object_id: in the catalogue.
        pose: footprint's middle, yaw, tilt; in ``base_link``.
        speed: of its centre of mass [m/s].
        turn: angular speed [rad/s].
        parents: what carries it: ``table``, receptacles, ``gripper``; empty while it falls.
        touched_by_arm: a link of the arm touches it.
    """

    object_id: str
    pose: Pose
    speed: float
    turn: float
    parents: frozenset[str]
    touched_by_arm: bool

    @property
    def still(self) -> bool:
        """At rest."""
        return self.speed < STILL_SPEED and self.turn < STILL_TURN

    def upright(self, within: float = math.radians(10.0)) -> bool:
        """Its own axis is vertical up to an angle [rad]."""
        return self.pose.tilt <= within


class Truth:
    """Reads one world; never changes it."""

    def __init__(self, world: SimWorld) -> None:
        """Look at one world."""
        self._world = world
        self._model = world.model
        self._data = world.data
        self._grip = GripSensor(world.model, world.data)
        self._object_ids = {
            world.model.body(p.object_id).id: p.object_id for p in world.scene.objects
        }
        self._table = world.model.body(TABLE).id
        self._tool = world.data.xpos[world.model.body("tool").id]
        base = world.model.body(BASE).id
        self._links = frozenset(np.flatnonzero(world.model.body_rootid == base).tolist())

    @property
    def now(self) -> float:
        """Simulated time [s]."""
        return self._world.now

    def object(self, object_id: str) -> ObjectTruth:
        """One object.

        Raises:
            KeyError: the desk holds no such object.
        """
        self._world.scene.object(object_id)
        body = self._model.body(object_id).id
        velocity = np.zeros(6)
        mujoco.mj_objectVelocity(
            self._model, self._data, mujoco.mjtObj.mjOBJ_BODY, body, velocity, 0
        )
        touching = self._touching(body)
        return ObjectTruth(
            object_id=object_id,
            pose=self._pose(body),
            speed=float(np.linalg.norm(velocity[3:])),
            turn=float(np.linalg.norm(velocity[:3])),
            parents=self._parents(body, touching),
            touched_by_arm=bool(touching & self._links),
        )

    def inside(self, object_id: str, receptacle_id: str) -> bool:
        """The object's centre of mass lies in the receptacle's room, below the brim or just above.

        A thing as tall as the tray is low still counts when its lowest point is below the brim.

        Raises:
            KeyError: the desk lacks one of the two.
            ValueError: the second is no receptacle.
        """
        placement = self._world.scene.object(receptacle_id)
        shape = self._world.catalogue[receptacle_id].shape
        room = shape_builder(shape).interior(placement.size)
        if room is None:
            raise ValueError(f"'{receptacle_id}' is a {shape}, which holds nothing")
        self._world.scene.object(object_id)
        body = self._model.body(object_id).id
        receptacle = self._model.body(receptacle_id).id
        x, y, _ = self._local(receptacle, self._data.xipos[body])
        _, _, low = self._local(receptacle, self._data.xpos[body])
        middle = self._local(receptacle, self._data.xipos[body])[2]
        return room.contains(x, y, min(max(low, room.floor), middle))

    def rests_in(self, object_id: str, receptacle_id: str) -> bool:
        """Inside, at rest, carried by the receptacle and free of the arm.

        Raises:
            KeyError, ValueError: see ``inside``.
        """
        truth = self.object(object_id)
        return (
            self.inside(object_id, receptacle_id)
            and truth.still
            and receptacle_id in truth.parents
            and not truth.touched_by_arm
        )

    def held(self) -> str | None:
        """The object between the jaws."""
        body = self._grip.held()
        return None if body is None else self._object_ids[body]

    def contact_peaks(self) -> tuple[ContactPeak, ...]:
        """Largest forces so far of each link on the table and on what stands fixed on it."""
        return self._world.contact_monitor.peaks()

    def link_positions(self) -> dict[str, Vector3]:
        """Origins of the arm's links, the tool point among them, in ``base_link`` [m]."""
        return {self._model.body(i).name: _vector(self._data.xpos[i]) for i in sorted(self._links)}

    def tool_position(self) -> Vector3:
        """The tool point in ``base_link`` [m]."""
        return _vector(self._tool)

    def links_outside(self, workspace: Box) -> tuple[str, ...]:
        """Links whose origin is not in a box."""
        return tuple(name for name, p in self.link_positions().items() if not workspace.contains(p))

    def joint_positions(self) -> tuple[float, ...]:
        """The arm's configuration [rad], in the URDF's order."""
        return self._world.arm.read().positions

    @property
    def fault_events(self) -> tuple[FaultEvent, ...]:
        """What faults and hands did so far."""
        return tuple(self._world.fault_context.log)

    def _pose(self, body: int) -> Pose:
        rotation = self._data.xmat[body].reshape(3, 3)
        x, y, z = _vector(self._data.xpos[body])
        return Pose(
            x=x,
            y=y,
            z=z,
            yaw=math.atan2(rotation[1, 0], rotation[0, 0]),
            tilt=math.acos(min(1.0, max(-1.0, float(rotation[2, 2])))),
        )

    def _touching(self, body: int) -> frozenset[int]:
        """Bodies in contact with one body."""
        contacts = self._data.contact
        pairs = self._model.geom_bodyid[contacts.geom[contacts.exclude == 0]]
        partners = (*pairs[pairs[:, 0] == body, 1], *pairs[pairs[:, 1] == body, 0])
        return frozenset(map(int, partners))

    def _parents(self, body: int, touching: frozenset[int]) -> frozenset[str]:
        if self._model.body_dofnum[body] == 0:
            return frozenset({TABLE})
        if self._grip.held() == body:
            return frozenset({GRIPPER})
        fixed = {self._table: TABLE} | {
            i: name for i, name in self._object_ids.items() if self._model.body_dofnum[i] == 0
        }
        carriers = frozenset(name for i, name in fixed.items() if i in touching)
        jaws = {self._model.body(FIXED_JAW).id, self._model.body(MOVING_JAW).id}
        if not carriers and touching & jaws:
            return frozenset({GRIPPER})
        return carriers

    def _local(self, body: int, point: Matrix) -> Vector3:
        rotation = self._data.xmat[body].reshape(3, 3)
        return _vector(rotation.T @ (point - self._data.xpos[body]))


def _vector(values: Matrix) -> Vector3:
    x, y, z = values.tolist()
    return (x, y, z)
