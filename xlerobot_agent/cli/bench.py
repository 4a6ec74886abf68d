"""``xlerobot bench``: what this stack costs, each beside the bare library in the same run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from xlerobot_agent.cli import bench_stop
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import ERR, OUT, fail, failing_with

if TYPE_CHECKING:
    from experiments.bench.result import BenchmarkReport, BenchmarkResult
    from experiments.statistics import Percentiles

EVERYTHING = "all"


def bench(
    name: Annotated[
        str | None, typer.Argument(help="A benchmark, or all; without one they are listed.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Also write the results to this file.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Few samples: shows that it works, not how fast.")
    ] = False,
    repeats: Annotated[
        int, typer.Option(min=1, help="Of each stop, for the benchmark named stop.")
    ] = 200,
    list_names: Annotated[
        bool, typer.Option("--list", help="List the benchmarks and end.")
    ] = False,
) -> None:
    """Measure what this stack costs, each thing beside the bare library in the same run.

    A figure that misses its goal is printed as it is and is no error; only "stop", whose limits
    are promises of safety, then ends with exit code 1.

    Example: xlerobot bench round-trip --json round-trip.json
    """
    # Read by libraries when they are imported, so before any of them is.
    os.environ.setdefault("MUJOCO_GL", "egl")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from experiments.bench.benchmark import (
        UnknownBenchmarkError,
        benchmark_names,
        find_benchmark,
    )
    from xlerobot_agent.configuration import ConfigurationError

    if list_names or name is None:
        _show_names()
        return
    if json_file is not None and not json_file.parent.is_dir():
        fail(f"there is no folder {json_file.parent}; make it first", ExitCode.USAGE)
    if name == bench_stop.NAME:
        if not bench_stop.bench_stop(repeats, json_file).ok:
            raise typer.Exit(int(ExitCode.NOT_ACHIEVED))
        return
    names = benchmark_names() if name == EVERYTHING else (name,)
    with failing_with(ExitCode.USAGE, UnknownBenchmarkError):
        for wanted in names:
            find_benchmark(wanted)
    with failing_with(ExitCode.USAGE, ConfigurationError):
        report = _run(names, quick)
    if json_file is not None:
        json_file.write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
    _show(report)
    if report.unavailable:
        raise typer.Exit(int(ExitCode.UNAVAILABLE))


def _run(names: tuple[str, ...], quick: bool) -> BenchmarkReport:
    """Run benchmarks; one that cannot run does not keep the others from it."""
    from experiments.bench.benchmark import BenchmarkUnavailableError, run_benchmark
    from experiments.bench.result import BenchmarkReport

    results, unavailable = [], {}
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=ERR, transient=True) as progress:
        for name in names:
            task = progress.add_task(name, total=1.0)

            def advance(share: float, task: object = task) -> None:
                progress.update(task, completed=share)  # type: ignore[arg-type]

            try:
                results.append(run_benchmark(name, quick=quick, advance=advance))
            except BenchmarkUnavailableError as error:
                unavailable[name] = str(error)
            progress.update(task, completed=1.0)
    return BenchmarkReport(results=tuple(results), unavailable=unavailable)


def _show_names() -> None:
    from experiments.bench.benchmark import benchmark_names, find_benchmark

    table = Table("benchmark", "measures", "ratio's goal")
    for name in benchmark_names():
        benchmark = find_benchmark(name)
        table.add_row(name, benchmark.measures, str(benchmark.goal))
    table.add_row(bench_stop.NAME, bench_stop.MEASURES, "limits in ms and mm")
    OUT.print(table)


def _show(report: BenchmarkReport) -> None:
    """A table of all results, and below it what each rests on."""
    table = Table("benchmark", "ours p50/p99", "bare p50/p99", "ratio (95 %)", "goal", "met", "n")
    for result in report.results:
        table.add_row(
            result.name,
            _figures(result.ours),
            _figures(result.bare),
            str(result.ratio),
            str(result.goal),
            "[green]yes[/]" if result.met else "[red]no[/]",
            str(result.n),
        )
    if report.results:
        OUT.print(table)
    for result in report.results:
        _explain(result)
    for name, why in report.unavailable.items():
        ERR.print(f"[bold red]{name}:[/] {escape(why)}", highlight=False, soft_wrap=True)


def _explain(result: BenchmarkResult) -> None:
    lines = [
        f"[bold]{result.name}[/]: {escape(result.measures)}",
        f"  unit  {result.unit}",
        f"  ours  {result.ours_is}",
        f"  bare  {result.bare_is}",
        f"  ratio {result.ratio.of}; {result.ratio.rounds} rounds",
    ]
    lines += [
        f"  {'holds' if c.met else '[red]fails[/]'} {escape(c.what)}: {c.value:.4g} (goal {c.goal})"
        for c in result.conditions
    ]
    lines += [
        f"  besides: {escape(r.what)}: {r.value:.4g} {r.unit} (n {r.n})" for r in result.references
    ]
    OUT.print("\n".join(lines), highlight=False, soft_wrap=True)


def _figures(figures: Percentiles) -> str:
    return f"{figures.median:.4g} / {figures.p99:.4g}"
