"""The accuracy figures are computed as they are reported. Covers issue 2.3 (position error)."""

from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

from experiments.perception_accuracy import EVERYTHING, AccuracyReport, Glance, main, report
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue

NAMES = ("red_cup", "yellow_paper", "tray", "bin")


@pytest.fixture
def catalogue() -> ObjectCatalogue:
    return load(config_directory() / "objects.yaml", ObjectCatalogue)


def glances(error: float, missed: str = "") -> list[Glance]:
    position = {name: error for name in NAMES if name != missed}
    return [
        Glance(seed=seed, position=position, yaw={"tray": 0.01}, milliseconds=5.0)
        for seed in (7, 8)
    ]


@pytest.mark.parametrize(("error", "within"), [(0.004, True), (0.006, False), (0.02, False)])
def test_errors_are_held_against_the_limits(catalogue, error, within):
    result = report(glances(error), catalogue)
    assert result.within_limits is within
    assert result.position[EVERYTHING].n == 8
    assert result.position["tray"].median == pytest.approx(error)
    assert result.seeds == (7, 8)


def test_a_missed_object_is_a_failure(catalogue):
    result = report(glances(0.001, missed="red_cup"), catalogue)
    assert result.missed["red_cup"] == 2
    assert not result.within_limits


def test_two_desks_from_the_command_line(tmp_path):
    app = typer.Typer()
    app.command()(main)
    path = tmp_path / "accuracy.json"
    result = CliRunner().invoke(app, ["--seeds", "1000-1001", "--json", str(path)])
    assert result.exit_code == 0, result.output
    assert "red_cup" in result.output
    saved = AccuracyReport.model_validate(json.loads(path.read_text()))
    assert saved.position[EVERYTHING].n == 8
    assert CliRunner().invoke(app, ["--seeds", "12"]).exit_code == 2
    assert CliRunner().invoke(app, ["--seeds", "9-3"]).exit_code == 2
