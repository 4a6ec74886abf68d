"""The report shows claim and verdict side by side and escapes what people typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experiments.report.model import Claim, Lane, RunReport, Span
from experiments.report.writer import write
from experiments.score_sheet import Condition, ConditionScore, ScoreSheet


def sheet(*unmet: Condition) -> ScoreSheet:
    return ScoreSheet(
        conditions=tuple(
            ConditionScore(condition=c, met=c not in unmet, because="measured") for c in Condition
        )
    )


def report(score: ScoreSheet | None = None, *, claimed: bool = True) -> RunReport:
    return RunReport(
        title="Desk task",
        command="xlerobot demo --seed 3",
        seed=3,
        instruction="put the <b>cup</b> away",
        reply="",
        claim=Claim(succeeded=claimed, verified=("inside(red_cup, tray)",)),
        score=score,
        verdict="done",
        sim_seconds=40.0,
        wall_seconds=41.0,
        spans=(Span(lane=Lane.SKILL, start=1.0, end=9.0, label="pick", outcome="succeeded"),),
        pictures={"front, before": "before.png"},
    )


@pytest.mark.parametrize(
    ("score", "claimed", "success"),
    [
        (sheet(), True, True),
        (sheet(), False, False),
        (sheet(Condition.NO_COLLISION), True, False),
        (None, True, True),
    ],
)
def test_success_needs_claim_and_score(
    score: ScoreSheet | None, claimed: bool, success: bool
) -> None:
    assert report(score, claimed=claimed).success is success


def test_a_sheet_with_a_condition_missing_is_no_success() -> None:
    assert not ScoreSheet(conditions=sheet().conditions[:-1]).success


def test_page_and_json_are_written_and_text_is_escaped(tmp_path: Path) -> None:
    (tmp_path / "before.png").write_bytes(b"\x89PNG")
    page = write(report(sheet(Condition.CUP_IN_TRAY)), tmp_path).read_text()
    assert "&lt;b&gt;cup" in page
    assert "<b>cup" not in page
    assert "data:image/png;base64,iVBORw==" in page
    assert "cup_in_tray" in page
    assert "no success" in page
    data = json.loads((tmp_path / "report.json").read_text())
    assert data["spans"][0]["label"] == "pick"
