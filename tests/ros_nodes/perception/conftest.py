"""A real desk to look at: MuJoCo renders it, perception measures it, truth judges."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

import mujoco
import numpy as np
import pytest

from ros_nodes.perception.pipeline import PerceptionPipeline
from ros_nodes.perception.settings import PerceptionSettings
from sim.scene_sampler import sample
from sim.truth import Truth
from sim.world import SimWorld
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.arm import ArmState, SetPoint
from xlerobot_agent.contracts.camera import Frame
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict
from xlerobot_agent.contracts.scene import SceneObservation
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.arm_solution import ArmSolution
from xlerobot_agent.robot_model.gripper_geometry import GripperGeometry
from xlerobot_agent.robot_model.inverse_kinematics import InverseKinematics


class Ids:
    """Counts."""

    def __init__(self) -> None:
        self._counter = itertools.count(1)

    def new(self, prefix: str) -> str:
        return f"{prefix}-{next(self._counter)}"


class Desk:
    """One simulated desk under one pipeline."""

    def __init__(
        self,
        seed: int,
        catalogue: ObjectCatalogue,
        settings: PerceptionSettings,
        arm: ArmModel,
    ) -> None:
        self.catalogue = catalogue
        self.model = arm
        self.world = SimWorld(sample(seed, catalogue), catalogue)
        self.world.advance(0.3)
        self.truth = Truth(self.world)
        self.pipeline = PerceptionPipeline(catalogue, arm, settings, Ids())

    def put(
        self,
        name: str,
        x: float,
        y: float,
        z: float = 0.0,
        *,
        yaw: float = 0.0,
        tilt: float = 0.0,
        settle: float = 0.0,
    ) -> None:
        """Set a movable thing down; its axis leans by ``tilt`` towards ``yaw``."""
        joint = self.world.model.body(name).jntadr[0]
        address = int(self.world.model.jnt_qposadr[joint])
        half = tilt / 2.0
        leaning = (math.cos(half), -math.sin(half) * math.sin(yaw), math.sin(half) * math.cos(yaw))
        self.world.data.qpos[address : address + 7] = (x, y, z, *leaning, 0.0)
        dof = int(self.world.model.jnt_dofadr[joint])
        self.world.data.qvel[dof : dof + 6] = 0.0
        self.world.advance(max(settle, 1e-9))
        self.refresh()

    def refresh(self) -> None:
        """Let derived positions follow what was set."""
        mujoco.mj_forward(self.world.model, self.world.data)

    def remove(self, name: str) -> None:
        """Take a movable thing off the desk, far out of every view."""
        self.put(name, 4.0, 4.0, 0.5)

    def arm(self, *joints: float) -> None:
        """Put the arm into a configuration [rad], at rest."""
        self.world.arm.place(tuple(joints))
        self.refresh()

    def grasp(self, name: str, height: float, lift: float = 0.08) -> None:
        """Close the gripper around a thing where it lies, and lift it, as a skill would."""
        kinematics, geometry = InverseKinematics(self.model), GripperGeometry(self.model)
        pose = self.truth.object(name).pose
        offset = (geometry.opening(0.5).middle, 0.0, -0.005)

        def reach(z: float, gripper: float) -> tuple[float, ...]:
            found = kinematics.solve_with_free_pitch(
                (pose.x, pose.y, z),
                math.pi / 2.0,
                pitch_range=(0.4, 1.4),
                preferred=0.85,
                offset=offset,
            )
            assert isinstance(found, ArmSolution), found
            return found.with_gripper(gripper)

        self.arm(*reach(height, 1.3))
        self.put(name, pose.x, pose.y)
        self.move(reach(height, 0.0), 0.8)
        held = self.world.arm.read().positions[-1] - 0.08
        self.move(reach(height + lift, held), 0.8)

    def move(self, joints: tuple[float, ...], seconds: float) -> None:
        """Carry the set-points to a configuration [rad], then wait for rest."""
        start, steps = np.array(self.world.arm.read().positions), round(seconds / 0.01)
        for step in range(1, steps + 1):
            share = step / steps
            target = start + share * share * (3.0 - 2.0 * share) * (np.array(joints) - start)
            self.world.arm.write(SetPoint(tuple(target.tolist())))
            self.world.advance(0.01)
        self.world.advance(0.5)

    def frames(self) -> list[Frame | None]:
        return [camera.read() for camera in self.world.cameras.values()]

    def look(self, arm: ArmState | None = None) -> SceneObservation:
        """Look once."""
        return self.pipeline.process(self.frames(), arm or self.world.arm.read(), self.world.now)

    @staticmethod
    def says(observation: SceneObservation, text: str) -> PredicateVerdict:
        """The verdict on a predicate written like ``inside(red_cup, tray)``."""
        return observation.verdict(Predicate.parse(text))

    def inside(self, receptacle: str, along: float, across: float) -> tuple[float, float]:
        """A point in a receptacle, as shares -1..1 of its half widths, in ``base_link`` [m]."""
        pose = self.truth.object(receptacle).pose
        size = self.world.scene.object(receptacle).size
        dx, dy = along * size.x / 2.0, across * size.y / 2.0
        c, s = math.cos(pose.yaw), math.sin(pose.yaw)
        return pose.x + c * dx - s * dy, pose.y + s * dx + c * dy

    def error(self, observation: SceneObservation, name: str) -> float:
        """Distance of an object's measured from its true footprint middle [m]."""
        found = observation.find(name)
        assert found is not None, f"{name} was not seen"
        true = self.truth.object(name).pose
        return math.hypot(found.pose.x - true.x, found.pose.y - true.y)


@pytest.fixture(scope="session")
def catalogue() -> ObjectCatalogue:
    return load(config_directory() / "objects.yaml", ObjectCatalogue)


@pytest.fixture(scope="session")
def settings() -> PerceptionSettings:
    return load(config_directory() / "perception.yaml", PerceptionSettings)


@pytest.fixture(scope="session")
def arm_model() -> ArmModel:
    return ArmModel()


@pytest.fixture
def desk_of(
    catalogue: ObjectCatalogue, settings: PerceptionSettings, arm_model: ArmModel
) -> Iterator[Callable[[int], Desk]]:
    """Builds desks by seed and closes them afterwards."""
    desks: list[Desk] = []

    def build(seed: int) -> Desk:
        desks.append(Desk(seed, catalogue, settings, arm_model))
        return desks[-1]

    yield build
    for desk in desks:
        desk.world.close()


@pytest.fixture
def random() -> np.random.Generator:
    return np.random.default_rng(2)
