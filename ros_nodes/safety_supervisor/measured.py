"""What the joint states say: whether they come, can be true, and stay within bounds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.contracts.safety_limits import SafetyLimits
    from xlerobot_agent.robot_model.arm_model import ArmModel

_CAUTION_SPEED = 1.2
"""Times ``tool_speed``: above it for `_SUSTAINED`, motion is slowed."""
_BREACH_SPEED = 2.0
"""Times ``tool_speed``: above it for `_SUSTAINED`, motion is stopped."""
_SUSTAINED = 0.1
"""[s]; a shorter peak is the servos' overshoot or the noise of a difference."""
_JUMP_ALLOWANCE = 0.1
"""A reading may change by this beyond what the joint's top speed allows [rad]."""
_LONGEST_GAP = 0.1
"""Of two readings, for which a jump can be judged [s]."""
_REWIND = 1.0
"""[s]"""
_AT_REST = 0.05
"""[rad/s]"""


class Level(IntEnum):
    """How bad it is."""

    NONE = 0
    CAUTION = 1
    BREACH = 2
    FAULT = 3
    """Latched: the senses cannot be trusted."""


@dataclass(frozen=True, slots=True)
class Hazard:
    """The worst that is known now."""

    level: Level
    cause: str = ""


_NO_HAZARD = Hazard(Level.NONE)


class MeasuredState:
    """Watches the joint states; one reading at a time."""

    def __init__(self, model: ArmModel, limits: SafetyLimits) -> None:
        self._model = model
        self._limits = limits
        self._top_speed = np.array(model.velocity_limit)
        self._heard = float("-inf")
        self._fault: str | None = None
        self._fast_since: dict[Level, float] = {}
        self._speed = 0.0
        self.state: ArmState | None = None
        """The newest sane reading."""

    @property
    def at_rest(self) -> bool:
        """The arm does not move, as far as is known."""
        state = self.state
        return state is None or max(map(abs, state.velocities), default=0.0) < _AT_REST

    def fresh(self, steady: float) -> bool:
        """Joint states come."""
        return steady - self._heard <= self._limits.state_deadline

    def excuse(self, steady: float) -> None:
        """Count the silence from now on: until now nobody listened."""
        if self.state is not None:
            self._heard = max(self._heard, steady)

    def on_state(self, state: ArmState, steady: float) -> None:
        """Take a reading; one that is not newer than the last does not count as one.

        A stamp that falls by more than a second is a clock that was set back.
        """
        last = self.state
        if last is not None and last.stamp - _REWIND < state.stamp <= last.stamp:
            return
        self._fault = self._insane(state)
        self._heard = steady
        if self._fault is not None:
            return
        self.state = state
        self._watch_speed(state)

    def hazard(self, steady: float) -> Hazard:
        """The worst of what the joint states say."""
        if self._fault is not None:
            return Hazard(Level.FAULT, self._fault)
        if self.state is None:
            return _NO_HAZARD
        if not self.fresh(steady):
            silence = (steady - self._heard) * 1e3
            return Hazard(
                Level.BREACH,
                f"joint states are silent for {silence:.0f} ms, the limit is "
                f"{self._limits.state_deadline * 1e3:.0f} ms; see whether the arm's driver runs",
            )
        for level in (Level.BREACH, Level.CAUTION):
            since = self._fast_since.get(level)
            if since is not None and self.state.stamp - since >= _SUSTAINED:
                return Hazard(
                    level,
                    f"tool point moves at {self._speed:.2f} m/s, the limit is "
                    f"{self._limits.tool_speed} m/s; see what moves the arm",
                )
        return _NO_HAZARD

    def _insane(self, state: ArmState) -> str | None:
        names = self._model.joint_names
        if state.names != names:
            return f"joint states name {state.names}, the arm has {names}; start the right driver"
        for label, values in (("position", state.positions), ("velocity", state.velocities)):
            if len(values) != len(names) or not np.isfinite(values).all():
                return f"joint states give {label} {values}; check the driver and its bus"
        return self._jump(state)

    def _jump(self, state: ArmState) -> str | None:
        last = self.state
        if last is None or self._fault is not None:
            return None
        if not 0.0 < state.stamp - last.stamp <= _LONGEST_GAP:
            return None
        reach = self._top_speed * (state.stamp - last.stamp) + _JUMP_ALLOWANCE
        moved = np.abs(np.subtract(state.positions, last.positions))
        worst = int(np.argmax(moved - reach))
        if moved[worst] <= reach[worst]:
            return None
        return (
            f"joint '{self._model.joint_names[worst]}' jumped by {moved[worst]:.3f} rad within "
            f"{(state.stamp - last.stamp) * 1e3:.0f} ms, it can move {reach[worst]:.3f} rad; "
            "check its encoder"
        )

    def _watch_speed(self, state: ArmState) -> None:
        self._speed = self._model.tool_speed(state.positions, state.velocities)
        for level, factor in ((Level.CAUTION, _CAUTION_SPEED), (Level.BREACH, _BREACH_SPEED)):
            if self._speed <= factor * self._limits.tool_speed:
                self._fast_since.pop(level, None)
            else:
                self._fast_since.setdefault(level, state.stamp)
