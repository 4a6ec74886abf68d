"""The whole stack in one process, stepped together: same rooms as over ROS, no ROS.

What the nodes do with topics and timers, the rig does with calls, once per control period of
simulated time. Cameras are rendered when a skill or the agent wants to look.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from agent_core.agent import Agent
from agent_core.planning.rule_planner import RulePlanner
from agent_core.reducer.core import RESULT
from agent_core.settings import AgentSettings
from ros_nodes.arm.player import ChunkPlayer
from ros_nodes.perception.pipeline import PerceptionPipeline
from ros_nodes.perception.settings import PerceptionSettings
from ros_nodes.safety_supervisor.supervisor import Supervisor
from ros_nodes.skill_server.server import SkillServer
from ros_nodes.skill_server.settings import SkillSettings
from sim.faults import FaultSettings
from sim.scene_sampler import sample
from sim.world import SimWorld
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus, HoldRequest
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.events import Event
from xlerobot_agent.contracts.receipt import Receipt
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.contracts.scene import SceneObservation
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.collision_model import CollisionModel

CONTROL_PERIOD = 0.01
"""[s], as the nodes' control loop."""


@dataclass(frozen=True)
class StackSettings:
    """Every configuration file of the stack, read once."""

    catalogue: ObjectCatalogue
    limits: SafetyLimits
    perception: PerceptionSettings
    skills: SkillSettings
    agent: AgentSettings

    @classmethod
    def read(cls, directory: Path | None = None) -> StackSettings:
        """Read ``config/``.

        Raises:
            ConfigurationError: a file is absent or does not fit its model.
        """
        folder = directory or config_directory()
        return cls(
            catalogue=load(folder / "objects.yaml", ObjectCatalogue),
            limits=load(folder / "safety.yaml", SafetyLimits),
            perception=load(folder / "perception.yaml", PerceptionSettings),
            skills=load(folder / "skills.yaml", SkillSettings),
            agent=load(folder / "agent.yaml", AgentSettings),
        )


class WorldClock:
    """Simulated time is the only time there is in process."""

    def __init__(self, world: SimWorld) -> None:
        self._world = world

    def now(self) -> float:
        """Simulated time [s]."""
        return self._world.now

    def steady(self) -> float:
        """The same: nothing in process makes it jump."""
        return self._world.now


class CountingIds:
    """Ids that are the same in every run."""

    def __init__(self) -> None:
        self._counter = itertools.count(1)

    def new(self, prefix: str) -> str:
        """Count on: ``prefix-1``, ``prefix-2``, and so forth."""
        return f"{prefix}-{next(self._counter)}"


@dataclass
class Gate:
    """The skill server's sink: through the supervisor to the player, as the topics go."""

    supervisor: Supervisor
    player: ChunkPlayer
    clock: WorldClock
    statuses: list[ChunkStatus] = field(default_factory=list)
    """What became of chunks since it was last taken."""

    def request(self, chunk: ActionChunk) -> None:
        """Admit and play a chunk, or refuse it."""
        now = self.clock.now()
        admission = self.supervisor.on_chunk(chunk, now)
        if admission.admitted:
            self.statuses.append(self.player.accept(chunk, now))
            return
        self.statuses.append(
            ChunkStatus(
                chunk_id=chunk.chunk_id,
                goal_id=chunk.goal_id,
                state=ChunkState.REFUSED,
                played=0,
                discarded=len(chunk.positions),
                reason=admission.reason,
                message=admission.message,
                at_rest=self.player.at_rest,
                stamp=now,
            )
        )

    def hold(self, request: HoldRequest) -> None:
        """Holds need nobody's leave."""
        self.player.hold(request, self.clock.now())


class DeskRig:
    """One desk, one arm, one agent."""

    def __init__(
        self,
        seed: int,
        settings: StackSettings,
        faults: FaultSettings,
        trace: Callable[[str], None] | None = None,
    ) -> None:
        """Set up a desk; everything random follows from ``seed``.

        Args:
            seed: of the desk and of the faults' chances.
            settings: the stack's configuration.
            faults: switched on for this desk.
            trace: takes the lines of the agent's decision trace.
        """
        self.world = SimWorld(
            sample(seed, settings.catalogue), settings.catalogue, faults=faults, seed=seed
        )
        self.clock = WorldClock(self.world)
        self.player = ChunkPlayer(self.world.arm, ArmModel(), settings.limits)
        self.supervisor = Supervisor(
            ArmModel(), CollisionModel(None, settings.limits.keep_out), settings.limits, self.clock
        )
        self.gate = Gate(self.supervisor, self.player, self.clock)
        self.perception = PerceptionPipeline(
            settings.catalogue, ArmModel(), settings.perception, CountingIds()
        )
        self.skills = SkillServer(
            ArmModel(),
            CollisionModel(None, settings.limits.keep_out),
            settings.catalogue,
            settings.limits,
            settings.skills,
            self.gate,
            self.clock,
            CountingIds(),
        )
        self.agent = Agent(
            RulePlanner(),
            self.skills,
            settings.catalogue,
            self.clock,
            CountingIds(),
            settings.agent,
            trace,
        )
        self.agent.events.subscribe(self._on_agent_event)
        self.receipts: list[Receipt] = []
        """Of every skill that the agent called, in order."""
        self.on_step: Callable[[DeskRig], None] | None = None
        """Called at the end of every control period: observers, scripted people."""
        self.observation: SceneObservation | None = None
        self.supervisor.acquire(Owner.AGENT, self.world.now)

    def step(self) -> None:
        """One control period of everything, in the order of the nodes' data flow."""
        self.world.advance(CONTROL_PERIOD)
        now = self.world.now
        state = self.world.arm.read()
        self.supervisor.on_arm_state(state)
        self.skills.on_arm_state(state)
        if self.skills.wants_scene(now):
            self._look(now)
        self.player.on_permit(self.supervisor.tick(now, now), now, now)
        safety = self.supervisor.state
        self.player.on_safety(safety)
        self.skills.on_safety(safety)
        self.agent.on_safety(safety)
        self.skills.tick(now)
        self.gate.statuses.extend(self.player.tick(now, now, state))
        self._pass_statuses()
        self.agent.tick(now)
        if self.on_step is not None:
            self.on_step(self)

    def close(self) -> None:
        """Free the renderer."""
        self.world.close()

    def _on_agent_event(self, event: Event) -> None:
        if event.kind == RESULT:
            self.receipts.append(Receipt.model_validate(event.payload["receipt"]))

    def _look(self, now: float) -> None:
        frames = [f for c in self.world.cameras.values() if (f := c.read()) is not None]
        self.observation = self.perception.process(frames, self.world.arm.read(), now)
        self.skills.on_scene(self.observation)
        self.agent.on_scene(self.observation)

    def _pass_statuses(self) -> None:
        statuses, self.gate.statuses = self.gate.statuses, []
        for status in statuses:
            self.skills.on_chunk_status(status)
            self.supervisor.on_chunk_status(status)
