"""A sample of the interleavings over the live graph (B.4, S3-77, faults 11, 12, 13, 18).

All of them are ``python -m experiments.cancels --interleavings 1000``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from experiments.cancels.bench import CancelBench
from experiments.cancels.campaign import run_campaign
from experiments.cancels.schedule import schedule
from experiments.live.domain import free_domain
from xlerobot_agent.cli.launch import find_launch_file

pytestmark = [pytest.mark.ros, pytest.mark.slow, pytest.mark.timeout(300)]

INTERLEAVINGS = 25


def test_goals_end_as_they_should_whenever_they_are_cancelled(tmp_path: Path) -> None:
    launch_file = find_launch_file("sim.launch.yaml")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("ROS_DOMAIN_ID", raising=False)
        with free_domain(), CancelBench(launch_file, {}, 1, tmp_path) as bench:
            result = run_campaign(schedule(INTERLEAVINGS, seed=1), 1, bench)
    for log in sorted(tmp_path.rglob("*.log")):
        # Shown by pytest when the test fails: the last events of every node.
        sys.stdout.write(
            f"--- {log.parent.name}/{log.stem}\n{log.read_text(errors='replace')[-3000:]}\n"
        )
    assert not [what for found in result.interleavings for what in found.violations]
    assert result.passed.successes == INTERLEAVINGS
    # A machine that is busy with other tests may starve some, and not most.
    assert result.starved < INTERLEAVINGS // 2
