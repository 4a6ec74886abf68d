"""The simulated arm behind ``ArmPort``."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np

from sim.rotations import Matrix
from xlerobot_agent.contracts.arm import ArmState, SetPoint

CommandFilter = Callable[[Matrix], Matrix | None]
"""What a fault makes of a command; None for one that is not carried out now."""


class SimArm:
    """Implements ``ArmPort`` on six position servos. Energised from the start."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Take hold of all servos where they are."""
        self._model = model
        self._data = data
        self._names = tuple(model.actuator(i).name for i in range(model.nu))
        joints = [model.joint(name) for name in self._names]
        self._position_index = np.array([int(j.qposadr[0]) for j in joints])
        self._velocity_index = np.array([int(j.dofadr[0]) for j in joints])
        self._low, self._high = model.actuator_ctrlrange.T.copy()
        self.filters: list[CommandFilter] = []
        """Faults of the command's way, applied in turn."""

    @property
    def joint_names(self) -> tuple[str, ...]:
        """In the URDF's order, gripper last."""
        return self._names

    def read(self) -> ArmState:
        """All joints at the simulated time; efforts are the servos' torques [N·m]."""
        data = self._data
        return ArmState(
            stamp=float(data.time),
            names=self._names,
            positions=tuple(data.qpos[self._position_index].tolist()),
            velocities=tuple(data.qvel[self._velocity_index].tolist()),
            efforts=tuple(data.actuator_force.tolist()),
        )

    def write(self, set_point: SetPoint) -> None:
        """Move the servos' targets, clamped to the joints' ranges; energises a relaxed arm.

        Raises:
            ValueError: a wrong number of positions, or one that is not finite.
        """
        target = np.asarray(set_point.positions, dtype=np.float64)
        if target.shape != self._low.shape or not np.isfinite(target).all():
            raise ValueError(
                f"set-point {set_point.positions} is no command for {', '.join(self._names)}; "
                "give one finite position in radians for each"
            )
        clamped: Matrix | None = np.clip(target, self._low, self._high)
        for apply in self.filters:
            if clamped is None:
                return
            clamped = apply(clamped)
        if clamped is not None:
            self.command(clamped)

    def command(self, target: Matrix) -> None:
        """Carry out a command that has passed all checks and faults."""
        self._data.ctrl[:] = target
        self._model.opt.disableactuator = 0

    def hold(self) -> None:
        """Keep the last set-point, energised."""
        if self._model.opt.disableactuator:
            self._data.ctrl[:] = self._data.qpos[self._position_index]
            self._model.opt.disableactuator = 0

    def relax(self) -> None:
        """Torque off in all servos, until the next ``write`` or ``hold``."""
        self._model.opt.disableactuator = 1

    def place(self, positions: tuple[float, ...]) -> None:
        """Begin an episode in this configuration [rad], at rest."""
        self._data.qpos[self._position_index] = positions
        self._data.qvel[self._velocity_index] = 0.0
        self._data.ctrl[:] = np.clip(positions, self._low, self._high)
