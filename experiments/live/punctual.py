"""This process before ordinary ones, so that what it hears is timed by the wire and not by it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PRIORITY = 15
"""SCHED_RR: between those who obey and those who check."""
_THREADS = Path("/proc/self/task")


@contextmanager
def punctual() -> Iterator[bool]:
    """All threads there are now run at SCHED_RR, and are ordinary again afterwards.

    Whether that is allowed here is given; where it is not, nothing changes. Processes that are
    started meanwhile inherit it.
    """
    try:
        _schedule(os.SCHED_RR, PRIORITY)
    except PermissionError:
        yield False
        return
    try:
        yield True
    finally:
        _schedule(os.SCHED_OTHER, 0)


def _schedule(policy: int, priority: int) -> None:
    for thread in _THREADS.iterdir():
        try:
            os.sched_setscheduler(int(thread.name), policy, os.sched_param(priority))
        except ProcessLookupError:
            # It ended meanwhile.
            continue
