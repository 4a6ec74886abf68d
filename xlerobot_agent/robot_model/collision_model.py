"""Distances of the arm to itself, to the table and to keep-out boxes.

Pinocchio places the URDF's shapes, coal measures between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import coal
import numpy as np
import pinocchio as pin

from xlerobot_agent.robot_model.arm_model import ArmModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlerobot_agent.contracts.geometry import Box

TABLE = "table"
_TABLE_SIZE = (4.0, 4.0, 1.0)
_SAMPLES = 256
_SEED = 20
_NEVER_NEARER = 0.008
_PATH_SWEPT = 2
_LEFT_OUT: dict[str, frozenset[frozenset[str]]] = {}
"""By URDF text. Sampling them takes as long as a second of motion, and they follow from it."""


@dataclass(frozen=True, slots=True)
class ClosestPair:
    """Two things and how far apart they are.

    Attributes:
        first, second: links, ``table`` or the name of a keep-out box.
        distance: [m]; negative is the depth by which they overlap.
    """

    first: str
    second: str
    distance: float


class CollisionModel:
    """Checks configurations for collisions.

    Left out (``ignored_pairs`` lists them) are links that are one rigid body or joined by a joint,
    links that touch in every one of a fixed set of random configurations, and things at most two
    joints apart that in none of them come nearer than 8 mm. One instance serves one thread.
    """

    def __init__(self, arm: ArmModel | None = None, keep_out: Iterable[Box] = ()) -> None:
        """Build the model.

        Args:
            arm: the arm; the installed URDF's by default.
            keep_out: boxes in ``base_link`` that no link but the base may enter.
        """
        self._arm = ArmModel() if arm is None else arm
        self._keep_out = tuple(keep_out)
        self._left_out: frozenset[frozenset[str]] = frozenset()
        self._build()
        if self._arm.urdf not in _LEFT_OUT:
            _LEFT_OUT[self._arm.urdf] = self._pairs_without_news()
        self._left_out = _LEFT_OUT[self._arm.urdf]
        self._build()

    @property
    def ignored_pairs(self) -> tuple[tuple[str, str], ...]:
        """Pairs of links, or of a link and the table, that are never checked."""
        things = [*list(dict.fromkeys(shape.link for shape in self._arm.primitives)), TABLE]
        checked = {
            frozenset((self._owners[pair.first], self._owners[pair.second]))
            for pair in self._geometry.collisionPairs
        }
        return tuple(
            (first, second)
            for i, first in enumerate(things)
            for second in things[i + 1 :]
            if frozenset((first, second)) not in checked
        )

    def in_collision(
        self,
        joints: Sequence[float],
        margin: float = 0.0,
        table_margin: float | None = None,
    ) -> bool:
        """Whether any checked pair is nearer than its margin.

        The same margins again cost nothing; new ones cost a rebuild of the broad phase.

        Args:
            joints: a configuration [rad].
            margin: between links, and to keep-out boxes [m].
            table_margin: to the table [m]; ``margin`` by default.

        Raises:
            ValueError: see `ArmModel.configuration`; a negative margin.
        """
        margins = (margin, margin if table_margin is None else table_margin)
        if margins != self._margins:
            self._set_margins(*margins)
        return bool(
            pin.computeCollisions(
                self._model, self._data, self._broad_phase, self._arm.configuration(joints), True
            )
        )

    def min_distance(self, joints: Sequence[float]) -> ClosestPair:
        """The closest pair of all that are checked.

        Raises:
            ValueError: see `ArmModel.configuration`.
        """
        index = pin.computeDistances(
            self._model,
            self._data,
            self._geometry,
            self._geometry_data,
            self._arm.configuration(joints),
        )
        return self._closest(index)

    def distances(self, joints: Sequence[float]) -> tuple[ClosestPair, ...]:
        """The distance of every checked pair of things, nearest first.

        Raises:
            ValueError: see `ArmModel.configuration`.
        """
        self.min_distance(joints)
        nearest: dict[tuple[str, str], ClosestPair] = {}
        for index in range(len(self._geometry.collisionPairs)):
            found = self._closest(index)
            key = (found.first, found.second)
            if key not in nearest or found.distance < nearest[key].distance:
                nearest[key] = found
        return tuple(sorted(nearest.values(), key=lambda pair: pair.distance))

    def _closest(self, index: int) -> ClosestPair:
        pair = self._geometry.collisionPairs[index]
        distance = float(self._geometry_data.distanceResults[index].min_distance)
        return ClosestPair(self._owners[pair.first], self._owners[pair.second], distance)

    def _build(self) -> None:
        """Shapes, pairs and the broad phase."""
        self._model: Any = self._arm.pinocchio_model
        self._data: Any = self._model.createData()
        self._geometry: Any = pin.buildGeomFromUrdfString(
            self._model, self._arm.urdf, pin.GeometryType.COLLISION
        )
        self._owners = [shape.link for shape in self._arm.primitives]
        self._add_fixed(TABLE, _TABLE_SIZE, (0.0, 0.0, -_TABLE_SIZE[2] / 2.0))
        for box in self._keep_out:
            low, high = np.array(box.minimum), np.array(box.maximum)
            self._add_fixed(box.name, (high - low).tolist(), ((low + high) / 2.0).tolist())
        for first, second in self._pairs():
            self._geometry.addCollisionPair(pin.CollisionPair(first, second))
        self._geometry_data: Any = self._geometry.createData()
        self._set_margins(0.0, 0.0)

    def _set_margins(self, margin: float, table_margin: float) -> None:
        if not (margin >= 0.0 and table_margin >= 0.0):
            raise ValueError(f"margins {margin}, {table_margin} m: give zero or more for both")
        for pair, request in zip(
            self._geometry.collisionPairs, self._geometry_data.collisionRequests, strict=True
        ):
            at_table = TABLE in (self._owners[pair.first], self._owners[pair.second])
            request.security_margin = table_margin if at_table else margin
        self._margins = (margin, table_margin)
        # The broad phase inflates its boxes by the margin it finds when it is made.
        self._broad_phase: Any = pin.BroadPhaseManager_DynamicAABBTreeCollisionManager(
            self._model, self._geometry, self._geometry_data
        )

    def _add_fixed(self, name: str, size: Sequence[float], centre: Sequence[float]) -> None:
        placement = pin.SE3(np.eye(3), np.asarray(centre, dtype=float))
        self._add(name, 0, placement, coal.Box(*(float(edge) for edge in size)))

    def _add(self, name: str, joint: int, placement: pin.SE3, shape: Any) -> None:
        self._geometry.addGeometryObject(pin.GeometryObject(name, joint, placement, shape))
        self._owners.append(name)

    def _pairs(self) -> list[tuple[int, int]]:
        joints = [int(shape.parentJoint) for shape in self._geometry.geometryObjects]
        count = len(joints)
        return [
            (first, second)
            for first in range(count)
            for second in range(first + 1, count)
            if self._checked(first, second, joints[first], joints[second])
        ]

    def _checked(self, first: int, second: int, joint: int, other: int) -> bool:
        things = frozenset((self._owners[first], self._owners[second]))
        if joint == other or things in self._left_out:
            return False
        if things & {TABLE, *(box.name for box in self._keep_out)}:
            return True
        parents = self._model.parents
        return bool(parents[joint] != other and parents[other] != joint)

    def _pairs_without_news(self) -> frozenset[frozenset[str]]:
        """Pairs that always touch, and close relatives that never come near each other."""
        random = np.random.default_rng(_SEED)
        low, high = self._model.lowerPositionLimit, self._model.upperPositionLimit
        fixed = {box.name for box in self._keep_out}
        nearest: dict[frozenset[str], list[float]] = {}
        for _ in range(_SAMPLES):
            for pair in self.distances(random.uniform(low, high).tolist()):
                if not fixed & {pair.first, pair.second}:
                    things = frozenset((pair.first, pair.second))
                    nearest.setdefault(things, []).append(pair.distance)
        return frozenset(
            things
            for things, seen in nearest.items()
            if max(seen) <= 0.0
            or (min(seen) > _NEVER_NEARER and self._joints_between(things) <= _PATH_SWEPT)
        )

    def _joints_between(self, things: frozenset[str]) -> int:
        """How many joints move one thing against the other."""
        first, second = (
            set(self._model.supports[self._joint_of(thing)].tolist()) for thing in things
        )
        return len(first ^ second)

    def _joint_of(self, thing: str) -> int:
        return int(self._geometry.geometryObjects[self._owners.index(thing)].parentJoint)
