"""How talking to the graph can fail; every message says what to look at next."""

from __future__ import annotations


class ConsoleError(RuntimeError):
    """Base of all."""


class UnavailableError(ConsoleError):
    """Nobody on the graph answers, or somebody ended while we waited."""


class TimedOutError(ConsoleError):
    """It takes longer than the time allowed; what moved for it was told to hold."""


class RefusedError(ConsoleError):
    """The supervisor refused; nothing moved."""
