"""ROS domains that one run has to itself: two robots in one domain would obey each other.

Discovery shows only who has started already; two runs that begin together would both find a domain
empty. So each run of ours also binds a name in the kernel's abstract socket namespace (unix(7)):
it belongs to the network namespace, as DDS's ports do, and ends with the process that holds it.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterable
from types import TracebackType
from typing import Self

DOMAINS = range(1, 101)
"""Those that no operating system's ephemeral ports lie in (ROS 2's own advice)."""
HIGHEST_DOMAIN = 232
"""DDS has no ports for higher ones (OMG DDSI-RTPS, 9.6.1)."""


class DomainError(ValueError):
    """No such domain."""


class BusyDomainError(RuntimeError):
    """Somebody else is in the domain."""


class DomainReservation:
    """A domain that no other run of ours takes while this is open; a context manager."""

    def __init__(self, number: int) -> None:
        """Reserve one domain.

        Raises:
            DomainError: there is none of this number.
            BusyDomainError: another run has it.
        """
        if not 0 <= number <= HIGHEST_DOMAIN:
            raise DomainError(f"{number} is no ROS domain; give 0 to {HIGHEST_DOMAIN}")
        self.number = number
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            self._socket.bind(f"\0xlerobot-ros-domain-{number}")
        except OSError:
            self._socket.close()
            raise BusyDomainError(
                f"ROS domain {number} belongs to another run on this machine; "
                f"end it or choose another, ROS_DOMAIN_ID={DOMAINS.start} to {DOMAINS.stop - 1}"
            ) from None

    def close(self) -> None:
        """Others may have the domain; the second call does nothing."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def reserve_any_domain(among: Iterable[int] = DOMAINS) -> DomainReservation:
    """A domain drawn from those that no other run of ours has.

    Raises:
        BusyDomainError: other runs have all of them.
    """
    numbers = list(among)
    secrets.SystemRandom().shuffle(numbers)
    for number in numbers:
        try:
            return DomainReservation(number)
        except BusyDomainError:
            continue
    raise BusyDomainError(
        f"other runs on this machine have all of the {len(numbers)} ROS domains; end some"
    )
