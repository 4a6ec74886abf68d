"""Seconds ↔ builtin_interfaces/Time, to the nanosecond."""

from __future__ import annotations

from builtin_interfaces.msg import Time

_PER_SECOND = 1_000_000_000


def to_msg(seconds: float) -> Time:
    """Seconds (negative ones too) as a message; rounded to the nearest nanosecond."""
    whole, rest = divmod(round(seconds * _PER_SECOND), _PER_SECOND)
    return Time(sec=whole, nanosec=rest)


def from_msg(message: Time) -> float:
    """A message as seconds: the float nearest to it."""
    return float((message.sec * _PER_SECOND + message.nanosec) / _PER_SECOND)
