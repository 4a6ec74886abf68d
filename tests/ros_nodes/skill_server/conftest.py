"""A rig: the simulated table, the real player, a permit, and observations made from world truth."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ros_nodes.arm.player import ChunkPlayer
from ros_nodes.perception.pipeline import PerceptionPipeline
from ros_nodes.perception.settings import PerceptionSettings
from ros_nodes.safety_supervisor.supervisor import Supervisor
from ros_nodes.skill_server.server import SkillServer
from ros_nodes.skill_server.settings import SkillSettings
from sim.scene_sampler import sample
from sim.truth import Truth as WorldTruth
from sim.world import SimWorld
from xlerobot_agent.configuration import load
from xlerobot_agent.contracts.catalogue import Affordance, ObjectCatalogue
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus, HoldRequest
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.evidence import Evidence, EvidenceKind
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.safety import Latch, MotionPermit, SafetyMode, SafetyState
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.contracts.scene import SceneObject, SceneObservation, SeenRegion
from xlerobot_agent.contracts.skills import SkillFeedback, SkillGoal, SkillResult
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.collision_model import CollisionModel
from xlerobot_agent.robot_model.configuration import named_pose

CONFIG = Path(__file__).parents[3] / "config"
PERIOD = 0.01


class Counter:
    """Ids that count."""

    def __init__(self):
        self._next = 0

    def new(self, prefix):
        self._next += 1
        return f"{prefix}-{self._next}"


class Ear:
    """A listener that remembers."""

    def __init__(self):
        self.feedback: list[SkillFeedback] = []
        self.results: list[SkillResult] = []

    def on_feedback(self, feedback):
        self.feedback.append(feedback)

    def on_result(self, result):
        self.results.append(result)

    @property
    def result(self) -> SkillResult:
        assert len(self.results) == 1, [r.message for r in self.results]
        return self.results[0]


def refusal(chunk, admission, now):
    """The supervisor's no, as the nodes tell it."""
    return ChunkStatus(
        chunk_id=chunk.chunk_id,
        goal_id=chunk.goal_id,
        state=ChunkState.REFUSED,
        played=0,
        discarded=len(chunk.positions),
        reason=admission.reason,
        message=admission.message,
        stamp=now,
    )


def numbed(state):
    """A reading in which the gripper feels no load."""
    return replace(state, efforts=(*state.efforts[:-1], 0.0))


class Rig:
    """One desk in process: physics, player and skill server, stepped at 100 Hz."""

    def __init__(self, seed, model, collisions, catalogue, limits, settings=None, scene=None):
        self.catalogue = catalogue
        self.limits = limits
        self.model = model
        self.scene = scene or sample(seed, catalogue)
        self.world = SimWorld(self.scene, catalogue)
        self.truth = WorldTruth(self.world)
        self.player = ChunkPlayer(self.world.arm, model, limits)
        self.settings = settings or SkillSettings()
        self.collisions = collisions
        self.ids = Counter()
        self.restart()
        self.supervisor: Supervisor | None = None
        self.epoch = 1
        self.owner = Owner.AGENT
        self.mode = SafetyMode.CLEAR
        self.latches: tuple[Latch, ...] = ()
        self.permitted = True
        self.blind = False
        self.numb = False
        self.deaf = False
        self.edit = lambda observation: observation
        self.chunks: list[ActionChunk] = []
        self.holds: list[HoldRequest] = []
        self.statuses: list[ChunkStatus] = []
        self.written: list[tuple[float, tuple[float, ...]]] = []
        self.looks = 0
        self._beat = 0
        self._inbox: list[ChunkStatus] = []
        self._rest = np.array(named_pose(model))

    # Clock and ChunkSink

    def now(self):
        return self.world.now

    def steady(self):
        return self.world.now

    def request(self, chunk):
        self.chunks.append(chunk)
        if self.deaf:
            return
        if self.supervisor is not None:
            admission = self.supervisor.on_chunk(chunk, self.now())
            if not admission.admitted:
                self._inbox.append(refusal(chunk, admission, self.now()))
                return
        self._inbox.append(self.player.accept(chunk, self.now()))

    def hold(self, request):
        self.holds.append(request)
        self.player.hold(request, self.now())

    # Stepping

    def step(self):
        self.world.advance(PERIOD)
        now = self.world.now
        state = self.world.arm.read()
        if self.supervisor is not None:
            self.supervisor.on_arm_state(state)
        self.server.on_arm_state(numbed(state) if self.numb else state)
        self.server.on_safety(self.safety_state())
        if self.server.wants_scene(now) and not self.blind:
            self.server.on_scene(self.edit(self.observe(state)))
        self.server.tick(now)
        self._beat += 1
        self.player.on_permit(self.permit(now), now, now)
        statuses = self._inbox + self.player.tick(now, now, state)
        self._inbox = []
        self.written.append((now, self.player.commanded))
        for status in statuses:
            self.statuses.append(status)
            if not self.deaf:
                self.server.on_chunk_status(status)
                if self.supervisor is not None:
                    self.supervisor.on_chunk_status(status)

    def run(self, seconds, until=lambda: False):
        end = self.now() + seconds
        while self.now() < end and not until():
            self.step()

    def submit(self, skill, goal_id="", **fields):
        ear = Ear()
        goal_id = goal_id or f"{skill}-{len(self.written)}"
        self.server.submit(SkillGoal(goal_id=goal_id, skill=skill, **fields), ear)
        ear.goal_id = goal_id
        return ear

    def finish(self, ear, seconds=60.0):
        self.run(seconds, lambda: bool(ear.results))
        return ear.result

    def do(self, skill, **fields):
        return self.finish(self.submit(skill, **fields))

    def permit(self, now):
        if self.supervisor is not None:
            return self.supervisor.tick(now, now)
        return MotionPermit(
            epoch=self.epoch,
            owner=self.owner,
            motion_allowed=self.permitted,
            sequence=self._beat,
            stamp=now,
        )

    def supervise(self):
        """Put the real gate in place."""
        self.supervisor = Supervisor(self.model, CollisionModel(self.model), self.limits, self)
        self.supervisor.acquire(Owner.AGENT, self.now())
        return self

    def perceive(self):
        """Look with the real cameras and the real perception."""
        pipeline = PerceptionPipeline(
            self.catalogue,
            self.model,
            load(CONFIG / "perception.yaml", PerceptionSettings),
            Counter(),
        )

        def observe(state):
            self.looks += 1
            frames = [camera.read() for camera in self.world.cameras.values()]
            return pipeline.process(frames, state, self.now())

        self.observe = observe
        return self

    def restart(self):
        """A new server that knows nothing."""
        self.server = SkillServer(
            self.model,
            self.collisions,
            self.catalogue,
            self.limits,
            self.settings,
            self,
            self,
            self.ids,
        )

    def safety_state(self):
        if self.supervisor is not None:
            return self.supervisor.state
        return SafetyState(
            mode=self.mode,
            motion_allowed=self.permitted,
            owner=self.owner,
            epoch=self.epoch,
            latches=self.latches,
            stamp=self.now(),
        )

    # Observations from truth

    def observe(self, state) -> SceneObservation:
        self.looks += 1
        now = self.now()
        objects, verdicts = [], []
        evidence = (
            self._evidence("image", EvidenceKind.GEOMETRIC_VISION, now),
            self._evidence("joints", EvidenceKind.CONTACT, now),
        )
        ids = tuple(e.evidence_id for e in evidence)
        held = self.truth.held()
        for placement in self.scene.objects:
            pose = self.truth.object(placement.object_id).pose
            if placement.object_id == held or pose.z < -0.01:
                continue
            objects.append(
                SceneObject(
                    object_id=placement.object_id,
                    pose=pose,
                    size=placement.size,
                    confidence=0.95,
                    visibility=1.0,
                    version=1,
                    stamp=now,
                    camera="front",
                    evidence_ids=ids,
                )
            )

        def say(name, args, value):
            verdicts.append(
                PredicateVerdict(
                    predicate=Predicate(name=name, args=args),
                    value=Truth.TRUE if value else Truth.FALSE,
                    confidence=0.95,
                    evidence_ids=ids,
                    because="so it is",
                )
            )

        for thing in self.catalogue.with_affordance(Affordance.PICKABLE):
            say("holding", (thing.object_id,), held == thing.object_id)
            for place in self.catalogue.with_affordance(Affordance.RECEPTACLE):
                inside = self.truth.rests_in(thing.object_id, place.object_id)
                say("inside", (thing.object_id, place.object_id), inside)
        at_rest = np.abs(np.array(state.positions) - self._rest)[:-1].max() < 0.05
        say("at_rest_pose", (), at_rest)
        return SceneObservation(
            observation_id=f"look-{self.looks}",
            sequence=self.looks,
            stamp=now,
            objects=tuple(objects),
            seen=SeenRegion(
                origin_x=-0.2, origin_y=-0.6, cell=0.05, rows=16, columns=24, seen="1" * 384
            ),
            predicates=tuple(verdicts),
            evidence=evidence,
            arm_moving=max(map(abs, state.velocities)) > 0.05,
        )

    def _evidence(self, sensor, kind, now):
        name = f"{sensor}-{self.looks}"
        digest = hashlib.sha256(name.encode()).hexdigest()
        return Evidence(
            evidence_id=name, kind=kind, sha256=digest, t_capture=now, t_received=now, sensor=sensor
        )


@pytest.fixture(scope="session")
def catalogue():
    return load(CONFIG / "objects.yaml", ObjectCatalogue)


@pytest.fixture(scope="session")
def limits():
    return load(CONFIG / "safety.yaml", SafetyLimits)


@pytest.fixture(scope="session")
def model():
    return ArmModel()


@pytest.fixture(scope="session")
def collisions(model):
    return CollisionModel(model)


@pytest.fixture
def rig(model, collisions, catalogue, limits):
    """Make a rig of a seed."""

    def make(seed=0, settings=None, scene=None):
        return Rig(seed, model, collisions, catalogue, limits, settings, scene)

    return make
