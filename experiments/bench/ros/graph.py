"""Processes of a benchmark on a ROS domain of their own, driven through pipes.

The parent never imports rclpy. A *driver* reads a number of exchanges from its standard input,
does as many and answers with one line of JSON: their durations in seconds.
"""

from __future__ import annotations

import importlib.util
import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from experiments.bench.benchmark import BenchmarkUnavailableError
from xlerobot_agent.ros_domain import DomainReservation, reserve_any_domain

CONFIGURING = ("FASTDDS_", "FASTRTPS_", "MALLOC_", "RMW_", "ROS_")
"""Variables of these names are not inherited: they would change what is compared."""
ANSWER_TIME = 60.0
"""For one round, start and discovery included [s]."""
ENDING_TIME = 5.0
"""For a process to end by itself [s]."""


class Graph:
    """One or more pairs of processes, each pair in a domain of its own. A context manager."""

    def __init__(self) -> None:
        """No process yet.

        Raises:
            BenchmarkUnavailableError: rclpy is not installed.
        """
        if importlib.util.find_spec("rclpy") is None:
            raise BenchmarkUnavailableError(
                "rclpy is not installed; run `make setup`, or source a ROS 2 Jazzy"
            )
        self._processes: list[subprocess.Popen[str]] = []
        self._domains: list[DomainReservation] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in reversed(self._processes):
            if process.stdin is not None and not process.stdin.closed:
                process.stdin.close()
            process.terminate()
        for process in self._processes:
            try:
                process.wait(ENDING_TIME)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            for pipe in (process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()
        for domain in self._domains:
            domain.close()

    def pair(
        self,
        driver: Sequence[str],
        answerer: Sequence[str],
        *,
        driver_environment: Mapping[str, str] | None = None,
        answerer_environment: Mapping[str, str] | None = None,
    ) -> Driver:
        """Start two processes.

        Args:
            driver: a module of this package and its arguments.
            answerer: another one; it runs until it is told to end.
            driver_environment: variables for the driver alone.
            answerer_environment: variables for the answerer alone.
        """
        self._domains.append(reserve_any_domain())
        domain = {"ROS_DOMAIN_ID": str(self._domains[-1].number)}
        other = self._start(answerer, domain | dict(answerer_environment or {}))
        return Driver(self._start(driver, domain | dict(driver_environment or {})), other)

    def _start(
        self, module: Sequence[str], environment: Mapping[str, str]
    ) -> subprocess.Popen[str]:
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(CONFIGURING)}
        name, *arguments = module
        process = subprocess.Popen(
            [sys.executable, "-m", f"{__package__}.{name}", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=inherited | {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"} | dict(environment),
        )
        self._processes.append(process)
        return process


class Driver:
    """The parent's end of a driver's pipes."""

    def __init__(self, process: subprocess.Popen[str], other: subprocess.Popen[str]) -> None:
        """Take hold of a driver and of the process that answers it."""
        self._process = process
        self._other = other

    def exchange(self, count: int) -> list[float]:
        """Let the driver do a number of exchanges; their durations [s].

        Raises:
            BenchmarkUnavailableError: the driver ended or did not answer in time.
        """
        if self._process.stdin is None or self._process.stdout is None:
            raise TypeError("a driver needs both pipes")
        try:
            self._process.stdin.write(f"{count}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            line = ""
        else:
            ready, _, _ = select.select([self._process.stdout], [], [], ANSWER_TIME)
            line = self._process.stdout.readline() if ready else ""
        if not line:
            raise BenchmarkUnavailableError(self._complaint())
        return [float(sample) for sample in json.loads(line)]

    def _complaint(self) -> str:
        """What both processes said last; ends them."""
        words = []
        for process in (self._process, self._other):
            process.terminate()
            try:
                _, said = process.communicate(timeout=ENDING_TIME)
            except subprocess.TimeoutExpired:
                process.kill()
                _, said = process.communicate()
            last = said.strip().splitlines()[-3:]
            words.append(f"{_module(process)} said: {' | '.join(last) or 'nothing'}")
        return f"no answer in {ANSWER_TIME:.0f} s, or a process ended; " + "; ".join(words)


def _module(process: subprocess.Popen[str]) -> str:
    return " ".join(list(process.args)[2:]) if isinstance(process.args, list) else ""
