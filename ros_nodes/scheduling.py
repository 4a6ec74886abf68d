"""Real-time scheduling for the processes whose lateness stops the arm.

The permit is due every 20 ms and its silence stops the arm after 60 ms. On a machine that is busy
with other things only the kernel can keep that promise, so the parts that send, check and obey the
permit ask for SCHED_RR before any other thread of theirs exists: the middleware's threads inherit
it. Who may not have it (no root, no ``rtprio`` limit) runs as before and says so.
"""

from __future__ import annotations

import os
from enum import IntEnum


class Urgency(IntEnum):
    """SCHED_RR priorities, 1 to 99; what checks comes before what obeys. 0 asks for nothing."""

    ORDINARY = 0
    SIGNS_OF_LIFE = 2
    """The middleware of a node whose death is told by its silence, not the node's own work."""
    DELIBERATION = 3
    """The agent's loop, a few milliseconds at a time: its silence ends its control of the arm."""
    SKILLS = 5
    """Drafts chunks and passes cancels on."""
    CONTROL = 10
    """Plays set-points: the arm, the simulation."""
    SAFETY = 20
    """Judges chunks and sends the permit."""


def claim(urgency: Urgency) -> str:
    """Ask for the scheduling of this thread and of all that it will start.

    Returns:
        What came of it, for the log.
    """
    if urgency is Urgency.ORDINARY:
        return "ordinary scheduling"
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(int(urgency)))
    except PermissionError:
        return (
            f"no real-time scheduling (SCHED_RR {int(urgency)}): not permitted; on a busy machine "
            "stops for silence are likely, allow it with an 'rtprio' limit for this user"
        )
    return f"real-time scheduling, SCHED_RR {int(urgency)}"


def relinquish() -> None:
    """Give this thread ordinary scheduling again; the threads it started keep theirs."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
