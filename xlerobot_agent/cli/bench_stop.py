"""``xlerobot bench stop``: how fast and how far the arm stops, for every way to stop it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from xlerobot_agent.cli.domain import own_domain
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.launch import find_launch_file
from xlerobot_agent.cli.terminal import ERR, OUT, fail

if TYPE_CHECKING:
    from experiments.stops.measure import StopReport

NAME = "stop"
MEASURES = "what stops the arm: until the last set-point, until rest, and how far; on busy cores"


def bench_stop(repeats: int, json_file: Path | None) -> StopReport:
    """Measure and print; the report."""
    from experiments.faults.field import FieldError
    from experiments.live.graph import GraphEndedError
    from ros_nodes.console.errors import ConsoleError

    try:
        report = _run(repeats, json_file)
    except (FieldError, GraphEndedError, ConsoleError) as error:
        fail(f"the stops could not be measured: {error}", ExitCode.UNAVAILABLE)
    _show(report)
    return report


def _run(repeats: int, json_file: Path | None) -> StopReport:
    """The whole report; the file has after each measure what there is."""
    from experiments.stops.report import NAMES, run_stops
    from xlerobot_agent.configuration import config_directory, load
    from xlerobot_agent.contracts.safety_limits import SafetyLimits

    limits = load(config_directory() / "safety.yaml", SafetyLimits)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
    )
    with (
        own_domain(),
        tempfile.TemporaryDirectory() as folder,
        Progress(*columns, console=ERR, transient=True) as progress,
    ):
        tasks = {name: progress.add_task(name, total=repeats, start=False) for name in NAMES}

        def advance(name: str, done: int) -> None:
            progress.start_task(tasks[name])
            progress.update(tasks[name], completed=done)

        launch_file = find_launch_file("sim.launch.yaml")
        for report in run_stops(launch_file, limits, Path(folder), repeats, advance):
            done = report.measures[-1]
            progress.print(f"{done.name}: p99 {done.p99_ms:.1f} ms, n {done.n}", highlight=False)
            if json_file is not None:
                json_file.write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return report


def _show(report: StopReport) -> None:
    table = Table("measure", "n", "median", "p95", "p99", "max", "limit", "travel", "ok")
    for m in report.measures:
        travel = "" if m.travel_mm_max is None else f"{m.travel_mm_max:.1f} of {m.limit_mm:g} mm"
        table.add_row(
            m.name,
            str(m.n),
            f"{m.median_ms:.1f} ms",
            f"{m.p95_ms:.1f}",
            f"{m.p99_ms:.1f}",
            f"{m.max_ms:.1f}",
            f"p99 ≤ {m.limit_ms:g}",
            travel,
            "[green]yes[/]" if m.ok else "[red]no[/]",
        )
    OUT.print(table)
    strays = sum(m.strays for m in report.measures)
    OUT.print(f"set-points written for a chunk after it was discarded: {strays}", highlight=False)
    for failure in report.failures:
        ERR.print(f"told nothing: {escape(failure)}", highlight=False, soft_wrap=True)
