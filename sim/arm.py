"""The simulated arm behind ``ArmPort``."""

from __future__ import annotations

import math
from collections.abc import Callable

import mujoco
import numpy as np

from sim.rotations import Matrix
from xlerobot_agent.contracts.arm import ArmState, SetPoint
from xlerobot_agent.contracts.servo_health import ServoHealth

ROOM = 32.0
"""A servo that has stood for a while [°C]."""
SUPPLY = 7.4
"""Of the common SO-101 kit [V]."""

CommandFilter = Callable[[Matrix], Matrix | None]
"""What a fault makes of a command; None for one that is not carried out now."""


class SimArm:
    """Implements ``ArmPort`` on six position servos. Energised from the start."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Take hold of all servos where they are."""
        self._data = data
        self._names = tuple(model.actuator(i).name for i in range(model.nu))
        joints = [model.joint(name) for name in self._names]
        # Views into MuJoCo's memory: looking one up by index costs more than a step's share.
        self._positions = data.qpos[_run([int(j.qposadr[0]) for j in joints])]
        self._velocities = data.qvel[_run([int(j.dofadr[0]) for j in joints])]
        self._efforts = data.actuator_force
        self._target = data.ctrl
        self._option = model.opt
        self._ranges = tuple((low, high) for low, high in model.actuator_ctrlrange.tolist())
        self.filters: list[CommandFilter] = []
        """Faults of the command's way, applied in turn."""
        self._torques = np.array(model.actuator_forcerange[:, 1])
        self.temperatures = np.full(len(self._names), ROOM)
        """Of the servos [°C]; the physics heats nothing, faults do."""
        self.voltages = np.full(len(self._names), SUPPLY)
        """[V]"""
        self.servo_faults: list[str] = []
        """What the servos report."""

    @property
    def joint_names(self) -> tuple[str, ...]:
        """In the URDF's order, gripper last."""
        return self._names

    def read(self) -> ArmState:
        """All joints at the simulated time; efforts are the servos' torques [N·m]."""
        return ArmState(
            self._data.time,
            self._names,
            tuple(self._positions.tolist()),
            tuple(self._velocities.tolist()),
            tuple(self._efforts.tolist()),
        )

    def health(self) -> ServoHealth:
        """What the servos say of themselves."""
        return ServoHealth(
            stamp=self._data.time,
            joint_names=self._names,
            temperatures=tuple(self.temperatures.tolist()),
            voltages=tuple(self.voltages.tolist()),
            loads=tuple((self._efforts / self._torques).tolist()),
            faults=tuple(self.servo_faults),
        )

    def write(self, set_point: SetPoint) -> None:
        """Move the servos' targets, clamped to the joints' ranges; energises a relaxed arm.

        Raises:
            ValueError: a wrong number of positions, or one that is not finite.
        """
        positions = set_point.positions
        if len(positions) != len(self._ranges) or not math.isfinite(sum(positions)):
            raise ValueError(
                f"set-point {positions} is no command for {', '.join(self._names)}; "
                "give one finite position in radians for each"
            )
        clamped = [
            low if value < low else high if value > high else value
            for value, (low, high) in zip(positions, self._ranges, strict=True)
        ]
        if not self.filters:
            self._target[:] = clamped
            self._option.disableactuator = 0
            return
        command: Matrix | None = np.array(clamped)
        for apply in self.filters:
            if command is None:
                return
            command = apply(command)
        if command is not None:
            self.command(command)

    def command(self, target: Matrix) -> None:
        """Carry out a command that has passed all checks and faults."""
        self._target[:] = target
        self._option.disableactuator = 0

    def hold(self) -> None:
        """Keep the last set-point, energised."""
        if self._option.disableactuator:
            self._target[:] = self._positions
            self._option.disableactuator = 0

    def relax(self) -> None:
        """Torque off in all servos, until the next ``write`` or ``hold``."""
        self._option.disableactuator = 1

    def place(self, positions: tuple[float, ...]) -> None:
        """Begin an episode in this configuration [rad], at rest."""
        self._positions[:] = positions
        self._velocities[:] = 0.0
        self._target[:] = [
            min(max(value, low), high)
            for value, (low, high) in zip(positions, self._ranges, strict=True)
        ]


def _run(addresses: list[int]) -> slice:
    """Addresses that follow one another as a slice: the arm is the model's first mechanism.

    Raises:
        ValueError: they do not follow one another.
    """
    run = slice(addresses[0], addresses[0] + len(addresses))
    if addresses != list(range(run.start, run.stop)):
        raise ValueError(
            f"joint addresses {addresses} have gaps; give each servo's joint one degree"
        )
    return run
