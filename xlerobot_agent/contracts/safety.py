"""What the safety supervisor says: state, latches, permit; and what is said to it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.model import Contract

ESTOP = "estop"
"""Whose latch an e-stop on the topic of that name sets: it cannot say who it is."""


class SafetyMode(StrEnum):
    """CLEAR → ALERT → EVACUATING → RECOVERY → CLEAR; any → UNCONTROLLABLE, latched."""

    CLEAR = "clear"
    ALERT = "alert"
    EVACUATING = "evacuating"
    RECOVERY = "recovery"
    UNCONTROLLABLE = "uncontrollable"

    @property
    def moving(self) -> bool:
        """Whether the arm may be moved in this mode; in ALERT slower."""
        return self in (SafetyMode.CLEAR, SafetyMode.ALERT)


class Latch(Contract):
    """A stop that only a human's reset naming this very number ends."""

    latch_id: int = Field(ge=1)
    source: str
    """``estop``, ``estop/<observer>``, or the sense that failed."""
    cause: str
    since: float
    """Node clock [s]."""
    asserted: bool = True
    """Its source still asserts it; a reset is refused until it no longer does."""


class SafetyState(Contract):
    """The supervisor's state, published on every change."""

    mode: SafetyMode
    motion_allowed: bool
    owner: Owner
    epoch: int = Field(ge=0)
    latches: tuple[Latch, ...] = ()
    cleared_through: int = Field(default=0, ge=0)
    """Every latch up to this number was reset by a person, as far as the supervisor's record
    reaches: one that was started anew without a record vouches for none."""
    reason: str = ""
    stamp: float


class MotionPermit(Contract):
    """The heartbeat without which no arm moves; sent by the loop that does the checks."""

    epoch: int = Field(ge=0)
    owner: Owner
    motion_allowed: bool
    sequence: int = Field(ge=0)
    stamp: float


class EmergencyStop(Contract):
    """An e-stop from an observer that names itself."""

    source: str = Field(min_length=1)
    asserted: bool
    reason: str = ""
    stamp: float

    @property
    def latch_source(self) -> str:
        """The source of the latch that it sets."""
        return f"{ESTOP}/{self.source}"


class HoldToRun(Contract):
    """What an enabling switch (dead-man) says; its silence means that it was let go."""

    source: str = Field(min_length=1)
    """Each source is a switch of its own."""
    held: bool
    stamp: float
    """Node clock [s]."""


class ResetReply(Contract):
    """The answer to a human's reset of one latch."""

    accepted: bool
    message: str
    remaining: tuple[int, ...] = ()
    """Latches still set."""
