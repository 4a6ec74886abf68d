"""The driver's end of the pipes: so many exchanges a line, durations back."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from rclpy.executors import Executor

DISCOVERY_TIME = 30.0
"""[s]"""


class NoAnswerError(RuntimeError):
    """The other process does not answer."""


def serve(exchange: Callable[[], float]) -> None:
    """Do exchanges until standard input ends; ``exchange`` gives its duration [s]."""
    for line in sys.stdin:
        samples = [exchange() for _ in range(int(line))]
        sys.stdout.write(json.dumps(samples) + "\n")
        sys.stdout.flush()


def spin_until(executor: Executor, done: Callable[[], bool], patience: float) -> bool:
    """Execute callbacks until ``done``; False when it is not after ``patience`` [s]."""
    deadline = time.monotonic() + patience
    while not done():
        remaining = deadline - time.monotonic()
        if remaining <= 0.0:
            return False
        executor.spin_once(timeout_sec=remaining)
    return True


def discover(executor: Executor, found: Callable[[], bool]) -> None:
    """Wait for the other process.

    Raises:
        NoAnswerError: it does not come.
    """
    if not spin_until(executor, found, DISCOVERY_TIME):
        raise NoAnswerError(f"nobody answers after {DISCOVERY_TIME:.0f} s; is the ROS domain busy?")
