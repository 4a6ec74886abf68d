"""The simulated table as one object: step it, read the arm and the cameras."""

from __future__ import annotations

from functools import cache, partial

import mujoco

from sim.arm import SimArm
from sim.camera import FrameFilter, SimCamera
from sim.contact_monitor import HISTORY, ContactMonitor
from sim.fault import FaultContext
from sim.faults import FaultSettings
from sim.model_builder import TIMESTEP, build_model
from sim.rendering import SceneRenderer
from sim.scene import CameraPlacement, DeskScene
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.configuration import named_pose, servo_model

FAULT_PERIOD = 0.01
"""Active faults act this often [s]."""
NO_FAULTS = FaultSettings()
_DIVERGED = [
    mujoco.mjtWarning.mjWARN_BADQPOS.value,
    mujoco.mjtWarning.mjWARN_BADQVEL.value,
    mujoco.mjtWarning.mjWARN_BADQACC.value,
]


@cache
def _rest_pose() -> tuple[float, ...]:
    return named_pose(ArmModel())


class SimulationDivergedError(RuntimeError):
    """The physics left the real numbers; the episode is void."""


class SimWorld:
    """One desk. Stepped, single-threaded, deterministic: same scene, same commands, same bytes."""

    def __init__(
        self,
        scene: DeskScene,
        catalogue: ObjectCatalogue,
        faults: FaultSettings = NO_FAULTS,
        seed: int = 0,
        *,
        rest: tuple[float, ...] | None = None,
        timestep: float = TIMESTEP,
    ) -> None:
        """Build the desk with the arm at rest.

        Args:
            scene: what lies where, see ``sim.scene_sampler.sample``.
            catalogue: what the scene's objects are.
            faults: what is to go wrong.
            seed: of the faults' chances and times.
            rest: the arm's first configuration [rad]; the pose ``rest`` by default.
            timestep: of the physics [s].

        Raises:
            KeyError: the scene holds an object or a shape that nobody knows.
            ValueError: a camera hangs on a frame that the arm does not have, or a fault names a
                joint or camera that is not there.
        """
        self.scene = scene
        self.catalogue = catalogue
        self.model = build_model(scene, catalogue, servo_model(), faults, timestep)
        self.data = mujoco.MjData(self.model)
        self.arm = SimArm(self.model, self.data)
        self.arm.place(_rest_pose() if rest is None else rest)
        mujoco.mj_forward(self.model, self.data)
        self.contact_monitor = ContactMonitor(self.model, self.data)
        self._uncollected = 0
        self._owed = 0.0
        self._timestep = timestep
        self._warnings = self.data.warning.number
        self._run = partial(mujoco.mj_step, self.model, self.data)
        self._frame_filters: dict[str, list[FrameFilter]] = {c.name: [] for c in scene.cameras}
        self.fault_context = FaultContext(
            self.model, self.data, self.arm, scene, catalogue, self._frame_filters
        )
        self._faults = faults.begin(self.fault_context, seed)
        self._renderer: SceneRenderer | None = None
        self._cameras: dict[str, SimCamera] | None = None

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
                    self.model,
                    self.data,
                    self._renderer,
                    placement,
                    self._mount(placement),
                    self._frame_filters[placement.name],
                )
                for placement in self.scene.cameras
            }
        return self._cameras

    def advance(self, seconds: float) -> None:
        """Step the physics by a time [s]; what is no whole step is owed to the next call.

        Raises:
            SimulationDivergedError: positions or velocities are no longer usable numbers.
        """
        owed = self._owed + seconds
        steps = int(owed / self._timestep + 1e-6)
        self._owed = owed - steps * self._timestep
        if not self._faults:
            self._step(steps)
            return
        stride = max(1, round(FAULT_PERIOD / self._timestep))
        for done in range(0, steps, stride):
            for fault in self._faults:
                fault.update(self.now)
            self._step(min(stride, steps - done))

    def close(self) -> None:
        """Free what the cameras hold; the world is not to be used afterwards."""
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None
            self._cameras = None

    def _step(self, steps: int) -> None:
        while self._uncollected + steps > HISTORY:
            run = HISTORY - self._uncollected
            self._run(nstep=run)
            steps -= run
            self._uncollected = 0
            self.contact_monitor.collect()
            self._check()
        self._run(nstep=steps)
        self._uncollected += steps

    def _check(self) -> None:
        if self._warnings[_DIVERGED].any():
            raise SimulationDivergedError(
                f"the physics of seed {self.scene.seed} diverged at {self.now:.2f} s; void the "
                "episode and report the seed"
            )

    def _mount(self, placement: CameraPlacement) -> str:
        """The link that carries a camera: the nearest ancestor that has a joint, or the base."""
        body = self.model.body(placement.parent).id
        while self.model.body_jntnum[body] == 0 and self.model.body_parentid[body]:
            body = self.model.body_parentid[body]
        return str(self.model.body(body).name)
