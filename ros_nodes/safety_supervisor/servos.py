"""What the servos' own readings mean for motion: heat, voltage, load, faults they report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.safety_supervisor.measured import Hazard, Level
from xlerobot_agent.robot_model.arm_model import GRIPPER_JOINT

if TYPE_CHECKING:
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.contracts.safety_limits import SafetyLimits
    from xlerobot_agent.contracts.servo_health import ServoHealth

_STANDS = 0.05
"""A joint slower than this stands [rad/s]."""
_WELL = Hazard(Level.NONE)


class ServoWatch:
    """The newest reading, and since when a servo has worked at its limit.

    An arm that never sent one is not watched: the simulation of another robot may have none. Once
    heard, silence is a caution.
    """

    def __init__(self, limits: SafetyLimits) -> None:
        self._limits = limits
        self._heard = 0.0
        self._newest: ServoHealth | None = None
        self._strained_since: dict[str, float] = {}

    def on_health(self, health: ServoHealth, steady: float, state: ArmState | None = None) -> None:
        """Take a reading.

        Args:
            health: it.
            steady: when it was heard, monotonic [s].
            state: of the joints then. A servo that turns may well use all its torque; one that
                stands and does is strained.
        """
        self._newest, self._heard = health, steady
        strained = {
            name
            for name, load in zip(health.joint_names, health.loads, strict=True)
            # The gripper squeezes at its limit by design.
            if abs(load) > self._limits.servo_load
            and not name.endswith(GRIPPER_JOINT)
            and not _turns(name, state)
        }
        since = self._strained_since
        self._strained_since = {name: since.get(name, steady) for name in strained}

    def hazard(self, steady: float) -> Hazard:
        """The worst of what the servos say."""
        health, limits = self._newest, self._limits
        if health is None:
            return _WELL
        if health.faults:
            return Hazard(
                Level.FAULT, f"a servo reports {', '.join(health.faults)}; look at the arm"
            )
        hottest, joint = max(zip(health.temperatures, health.joint_names, strict=True))
        if hottest >= limits.servo_hot:
            return Hazard(Level.BREACH, _heat(joint, hottest, limits.servo_hot))
        lowest, source = min(zip(health.voltages, health.joint_names, strict=True))
        if lowest < limits.servo_voltage:
            return Hazard(
                Level.BREACH,
                f"servo '{source}' gets {lowest:.1f} V, the limit is {limits.servo_voltage} V; "
                "check the supply",
            )
        return self._caution(health, hottest, joint, steady)

    def _caution(self, health: ServoHealth, hottest: float, joint: str, steady: float) -> Hazard:
        limits = self._limits
        if hottest >= limits.servo_warm:
            return Hazard(Level.CAUTION, _heat(joint, hottest, limits.servo_warm))
        for name, since in self._strained_since.items():
            if steady - since >= limits.servo_load_time:
                return Hazard(
                    Level.CAUTION,
                    f"servo '{name}' works above {limits.servo_load:.0%} of its torque for "
                    f"{steady - since:.1f} s; lighten the load",
                )
        silence = steady - self._heard
        if silence > limits.servo_silence:
            return Hazard(
                Level.CAUTION,
                f"the servos' health is silent for {silence:.1f} s, the limit is "
                f"{limits.servo_silence} s; see whether the arm's driver runs",
            )
        return _WELL


def _turns(name: str, state: ArmState | None) -> bool:
    if state is None or name not in state.names:
        return False
    return abs(state.velocities[state.names.index(name)]) >= _STANDS


def _heat(joint: str, temperature: float, limit: float) -> str:
    return f"servo '{joint}' has {temperature:.0f} °C, the limit is {limit:.0f} °C; let it cool"
