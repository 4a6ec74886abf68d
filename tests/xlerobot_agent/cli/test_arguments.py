"""Command lines that cannot be used cost one clear line and exit code 2; nothing starts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from xlerobot_agent.cli.evaluate import parse_seeds
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.main import app

COMMANDS = tuple(get_command(app).commands)  # type: ignore[attr-defined]


def invoke(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_teaches_itself(command: str) -> None:
    code, text = invoke(command, "--help")
    assert code == ExitCode.SUCCESS
    assert "Usage" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("launch", "nope"), "no launch file 'nope'"),
        (("launch", "sim.launch.yaml", "seed"), "write name:=value"),
        (("launch", "sim.launch.yaml", "sead:=1"), "did you mean 'seed'"),
        (("demo", "sead:=1"), "did you mean 'seed'"),
        (("eval", "--seed", "9-3"), "empty range"),
        (("eval", "--seed", "x"), "names no seeds"),
        (("eval", "--fault", "slip:1"), "no fault 'slip'"),
        (("eval", "--fault", "grasp_slip:2"), "does not take"),
        (("verify", "inside(cup)"), "takes 2 object ids"),
        (("verify", "floating(cup)"), "no predicate 'floating'"),
    ],
)
def test_bad_words_are_named(words: tuple[str, ...], message: str) -> None:
    code, text = invoke(*words)
    assert code == ExitCode.USAGE
    assert message in " ".join(text.split())


def test_a_report_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "run.mcap").write_bytes(b"recorded")
    code, text = invoke("demo", "--out", str(tmp_path))
    assert code == ExitCode.USAGE
    assert "not empty" in " ".join(text.split())
    assert (tmp_path / "run.mcap").read_bytes() == b"recorded"


def test_show_args_lists_every_argument() -> None:
    code, text = invoke("launch", "sim.launch.yaml", "--show-args")
    assert code == ExitCode.SUCCESS
    for name in ("seed", "faults", "real_time_factor", "record", "[Hz]"):
        assert name in text


def test_the_list_of_faults_can_be_read_by_a_program() -> None:
    code, text = invoke("fault", "list", "--json")
    assert code == ExitCode.SUCCESS
    listed = json.loads(text)["faults"]
    assert "chunk-sane" in {fault["name"] for fault in listed}
    assert all(set(fault) == {"name", "kind", "expected"} for fault in listed)


@pytest.mark.parametrize(
    ("text", "episodes", "seeds"),
    [
        ("1000", None, list(range(1000, 1010))),
        ("1000", 3, [1000, 1001, 1002]),
        ("7-9", None, [7, 8, 9]),
        ("3,5,9", None, [3, 5, 9]),
    ],
)
def test_seeds_are_read_in_three_forms(text: str, episodes: int | None, seeds: list[int]) -> None:
    assert parse_seeds(text, episodes) == seeds


@pytest.mark.timeout(240)
def test_an_evaluation_file_has_the_promised_top_level(tmp_path: Path) -> None:
    """The figures of ``xlerobot eval --json``, with one record an episode."""
    file = tmp_path / "figures.json"
    code, _ = invoke(
        "eval", "--episodes", "1", "--seed", "5", "--workers", "1", "--json", str(file)
    )
    assert code == ExitCode.SUCCESS
    data = json.loads(file.read_text())
    assert set(data) >= {
        "episodes", "successes", "success_rate", "wilson_low", "wilson_high", "false_successes",
        "false_failures", "failures_by_kind", "sim_seconds", "wall_seconds", "records",
    }  # fmt: skip
    (record,) = data["records"]
    assert record["seed"] == 5
    assert record["faults"] == {}
    assert {"claimed", "score", "reason"} <= set(record)
