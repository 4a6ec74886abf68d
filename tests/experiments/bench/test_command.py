"""``xlerobot bench``: the table, the file, and what it says to nonsense. Covers issue 2, 10."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from experiments.bench import benchmark
from experiments.bench.result import BenchmarkReport
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.main import app


def bench(*arguments):
    return CliRunner().invoke(app, ["bench", *arguments])


def test_a_result_goes_to_the_table_and_the_file(tmp_path):
    """A missed goal is printed as it is: the code is 0 either way."""
    file = tmp_path / "physics.json"
    answer = bench("physics", "--quick", "--json", str(file))
    assert answer.exit_code == ExitCode.SUCCESS
    assert "physics" in answer.stdout
    report = BenchmarkReport.model_validate_json(file.read_text())
    assert [result.name for result in report.results] == ["physics"]
    assert json.loads(file.read_text())["results"][0]["met"] in (True, False)


def test_list_names_all():
    for answer in (bench("--list"), bench()):
        assert answer.exit_code == ExitCode.SUCCESS
        for name in benchmark.benchmark_names():
            assert name in answer.stdout


def test_an_unknown_benchmark_is_a_usage_error():
    answer = bench("phisics")
    assert answer.exit_code == ExitCode.USAGE
    assert "did you mean 'physics'" in answer.stderr


def test_a_folder_that_is_not_there_is_told_before_anything_runs(tmp_path):
    answer = bench("physics", "--json", str(tmp_path / "no" / "file.json"))
    assert answer.exit_code == ExitCode.USAGE
    assert "make it first" in answer.stderr


def test_what_cannot_run_here_is_told_and_the_others_run(monkeypatch):
    def unavailable(name, **_):
        raise benchmark.BenchmarkUnavailableError(f"nothing to measure {name} with")

    monkeypatch.setattr(benchmark, "run_benchmark", unavailable)
    answer = bench("ik", "--quick")
    assert answer.exit_code == ExitCode.UNAVAILABLE
    assert "nothing to measure ik with" in answer.stderr
