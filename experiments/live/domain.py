"""Which ROS domain a run of ours takes: the caller's, or one in which nobody is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from ros_nodes.console.node import Console
from xlerobot_agent.middleware import stay_on_this_machine
from xlerobot_agent.ros_domain import (
    HIGHEST_DOMAIN,
    BusyDomainError,
    DomainError,
    DomainReservation,
    reserve_any_domain,
)

VARIABLE = "ROS_DOMAIN_ID"
ATTEMPTS = 5
LISTENING = 1.0
"""How long discovery is listened to [s]."""


@contextmanager
def free_domain() -> Iterator[int]:
    """Set ``ROS_DOMAIN_ID`` of this process and its children, for a while; the number.

    A domain that the caller chose is taken if nobody is there; otherwise one is drawn.

    Raises:
        DomainError: the caller's is no domain.
        BusyDomainError: somebody is there.
    """
    stay_on_this_machine()
    chosen = os.environ.get(VARIABLE)
    with _drawn() if chosen is None else _entered(_asked_for(chosen)) as reservation:
        try:
            yield reservation.number
        finally:
            _restore(chosen)


def _asked_for(chosen: str) -> DomainReservation:
    if not chosen.isdecimal():
        raise DomainError(
            f"{VARIABLE}={chosen} is no domain; give 0 to {HIGHEST_DOMAIN}, or none at all"
        )
    return DomainReservation(int(chosen))


def _drawn() -> DomainReservation:
    for _ in range(ATTEMPTS - 1):
        try:
            return _entered(reserve_any_domain())
        except BusyDomainError:
            continue
    return _entered(reserve_any_domain())


def _entered(reservation: DomainReservation) -> DomainReservation:
    """The same reservation, when nobody is heard in the domain."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(reservation.number)
    with Console() as console:
        console.overview(LISTENING)
        names = [name for name in console.node_names() if not name.startswith("/console_")]
    if names:
        reservation.close()
        _restore(before)
        raise BusyDomainError(
            f"ROS domain {reservation.number} is busy: {', '.join(names)} run there; "
            f"end them or choose another, {VARIABLE}=1 to 100"
        )
    return reservation


def _restore(value: str | None) -> None:
    if value is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = value
