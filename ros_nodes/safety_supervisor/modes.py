"""Safety modes as a table (requirements B.2 Safety, S1-20, S1-39).

A worse mode is entered at once; a better one only after its condition has held for a while, and
from UNCONTROLLABLE only by a human's reset of the last latch.
"""

from __future__ import annotations

from enum import StrEnum

from xlerobot_agent.contracts.safety import SafetyMode


class Trigger(StrEnum):
    """What moves the mode."""

    CAUTION = "caution"
    """Something is out of the ordinary: motion goes on, slower."""
    BREACH = "breach"
    """A limit is passed or a sense is lost: controlled stop."""
    LATCH = "latch"
    """An e-stop or a fault that a human must look at."""
    CLEARED = "cleared"
    """The mode's clear condition has held for ``clear_time``."""
    RESET = "reset"
    """The last latch was reset."""


_CLEAR, _ALERT, _EVACUATING, _RECOVERY, _UNCONTROLLABLE = (
    SafetyMode.CLEAR,
    SafetyMode.ALERT,
    SafetyMode.EVACUATING,
    SafetyMode.RECOVERY,
    SafetyMode.UNCONTROLLABLE,
)

TRANSITIONS: dict[tuple[SafetyMode, Trigger], SafetyMode] = {
    (_CLEAR, Trigger.CAUTION): _ALERT,
    (_CLEAR, Trigger.BREACH): _EVACUATING,
    (_CLEAR, Trigger.LATCH): _UNCONTROLLABLE,
    (_ALERT, Trigger.BREACH): _EVACUATING,
    (_ALERT, Trigger.LATCH): _UNCONTROLLABLE,
    (_ALERT, Trigger.CLEARED): _CLEAR,
    (_EVACUATING, Trigger.LATCH): _UNCONTROLLABLE,
    (_EVACUATING, Trigger.CLEARED): _RECOVERY,
    (_RECOVERY, Trigger.BREACH): _EVACUATING,
    (_RECOVERY, Trigger.LATCH): _UNCONTROLLABLE,
    (_RECOVERY, Trigger.CLEARED): _CLEAR,
    (_UNCONTROLLABLE, Trigger.RESET): _RECOVERY,
}
"""Every pair that is absent leaves the mode as it is."""


def next_mode(mode: SafetyMode, trigger: Trigger) -> SafetyMode:
    """Where a trigger leads; the mode itself where the table has no row."""
    return TRANSITIONS.get((mode, trigger), mode)


class ModeMachine:
    """The current mode, and how long its clear condition has held."""

    def __init__(self, clear_time: float) -> None:
        """Start CLEAR; what is not known yet is the permit's to deny.

        Args:
            clear_time: how long a clear condition must hold [s].
        """
        self._clear_time = clear_time
        self._clear_since: float | None = None
        self.mode = SafetyMode.CLEAR
        self.reason = ""

    def apply(self, trigger: Trigger, reason: str = "") -> bool:
        """Apply a trigger; whether the mode changed."""
        mode = next_mode(self.mode, trigger)
        if mode is self.mode:
            return False
        self.mode, self.reason = mode, reason
        self._clear_since = None
        return True

    def observe_clear(self, clear: bool, steady: float, reason: str = "") -> bool:
        """Feed whether the mode's clear condition holds now; whether the mode changed.

        Args:
            clear: the condition holds.
            steady: monotonic time [s].
            reason: told with the mode that is entered.
        """
        if not clear:
            self._clear_since = None
            return False
        if self._clear_since is None:
            self._clear_since = steady
        if steady - self._clear_since < self._clear_time:
            return False
        return self.apply(Trigger.CLEARED, reason)
