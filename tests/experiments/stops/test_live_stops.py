"""Stops are measured on a live graph: a sample of ``xlerobot bench stop`` (issue 3, Numbers)."""

from __future__ import annotations

import pytest

from experiments.live.domain import free_domain
from experiments.stops.bench import StopBench
from experiments.stops.causes import CAUSES
from xlerobot_agent.cli.launch import find_launch_file
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.safety_limits import SafetyLimits

pytestmark = [pytest.mark.ros, pytest.mark.slow, pytest.mark.timeout(300)]

SAMPLE = {"estop": 3, "safety_supervisor-killed": 1, "cancel": 2}


@pytest.mark.parametrize("name", SAMPLE)
def test_the_arm_stops_in_time_and_writes_nothing_afterwards(name, tmp_path, monkeypatch):
    monkeypatch.delenv("ROS_DOMAIN_ID", raising=False)
    limits = load(config_directory() / "safety.yaml", SafetyLimits)
    (cause,) = [cause for cause in CAUSES if cause.name == name]
    bench = StopBench(find_launch_file("sim.launch.yaml"), limits, tmp_path)
    with free_domain():
        measures = list(bench.run(SAMPLE[name], lambda name, done: None, [cause]))
    assert measures
    assert all(measure.n == SAMPLE[name] for measure in measures)
    assert all(measure.strays == 0 for measure in measures)
    # The limits are of a p99 on a machine of its own; here others may be at work.
    assert all(measure.max_ms <= 2.0 * measure.limit_ms for measure in measures), measures
