"""A catalogue, desks, and an arm that follows a script in joint space."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from sim.faults import FaultSettings
from sim.reach import polar
from sim.scene_sampler import sample
from sim.world import SimWorld
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.arm import SetPoint
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.arm_solution import ArmSolution
from xlerobot_agent.robot_model.inverse_kinematics import InverseKinematics


@dataclass(frozen=True)
class Grasp:
    """How one kind of object is taken."""

    pitch: float
    height: float
    across: float
    depth: float
    opening: float
    approach: float
    ease: float


CUP = Grasp(math.radians(48), 0.045, 0.018, -0.018, 1.4, 0.10, 0.3)
PAPER = Grasp(math.radians(58), 0.020, 0.014, -0.008, 1.1, 0.08, 0.2)
GRASPS = {"red_cup": CUP, "yellow_paper": PAPER}


class ScriptedArm:
    """Drives the simulated arm at 100 Hz, open loop, from known positions."""

    def __init__(self, world: SimWorld, roll: float) -> None:
        self.world = world
        self.model = ArmModel()
        self.solver = InverseKinematics(self.model)
        self.roll = roll
        self.joints = np.array(world.arm.read().positions)
        self.offset = (0.0, 0.0, 0.0)

    def step(self, joints: Sequence[float]) -> None:
        self.joints = np.array(joints)
        self.world.arm.write(SetPoint(tuple(self.joints.tolist())))
        self.world.advance(0.01)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.01)):
            self.step(self.joints)

    def move(self, joints: Sequence[float], speed: float = 1.2) -> None:
        start, end = self.joints.copy(), np.array(joints)
        steps = max(1, int(np.abs(end - start).max() / speed / 0.01))
        for share in np.arange(1, steps + 1) / steps:
            self.step(start + (end - start) * share**2 * (3 - 2 * share))

    def jaws(self, angle: float, speed: float = 2.0) -> None:
        self.move([*self.joints[:5], angle], speed)

    def solve(self, point: Sequence[float], pitch: float) -> np.ndarray:
        x, y, z = (float(v) for v in point)
        found = self.solver.solve((x, y, z), pitch, self.roll, offset=self.offset)
        assert isinstance(found, ArmSolution), found.message
        return np.array(found.with_gripper(float(self.joints[5])))

    def solve_any_pitch(self, point: Sequence[float]) -> np.ndarray:
        x, y, z = (float(v) for v in point)
        found = self.solver.solve_with_free_pitch(
            (x, y, z), self.roll, pitch_range=(-0.5, 1.2), preferred=0.7, offset=self.offset
        )
        assert isinstance(found, ArmSolution), found.message
        return np.array(found.with_gripper(float(self.joints[5])))

    def line(
        self, start: Sequence[float], end: Sequence[float], pitches: tuple[float, float]
    ) -> None:
        a, b = np.array(start), np.array(end)
        steps = max(2, int(float(np.linalg.norm(b - a)) / 0.12 / 0.01))
        for share in np.arange(1, steps + 1) / steps:
            pitch = pitches[0] + (pitches[1] - pitches[0]) * share
            self.step(self.solve(a + (b - a) * share, pitch))

    def descend(self, object_id: str, shift: Sequence[float] = (0.0, 0.0)) -> np.ndarray:
        """Open the jaws around an object; returns the grasp point."""
        grasp = GRASPS[object_id]
        self.offset = (grasp.across, 0.0, grasp.depth)
        x, y, _ = self.world.data.body(object_id).xpos
        point = np.array([x + shift[0], y + shift[1], grasp.height])
        tool = self.model.frame_pose(tuple(self.solve(point, grasp.pitch).tolist()))
        above = point - grasp.approach * tool[:3, 2]
        target = self.solve(above, grasp.pitch)
        self.move([target[0], *self.joints[1:]])
        self.joints[5] = grasp.opening
        self.move(self.solve_any_pitch(above + np.array([0.0, 0.0, 0.06])))
        self.move(self.solve(above, grasp.pitch))
        self.line(above, point, (grasp.pitch, grasp.pitch))
        return point

    def pick(
        self, object_id: str, shift: Sequence[float] = (0.0, 0.0), lift: float = 0.08
    ) -> np.ndarray:
        """Take an object and lift it; returns the grasp point in the air."""
        grasp = GRASPS[object_id]
        point = self.descend(object_id, shift)
        self.jaws(-0.1)
        self.wait(0.3)
        high = point + np.array([0.0, 0.0, lift])
        self.line(point, high, (grasp.pitch, grasp.pitch - grasp.ease))
        self.wait(0.3)
        return high

    def put(self, receptacle: str, height: float, release: float) -> None:
        """Carry what is held over a receptacle, lower it to ``height`` and let go."""
        target = self.world.data.body(receptacle).xpos
        pan = self.joints[0]
        lifted = self.joints.copy()
        radius = 0.24
        aim = (*polar(radius, -pan), 0.17)
        lifted = self.solve_any_pitch(aim)
        self.move(lifted, 0.8)
        above = self.solve_any_pitch((target[0], target[1], 0.17))
        self.move([above[0], *self.joints[1:]], 0.8)
        self.move(above, 0.8)
        self.move(self.solve_any_pitch((target[0], target[1], height)), 0.6)
        self.wait(0.3)
        self.jaws(release, 1.0)
        self.wait(0.3)
        self.move(self.solve_any_pitch((target[0], target[1], height + 0.07)), 0.6)
        self.wait(0.7)


@pytest.fixture(scope="session")
def catalogue() -> ObjectCatalogue:
    return load(config_directory() / "objects.yaml", ObjectCatalogue)


Desk = Callable[..., SimWorld]


@pytest.fixture
def desk(catalogue: ObjectCatalogue) -> Iterator[Desk]:
    """Make worlds: ``desk(seed, "grasp_slip:1.0", …)``; they are closed at the end."""
    worlds: list[SimWorld] = []

    def make(seed: int, *faults: str) -> SimWorld:
        settings = FaultSettings.parse(faults)
        world = SimWorld(sample(seed, catalogue), catalogue, settings, seed)
        worlds.append(world)
        return world

    yield make
    for world in worlds:
        world.close()


@pytest.fixture
def scripted() -> Callable[[SimWorld, float], ScriptedArm]:
    """Make an arm that follows a script, jaws opening to the given side [rad]."""
    return lambda world, roll=-math.pi / 2: ScriptedArm(world, roll)
