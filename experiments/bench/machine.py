"""The machine that figures come from; a figure without it means nothing."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from xlerobot_agent.contracts.model import Contract

_CPU_INFO = Path("/proc/cpuinfo")


class Machine(Contract):
    """Where a benchmark ran."""

    cores: int
    """That this process may use."""
    cpu: str
    load: float
    """Processes ready to run, mean of the minute before the benchmark."""
    system: str
    python: str
    libraries: dict[str, str]
    """Versions of what the benchmark compares with; ``unknown`` where no package tells."""


def describe_machine(libraries: Sequence[str]) -> Machine:
    """This machine now."""
    return Machine(
        cores=len(os.sched_getaffinity(0)),
        cpu=cpu_name(_CPU_INFO.read_text(encoding="utf-8") if _CPU_INFO.exists() else ""),
        load=os.getloadavg()[0],
        system=platform.platform(),
        python=platform.python_version(),
        libraries={name: _version(name) for name in sorted(libraries)},
    )


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        # A ROS that Debian installed is no Python distribution of that name.
        return "unknown"


def cpu_name(cpu_info: str) -> str:
    """The processor's name in the text of ``/proc/cpuinfo``, or its architecture."""
    for line in cpu_info.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "model name":
            return value.strip()
    return platform.machine()
