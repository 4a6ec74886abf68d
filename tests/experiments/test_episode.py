"""Whole episodes in process: same agent, skills and perception as over ROS (S3-58, B.14)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experiments.episode import run_episode
from experiments.evaluation import summarise
from experiments.rig import StackSettings
from sim.faults import FaultSettings

NONE = FaultSettings()
pytestmark = pytest.mark.timeout(240)


@pytest.fixture(scope="module")
def settings() -> StackSettings:
    return StackSettings.read()


def test_the_desk_is_tidied_and_both_verdicts_agree(settings: StackSettings) -> None:
    record = run_episode(0, settings, NONE)
    assert record.success, record.reason
    assert record.skill_calls["pick"] == 2
    assert record.skill_calls["place"] == 2
    assert record.results[-1].startswith("verify_state")


def test_the_same_seed_gives_the_same_decisions(settings: StackSettings, tmp_path: Path) -> None:
    """B.13: byte-identical traces of two runs, physics and pictures included."""
    traces = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for trace in traces:
        run_episode(1, settings, FaultSettings.parse(["grasp_slip:0.5"]), trace=trace)
    assert traces[0].read_bytes() == traces[1].read_bytes()
    assert all(json.loads(line) for line in traces[0].read_text().splitlines())


def test_chinese_and_one_object_alone(settings: StackSettings) -> None:
    record = run_episode(2, settings, NONE, instruction="把黄色的纸团扔进垃圾桶")
    assert record.claimed, record.reason
    assert record.skill_calls["pick"] == 1
    unmet = {c.condition.value for c in record.score.failed()}
    assert unmet == {"cup_in_tray"}


def test_a_refused_wish_moves_nothing(settings: StackSettings) -> None:
    record = run_episode(3, settings, NONE, instruction="do not pick up the red cup")
    assert not record.claimed
    assert record.skill_calls == {}
    assert record.reason


def test_a_summary_counts_what_the_records_say(settings: StackSettings) -> None:
    done = run_episode(4, settings, NONE)
    refused = run_episode(4, settings, NONE, instruction="sing a song")
    result = summarise([done, refused], NONE, 1, 10.0)
    assert (result.episodes, result.successes) == (2, 1)
    assert result.false_successes == 0
    assert sum(result.failures_by_kind.values()) == 1
    assert result.wilson_low < 0.5 < result.wilson_high
