"""A sample of the fault campaign over the live graph (faults 1, 6, 7, 10, 12, 18, 19).

The whole of it is ``xlerobot fault campaign``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from experiments.faults.campaign import Ground, run_fault
from experiments.faults.cases import faults
from experiments.live.domain import free_domain
from xlerobot_agent.cli.launch import find_launch_file

pytestmark = [pytest.mark.ros, pytest.mark.slow, pytest.mark.timeout(300)]

SAMPLE = (
    "chunk-sane",
    "chunk-nan",
    "chunk-too-fast",
    "chunk-old-epoch",
    "estop-reach",
    "stop-approach",
    "told-disable-safety",
    "estop-during-reset",
    "safety-supervisor-killed",
    "agent-killed-in-its-own-goal",
)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    directory: Path = tmp_path_factory.mktemp("faults")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("ROS_DOMAIN_ID", raising=False)
        with (
            free_domain(),
            Ground(find_launch_file("sim.launch.yaml"), {"seed": "3"}, directory) as ground,
        ):
            yield ground
    for log in sorted(directory.rglob("*.log")):
        # Shown by pytest when a test fails: the last events of every node.
        sys.stdout.write(
            f"--- {log.parent.name}/{log.stem}\n{log.read_text(errors='replace')[-3000:]}\n"
        )


@pytest.mark.parametrize("name", SAMPLE)
def test_the_arm_stops_as_promised(ground: Ground, name: str) -> None:
    record = run_fault(faults()[name], ground, repeats=1)
    assert record.passed, f"expected: {record.expected}; seen: {record.seen}"
