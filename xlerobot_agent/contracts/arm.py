"""What an arm says of itself and what it is told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ArmState:
    """One reading of all joints; tuples follow ``names``.

    A plain dataclass, not a validated model: it is made a hundred times a second by trusted
    drivers, and the supervisor checks finiteness itself.

    Attributes:
        stamp: when it was measured, node clock [s].
        names: joint names, in the URDF's order.
        positions: [rad].
        velocities: [rad/s].
        efforts: measured load, signed [N·m].
    """

    stamp: float
    names: tuple[str, ...]
    positions: tuple[float, ...]
    velocities: tuple[float, ...]
    efforts: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SetPoint:
    """Joint positions [rad] to hold from now on, in the order of the arm's joint names."""

    positions: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class WrittenSetPoint:
    """A set-point as it went to the driver.

    Attributes:
        stamp: when, node clock [s].
        sequence: rises by one with each.
        chunk_id: of the chunk it belongs to; empty on the way to rest and at rest.
        chunk_time: time into that chunk [s].
        positions: [rad], in the order of the arm's joint names.
    """

    stamp: float
    sequence: int
    chunk_id: str
    chunk_time: float
    positions: tuple[float, ...]
