"""The arm in both readers of the URDF, loaded once."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
import numpy.typing as npt
import pytest

from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.collision_model import CollisionModel
from xlerobot_agent.robot_model.description import urdf_path
from xlerobot_agent.robot_model.inverse_kinematics import InverseKinematics

SEED = 7


@dataclass(frozen=True)
class MujocoArm:
    """The URDF as MuJoCo compiles it."""

    model: mujoco.MjModel
    data: mujoco.MjData

    def place(self, joints: npt.NDArray[np.float64]) -> None:
        """Put the arm into a configuration [rad]."""
        self.data.qpos[:] = joints
        mujoco.mj_kinematics(self.model, self.data)


@pytest.fixture(scope="session")
def arm() -> ArmModel:
    return ArmModel()


@pytest.fixture(scope="session")
def kinematics(arm: ArmModel) -> InverseKinematics:
    return InverseKinematics(arm)


@pytest.fixture(scope="session")
def collisions(arm: ArmModel) -> CollisionModel:
    return CollisionModel(arm)


@pytest.fixture(scope="session")
def mujoco_arm() -> MujocoArm:
    model = mujoco.MjSpec.from_file(str(urdf_path())).compile()
    return MujocoArm(model, mujoco.MjData(model))


@pytest.fixture(scope="session")
def random_configurations(arm: ArmModel) -> npt.NDArray[np.float64]:
    """1,000 configurations within the limits, 1000×6 [rad]."""
    return np.random.default_rng(SEED).uniform(arm.lower, arm.upper, (1000, 6))
