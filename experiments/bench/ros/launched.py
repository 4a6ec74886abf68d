"""The environment that a launch file gives to our processes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from xlerobot_agent.configuration import config_directory
from xlerobot_agent.launching.plan import plan


def launched_environment(process: str) -> Mapping[str, str]:
    """What ``sim.launch.yaml`` adds to the environment of one of its processes.

    Raises:
        ValueError: it starts no such process.
    """
    path = config_directory().parent / "launch" / "sim.launch.yaml"
    plans = plan(path, {}, environment={}, executable=lambda _, name: Path(name))
    found = {p.name: p.environment for p in plans}
    if process not in found:
        raise ValueError(f"{path} starts no '{process}', but {', '.join(found)}")
    return found[process]
