"""The simulated table as one object: step it, read the arm and the cameras."""

from __future__ import annotations

import mujoco

from sim.arm import SimArm
from sim.camera import SimCamera
from sim.model_builder import TIMESTEP, build_model
from sim.rendering import SceneRenderer
from sim.scene import CameraPlacement, DeskScene
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.configuration import named_pose, servo_model


class SimulationDivergedError(RuntimeError):
    """The physics left the real numbers; the episode is void."""


class SimWorld:
    """One desk. Stepped, single-threaded, deterministic: same scene, same commands, same bytes."""

    def __init__(
        self,
        scene: DeskScene,
        catalogue: ObjectCatalogue,
        *,
        rest: tuple[float, ...] | None = None,
        timestep: float = TIMESTEP,
    ) -> None:
        """Build the desk with the arm in ``rest`` [rad], the URDF's rest pose by default.

        Raises:
            KeyError: the scene holds an object or a shape that nobody knows.
            ValueError: a camera hangs on a frame that the arm does not have.
        """
        self.scene = scene
        self.catalogue = catalogue
        self.model = build_model(scene, catalogue, servo_model(), timestep)
        self.data = mujoco.MjData(self.model)
        self.arm = SimArm(self.model, self.data)
        self.arm.place(named_pose(ArmModel()) if rest is None else rest)
        mujoco.mj_forward(self.model, self.data)
        self._renderer: SceneRenderer | None = None
        self._cameras: dict[str, SimCamera] | None = None
        self._owed = 0.0

    @property
    def now(self) -> float:
        """Simulated time [s]."""
        return float(self.data.time)

    @property
    def cameras(self) -> dict[str, SimCamera]:
        """By name; the first use makes the OpenGL context.

        Raises:
            NoRendererError: there is no OpenGL on this machine.
        """
        if self._cameras is None:
            self._renderer = SceneRenderer(self.model)
            self._cameras = {
                placement.name: SimCamera(
                    self.model, self.data, self._renderer, placement, self._mount(placement)
                )
                for placement in self.scene.cameras
            }
        return self._cameras

    def advance(self, seconds: float) -> None:
        """Step the physics by a time [s]; what is no whole step is owed to the next call.

        Raises:
            SimulationDivergedError: positions are no longer finite.
        """
        timestep = self.model.opt.timestep
        self._owed += seconds
        steps = int(self._owed / timestep + 1e-6)
        self._owed -= steps * timestep
        mujoco.mj_step(self.model, self.data, steps)

    def close(self) -> None:
        """Free what the cameras hold; the world is not to be used afterwards."""
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None
            self._cameras = None

    def _mount(self, placement: CameraPlacement) -> str:
        """The nearest link with mass above the frame that carries the camera."""
        body = self.model.body(placement.parent).id
        while self.model.body_mass[body] == 0.0 and body:
            body = self.model.body_parentid[body]
        while self.model.body_jntnum[body] == 0 and self.model.body_parentid[body]:
            body = self.model.body_parentid[body]
        return str(self.model.body(body).name)
