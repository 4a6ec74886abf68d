"""Where a held thing can be put: into a receptacle, or back on the table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

from ros_nodes.skill_server.release import release_at
from ros_nodes.skill_server.releases import release_strategies
from ros_nodes.skill_server.steps import SkillError
from ros_nodes.skill_server.watches import SceneWatch, both, load_watch
from xlerobot_agent.contracts.catalogue import Affordance, Shape
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ros_nodes.skill_server.cell import Cell
    from ros_nodes.skill_server.grip import Held
    from ros_nodes.skill_server.release import Release
    from ros_nodes.skill_server.steps import Watch
    from xlerobot_agent.contracts.scene import SceneObservation

TABLE = "table"
"""The target that means: put it down on the table, where it came from if that is free."""

_RADII = (0.24, 0.21, 0.27, 0.30)
_BEARINGS = tuple(math.radians(degrees) for degrees in (0, 20, -20, 40, -40, 55, -55))
_LOW = 0.02
"""A thing whose lowest point is below this stands on the table [m]."""


class Destination(Protocol):
    """What `place` needs to know of where it puts a thing."""

    def check(self, cell: Cell, object_id: str) -> None:
        """Whether the thing can be put there at all, as far as was seen.

        Raises:
            SkillError: it cannot.
        """

    def candidates(self, cell: Cell, held: Held) -> Iterator[Release]:
        """Ways to let go there, the best first."""

    def touchable(self) -> tuple[str, ...]:
        """Ids of what the thing may touch on being lowered."""

    def watch(self, cell: Cell) -> Watch:
        """What interrupts carrying the thing there."""

    def verdict(self, observation: SceneObservation, object_id: str) -> PredicateVerdict:
        """Whether the thing is there."""


class ReceptacleDestination:
    """Into one receptacle."""

    def __init__(self, target_id: str) -> None:
        """Args: the receptacle's id in the catalogue."""
        self._target = target_id

    def check(self, cell: Cell, object_id: str) -> None:
        """The receptacle is known and has room."""
        if self._target not in cell.known:
            raise SkillError(
                Reason.TARGET_MISSING, f"'{self._target}' is not seen; bring it into view"
            )
        inside = self._contents(cell) - {object_id}
        capacity = cell.catalogue[self._target].capacity
        if len(inside) >= capacity:
            raise SkillError(
                Reason.TARGET_OCCUPIED,
                f"'{self._target}' takes {capacity} and holds {', '.join(sorted(inside))}; "
                "empty it first",
            )

    def candidates(self, cell: Cell, held: Held) -> Iterator[Release]:
        """As the receptacle's family has it."""
        shape = cell.catalogue[self._target].shape
        return release_strategies()[shape].candidates(cell.known[self._target], held, cell.settings)

    def touchable(self) -> tuple[str, ...]:
        """The receptacle."""
        return (self._target,)

    def watch(self, cell: Cell) -> Watch:
        """The load is lost, or the receptacle moved."""
        return both(load_watch, SceneWatch(cell.known[self._target]))

    def verdict(self, observation: SceneObservation, object_id: str) -> PredicateVerdict:
        """``inside(object, target)``."""
        return observation.verdict(Predicate(name="inside", args=(object_id, self._target)))

    def _contents(self, cell: Cell) -> set[str]:
        """Ids of what the newest observation says is inside."""
        verdicts = cell.observation.predicates if cell.observation is not None else ()
        return {
            verdict.predicate.args[0]
            for verdict in verdicts
            if verdict.predicate.name == "inside"
            and verdict.predicate.args[1] == self._target
            and verdict.value is Truth.TRUE
        }


class TableDestination:
    """Back on the table."""

    def check(self, cell: Cell, object_id: str) -> None:
        """The table is always there."""
        return

    def candidates(self, cell: Cell, held: Held) -> Iterator[Release]:
        """Where it came from, then places in reach; occupied ones fail the collision check."""
        own = cell.settings.releases[Shape.TRAY]
        hand = (held.pitch, held.roll, held.offset)
        for x, y in ((held.origin.x, held.origin.y), *_places(cell)):
            yield release_at(TABLE, (x, y), own.clearance + held.height, hand, own)

    def touchable(self) -> tuple[str, ...]:
        """Nothing that stands there."""
        return ()

    def watch(self, cell: Cell) -> Watch:
        """The load is lost."""
        return load_watch

    def verdict(self, observation: SceneObservation, object_id: str) -> PredicateVerdict:
        """``on_table(object)``: seen low, and said to be in nothing."""
        seen = observation.find(object_id)
        inside = [
            verdict.predicate
            for verdict in observation.predicates
            if verdict.predicate.name == "inside"
            and verdict.predicate.args[0] == object_id
            and verdict.value is Truth.TRUE
        ]
        if seen is None:
            value, because = Truth.UNKNOWN, f"'{object_id}' is not seen"
        elif inside or seen.pose.z > _LOW:
            value, because = Truth.FALSE, f"{inside[0]}" if inside else "it stands on something"
        else:
            value, because = Truth.TRUE, f"seen at ({seen.pose.x:.2f}, {seen.pose.y:.2f}) m"
        return PredicateVerdict(
            predicate=Predicate(name="on_table", args=(object_id,)),
            value=value,
            confidence=seen.confidence if seen is not None else 0.0,
            evidence_ids=seen.evidence_ids if seen is not None else (),
            because=because,
        )


def destination_of(target_id: str, cell: Cell) -> Destination:
    """The destination that a goal's target names.

    Raises:
        SkillError: no receptacle has this id, and it is not the table.
    """
    if target_id == TABLE:
        return TableDestination()
    receptacles = [o.object_id for o in cell.catalogue.with_affordance(Affordance.RECEPTACLE)]
    if target_id not in receptacles:
        raise SkillError(
            Reason.INVALID_GOAL,
            f"nothing can be put into '{target_id}'; there are {', '.join([*receptacles, TABLE])}",
        )
    return ReceptacleDestination(target_id)


def _places(cell: Cell) -> Iterator[tuple[float, float]]:
    """Places on the table that the arm reaches well [m]."""
    pan_x, pan_y = cell.kinematics.pan_axis
    for radius in _RADII:
        for bearing in _BEARINGS:
            yield pan_x + radius * math.cos(bearing), pan_y + radius * math.sin(bearing)
