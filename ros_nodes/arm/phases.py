"""What the player does with the arm, as a table of transitions (requirement B.2, Chunk)."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """The player's phases."""

    RESTING = "resting"
    """The set-point does not move."""
    PLAYING = "playing"
    """Set-points of an admitted chunk are written."""
    EASING = "easing"
    """The queue ran dry in motion: ramping to rest, and the next chunk may still join."""
    STOPPING = "stopping"
    """Something said stop: ramping to rest, or giving way to what the stopped arm presses on;
    nothing else moves before that."""
    FAULTED = "faulted"
    """The driver does not answer; nothing is written until it has been read again."""


class Trigger(StrEnum):
    """What moves the player from one phase to another."""

    START = "start"
    DRY = "dry"
    REST = "rest"
    STOP = "stop"
    GIVE_WAY = "give_way"
    FAULT = "fault"
    RECOVER = "recover"


TRANSITIONS: dict[tuple[Phase, Trigger], Phase] = {
    (Phase.RESTING, Trigger.START): Phase.PLAYING,
    (Phase.RESTING, Trigger.STOP): Phase.RESTING,
    (Phase.RESTING, Trigger.GIVE_WAY): Phase.STOPPING,
    (Phase.PLAYING, Trigger.START): Phase.PLAYING,
    (Phase.PLAYING, Trigger.DRY): Phase.EASING,
    (Phase.PLAYING, Trigger.REST): Phase.RESTING,
    (Phase.PLAYING, Trigger.STOP): Phase.STOPPING,
    (Phase.EASING, Trigger.START): Phase.PLAYING,
    (Phase.EASING, Trigger.REST): Phase.RESTING,
    (Phase.EASING, Trigger.STOP): Phase.STOPPING,
    (Phase.STOPPING, Trigger.REST): Phase.RESTING,
    (Phase.STOPPING, Trigger.STOP): Phase.STOPPING,
    (Phase.FAULTED, Trigger.STOP): Phase.FAULTED,
    (Phase.FAULTED, Trigger.FAULT): Phase.FAULTED,
    (Phase.FAULTED, Trigger.RECOVER): Phase.RESTING,
} | {(phase, Trigger.FAULT): Phase.FAULTED for phase in Phase if phase is not Phase.FAULTED}


class IllegalTransitionError(RuntimeError):
    """A trigger that the table does not know in this phase; a defect of the player."""


def next_phase(phase: Phase, trigger: Trigger) -> Phase:
    """Where a trigger leads.

    Raises:
        IllegalTransitionError: the table has no such row.
    """
    try:
        return TRANSITIONS[phase, trigger]
    except KeyError:
        raise IllegalTransitionError(f"the player cannot take '{trigger}' while {phase}") from None
