"""The life of one skill goal: a table of transitions and the function that applies them (B.2).

Terminal verdicts are not phases: DONE is reached once, with the one result.
"""

from __future__ import annotations

from enum import StrEnum

from xlerobot_agent.contracts.skills import Phase


class Signal(StrEnum):
    """What moves a goal from phase to phase."""

    START = "start"
    """The lane is free: check the gates."""
    ADMIT = "admit"
    """All gates passed; the first step is planned."""
    HALT = "halt"
    """The arm was asked to hold."""
    SETTLE = "settle"
    """No more motion is on its way: wait until the arm is still."""
    LOOK = "look"
    """The arm is still: wait for an observation."""
    MOVE = "move"
    """More motion follows on what was seen."""
    CONCLUDE = "conclude"
    """The result is out."""


TRANSITIONS: dict[tuple[Phase, Signal], Phase] = {
    (Phase.WAITING, Signal.START): Phase.VALIDATING,
    (Phase.WAITING, Signal.CONCLUDE): Phase.DONE,
    (Phase.VALIDATING, Signal.ADMIT): Phase.RUNNING,
    (Phase.VALIDATING, Signal.CONCLUDE): Phase.DONE,
    (Phase.RUNNING, Signal.HALT): Phase.STOPPING,
    (Phase.RUNNING, Signal.SETTLE): Phase.SETTLING,
    (Phase.STOPPING, Signal.SETTLE): Phase.SETTLING,
    (Phase.SETTLING, Signal.HALT): Phase.STOPPING,
    (Phase.SETTLING, Signal.LOOK): Phase.OBSERVING,
    (Phase.OBSERVING, Signal.HALT): Phase.STOPPING,
    (Phase.OBSERVING, Signal.SETTLE): Phase.SETTLING,
    (Phase.OBSERVING, Signal.MOVE): Phase.RUNNING,
    (Phase.OBSERVING, Signal.CONCLUDE): Phase.DONE,
}
"""Everything that is legal; whatever is not here is an error of the executor."""


class IllegalTransitionError(RuntimeError):
    """A signal that the phase does not know."""


def next_phase(phase: Phase, signal: Signal) -> Phase:
    """The phase after a signal.

    Raises:
        IllegalTransitionError: the table has no such transition.
    """
    try:
        return TRANSITIONS[phase, signal]
    except KeyError:
        legal = ", ".join(s.value for p, s in TRANSITIONS if p is phase) or "none, it is terminal"
        raise IllegalTransitionError(
            f"'{signal.value}' is not legal in phase '{phase.value}'; legal there: {legal}"
        ) from None
