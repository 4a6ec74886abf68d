"""Which ROS domain a run of ours takes: the caller's, or one in which nobody is."""

from __future__ import annotations

import os
import secrets

from ros_nodes.console.node import Console
from xlerobot_agent.middleware import stay_on_this_machine

DOMAINS = range(1, 101)
"""Those that no operating system's ephemeral ports lie in (ROS 2's own advice)."""
ATTEMPTS = 5
LISTENING = 1.0
"""How long discovery is listened to [s]."""


HIGHEST_DOMAIN = 232
"""DDS has no ports for higher ones (OMG DDSI-RTPS, 9.6.1)."""


class DomainError(ValueError):
    """No such domain."""


class BusyDomainError(RuntimeError):
    """Another robot's nodes are in the domain."""


def enter_free_domain() -> int:
    """Set ``ROS_DOMAIN_ID`` of this process and its children; the number.

    A domain that the caller chose is taken if nobody is there; otherwise one is drawn.

    Raises:
        DomainError: the caller's is no domain.
        BusyDomainError: somebody is there.
    """
    stay_on_this_machine()
    chosen = os.environ.get("ROS_DOMAIN_ID")
    if chosen is not None:
        if not chosen.isdecimal() or int(chosen) > HIGHEST_DOMAIN:
            raise DomainError(
                f"ROS_DOMAIN_ID={chosen} is no domain; give 0 to {HIGHEST_DOMAIN}, or none at all"
            )
        _refuse_if_busy()
        return int(chosen)
    for attempt in range(ATTEMPTS):
        os.environ["ROS_DOMAIN_ID"] = str(DOMAINS.start + secrets.randbelow(len(DOMAINS)))
        try:
            _refuse_if_busy()
        except BusyDomainError:
            if attempt == ATTEMPTS - 1:
                raise
            continue
        break
    return int(os.environ["ROS_DOMAIN_ID"])


def _refuse_if_busy() -> None:
    with Console() as console:
        console.overview(LISTENING)
        names = [name for name in console.node_names() if not name.startswith("/console_")]
    if names:
        raise BusyDomainError(
            f"ROS domain {os.environ['ROS_DOMAIN_ID']} is busy: {', '.join(names)} run there; "
            "end them or choose another, ROS_DOMAIN_ID=1 to 101"
        )
