"""Whole episodes over the live graph: every node a process, physics in real time.

Covers S3-58, DC-04, B.4 and B.5 over ROS.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from experiments.episode import INSTRUCTION
from experiments.live.domain import free_domain
from experiments.live.estop_trial import FAST, run_estop_trial
from experiments.live.run import BAG, LOGS, LiveHooks, LiveOutcome, LiveRequest, run_live
from xlerobot_agent.cli.launch import find_launch_file
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import SkillName

pytestmark = [pytest.mark.ros, pytest.mark.slow, pytest.mark.timeout(400)]


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.delenv("ROS_DOMAIN_ID", raising=False)
    with free_domain():
        yield tmp_path


def request(directory: Path, **arguments: str) -> LiveRequest:
    return LiveRequest(
        launch_file=find_launch_file("sim.launch.yaml"),
        arguments=arguments,
        instruction=INSTRUCTION,
        directory=directory,
    )


def show_nodes(directory: Path) -> None:
    """Printed by pytest when the test fails: the last events of every node."""
    for log in sorted((directory / LOGS).glob("*.log")):
        sys.stdout.write(f"--- {log.stem}\n{log.read_text(errors='replace')[-3000:]}\n")


def run(live: LiveRequest) -> LiveOutcome:
    try:
        return run_live(live, LiveHooks())
    finally:
        show_nodes(live.directory)


def test_a_slipped_grasp_is_seen_and_tried_again(directory: Path) -> None:
    """On this seed the lot says slip for the first grasp and hold for the next ones."""
    outcome = run(request(directory, seed="1", faults="grasp_slip:0.25"))
    assert outcome.report.success, outcome.report.verdict
    picks = [r for r in outcome.report.receipts if r.skill == SkillName.PICK]
    assert any(r.verdict is not Verdict.SUCCEEDED for r in picks), "no grasp slipped on this seed"
    for receipt in outcome.report.receipts:
        if receipt.verdict is Verdict.SUCCEEDED:
            assert all(e.t_capture > receipt.t_settled for e in receipt.post_evidence)
    assert outcome.page.is_file()
    assert (directory / BAG).stat().st_size > 100_000
    assert set(outcome.report.pictures) == {
        f"{camera} camera, {when}" for camera in ("front", "wrist") for when in ("before", "after")
    }


def test_an_estop_holds_until_the_reset_and_the_task_is_finished(directory: Path) -> None:
    """DC-09: latched, still, nothing moves before the reset, then observed anew, done."""
    live = request(directory, seed="4")
    try:
        trial = run_estop_trial(live, seed=4, delay=6.0, at_speed=True)
    finally:
        show_nodes(directory)
    assert trial.latched
    assert trial.speed > FAST / 2.0, "the e-stop came while nothing moved: it shows nothing"
    assert trial.stillness is not None
    assert trial.stillness.passed, trial
    assert trial.passed, trial


def test_what_is_not_understood_moves_nothing(directory: Path) -> None:
    """Refused whole, no skill started, the desk as it was."""
    live = LiveRequest(
        launch_file=find_launch_file("sim.launch.yaml"),
        arguments={"seed": "5"},
        instruction="put the red cup in the tray and put it on the moon",
        directory=directory,
    )
    outcome = run(live)
    assert outcome.reply.answer.value == "refuse"
    assert "moon" in outcome.reply.message
    assert outcome.report.receipts == ()
    assert not outcome.report.success
