"""The driver's end of the pipes: so many exchanges a line, durations back."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import TextIO

from rclpy.executors import Executor

DISCOVERY_TIME = 30.0
"""[s]"""
DISCOVERY_PERIOD = 0.05
"""Between two looks at the graph [s]."""
RESEND_PERIOD = 0.5
"""[s]"""
ATTEMPTS = 5
SETTLING_TIME = 0.3
"""For answers that are still on their way [s]."""


class NoAnswerError(RuntimeError):
    """The other process does not answer."""


def claim_stdout() -> TextIO:
    """Standard output for the answers alone; to be called first.

    What the middleware prints there goes to standard error from now on.
    """
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def serve(exchange: Callable[[], float], answers: TextIO) -> None:
    """Do exchanges until standard input ends.

    Args:
        exchange: does one; gives its duration [s].
        answers: where a line of durations goes for each line that asks.
    """
    for line in sys.stdin:
        samples = [exchange() for _ in range(int(line))]
        answers.write(json.dumps(samples) + "\n")
        answers.flush()


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

    Args:
        executor: spins in between.
        found: asked again and again; may send something to be answered.

    Raises:
        NoAnswerError: it does not come.
    """
    deadline = time.monotonic() + DISCOVERY_TIME
    while not found():
        if time.monotonic() > deadline:
            raise NoAnswerError(
                f"nobody answers after {DISCOVERY_TIME:.0f} s; is the ROS domain busy?"
            )
        # Nothing wakes an executor when the graph changes.
        executor.spin_once(timeout_sec=DISCOVERY_PERIOD)


def connect(executor: Executor, send: Callable[[], None], heard: Callable[[], bool]) -> None:
    """Send until something comes back: both ends know each other only then.

    Raises:
        NoAnswerError: nothing comes back.
    """
    next_time = time.monotonic()

    def answered() -> bool:
        nonlocal next_time
        if not heard() and time.monotonic() >= next_time:
            next_time += RESEND_PERIOD
            send()
        return heard()

    discover(executor, answered)
    spin_until(executor, lambda: False, SETTLING_TIME)


def timed(
    executor: Executor, send: Callable[[], None], heard: Callable[[], bool], patience: float
) -> float:
    """Duration from sending to hearing the answer [s].

    What best effort lost is sent again and only the last attempt counts, since a loss says how
    busy the machine is and not what the path costs.

    Raises:
        NoAnswerError: several in a row were lost.
    """
    for _ in range(ATTEMPTS):
        began = time.perf_counter()
        send()
        if spin_until(executor, heard, patience):
            return time.perf_counter() - began
    raise NoAnswerError(f"{ATTEMPTS} messages in a row were lost")
