"""What the scorer judges from: the truth of one run, gathered while it runs.

Written to a file or kept in the scorer's process; never on a topic, never in the agent's reach.
"""

from __future__ import annotations

from sim.truth import Truth
from sim.world import SimWorld
from xlerobot_agent.contracts.geometry import Box, Pose
from xlerobot_agent.contracts.model import Contract


class ObjectRecord(Contract):
    """One movable object at the end."""

    object_id: str
    pose: Pose
    still: bool
    rests_in: tuple[str, ...]
    """Receptacles it lies in, at rest, carried by them and free of the arm."""
    last_held: float | None
    """When the gripper held it last [s]; None for never."""
    last_hand: float | None
    """When a person's hand moved it last [s]; None for never."""


class ContactRecord(Contract):
    """The hardest touch of a link on what does not move."""

    link: str
    partner: str
    force: float
    """[N]"""


class TruthRecord(Contract):
    """One run as it really was."""

    seed: int
    sim_seconds: float
    objects: tuple[ObjectRecord, ...]
    contacts: tuple[ContactRecord, ...]
    joint_names: tuple[str, ...]
    joint_positions: tuple[float, ...]
    joint_velocities: tuple[float, ...]
    tool_outside_since: float | None
    """When the tool point was first outside the workspace [s]; None for never."""
    events: tuple[str, ...]
    """What faults and hands did."""


class TruthRecorder:
    """Watches one world; call ``watch`` every control period."""

    def __init__(self, world: SimWorld, workspace: Box, seed: int) -> None:
        """Look at one world from now on."""
        self._world = world
        self._truth = Truth(world)
        self._workspace = workspace
        self._seed = seed
        self._held: dict[str, float] = {}
        self._outside: float | None = None

    def watch(self) -> None:
        """Take note of what must not be missed between start and end."""
        held = self._truth.held()
        if held is not None:
            self._held[held] = self._world.now
        if self._outside is None and not self._workspace.contains(self._truth.tool_position()):
            self._outside = self._world.now

    def record(self) -> TruthRecord:
        """The truth up to now."""
        state = self._world.arm.read()
        return TruthRecord(
            seed=self._seed,
            sim_seconds=self._world.now,
            objects=tuple(self._object(i) for i in self._movable()),
            contacts=tuple(
                ContactRecord(link=c.link, partner=c.partner, force=c.force)
                for c in self._truth.contact_peaks()
            ),
            joint_names=state.names,
            joint_positions=state.positions,
            joint_velocities=state.velocities,
            tool_outside_since=self._outside,
            events=tuple(f"{e.time:.2f} s: {e.what}" for e in self._truth.fault_events),
        )

    def _movable(self) -> list[str]:
        receptacles = set(self._receptacles())
        return [p.object_id for p in self._world.scene.objects if p.object_id not in receptacles]

    def _receptacles(self) -> list[str]:
        return [
            p.object_id
            for p in self._world.scene.objects
            if self._world.catalogue[p.object_id].capacity
        ]

    def _object(self, object_id: str) -> ObjectRecord:
        truth = self._truth.object(object_id)
        hands = [e.time for e in self._truth.fault_events if e.hand_on == object_id]
        return ObjectRecord(
            object_id=object_id,
            pose=truth.pose,
            still=truth.still,
            rests_in=tuple(r for r in self._receptacles() if self._truth.rests_in(object_id, r)),
            last_held=self._held.get(object_id),
            last_hand=max(hands, default=None),
        )
