"""``xlerobot eval``: many episodes in process, with figures that carry their interval."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import ERR, OUT, failing_with, print_json

if TYPE_CHECKING:
    from experiments.episode import EpisodeRecord
    from experiments.evaluation import Evaluation
    from sim.faults import FaultSettings

REPORT_SEED = 1000
"""First of the seeds that nothing was tuned on."""


def parse_seeds(text: str, episodes: int | None) -> list[int]:
    """``1000``, with a number of episodes, or ``1000-1199``, or ``3,5,9``.

    Raises:
        ValueError: the text is none of these, or contradicts the number of episodes.
    """
    if re.fullmatch(r"\d+", text):
        return list(range(int(text), int(text) + (episodes if episodes is not None else 10)))
    if match := re.fullmatch(r"(\d+)-(\d+)", text):
        seeds = list(range(int(match[1]), int(match[2]) + 1))
    elif re.fullmatch(r"\d+(,\d+)+", text):
        seeds = [int(part) for part in text.split(",")]
    else:
        raise ValueError(f"'{text}' names no seeds; write 1000, 1000-1199 or 3,5,9")
    if not seeds:
        raise ValueError(f"'{text}' is an empty range; the first seed comes before the last")
    if episodes is not None and episodes != len(seeds):
        raise ValueError(f"{text} are {len(seeds)} seeds, not {episodes}; leave --episodes out")
    return seeds


def evaluate(
    episodes: Annotated[int | None, typer.Option(min=1, help="How many; default 10.")] = None,
    seed: Annotated[
        str, typer.Option(help="First seed, a range (1000-1199) or a list (3,5,9).")
    ] = str(REPORT_SEED),
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one a core.")] = 0,
    fault: Annotated[
        list[str] | None,
        typer.Option(help="NAME:VALUE, e.g. grasp_slip:0.25; may be given several times."),
    ] = None,
    trace: Annotated[
        Path | None, typer.Option(help="Folder for the decision traces, one an episode.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write all figures and records here; - prints.")
    ] = None,
) -> None:
    """Run episodes in process and report how many succeeded, as a Wilson interval.

    An episode succeeds when the agent's verified claim and the independent scorer both say so.
    Seeds 0 to 199 were tuned on; report on others. Ends with 0 when every episode ran.

    Example: xlerobot eval --episodes 200 --seed 1000 --json figures.json
    """
    from sim.faults import FaultSettings, UnknownFaultError

    with failing_with(ExitCode.USAGE, UnknownFaultError, ValueError):
        seeds = parse_seeds(seed, episodes)
        faults = FaultSettings.parse(fault or [])
    result = _run(seeds, faults, workers or os.cpu_count() or 1, trace)
    if json_file is not None and str(json_file) == "-":
        print_json(result)
        return
    if json_file is not None:
        json_file.write_text(result.model_dump_json(indent=2), encoding="utf-8")
    _show(result)


def _run(seeds: list[int], faults: FaultSettings, workers: int, trace: Path | None) -> Evaluation:
    """Run all episodes with their progress shown."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from experiments.evaluation import evaluate as run

    columns = (
        TextColumn("episodes"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[good]} succeeded"),
        TimeRemainingColumn(),
    )
    good = 0
    with Progress(*columns, console=ERR) as progress:
        task = progress.add_task("", total=len(seeds), good=0)

        def on_record(record: EpisodeRecord) -> None:
            nonlocal good
            good += record.success
            progress.update(task, advance=1, good=good)

        return run(seeds, faults, workers=workers, trace_directory=trace, on_record=on_record)


def _show(result: Evaluation) -> None:
    from rich.table import Table

    from experiments.statistics import wilson

    title = f"{result.episodes} episodes, faults: {result.faults or 'none'}"
    table = Table("figure", "value", title=title)
    table.add_row("success", str(wilson(result.successes, result.episodes)))
    table.add_row("false successes", str(result.false_successes))
    table.add_row("false failures", str(result.false_failures))
    for kind, count in result.failures_by_kind.items():
        table.add_row(f"failures: {kind.value}", str(count))
    calls = ", ".join(f"{n} {name}" for name, n in result.skill_calls.items())
    table.add_row("skill calls", calls)
    table.add_row("simulated seconds an episode", f"{result.sim_seconds / result.episodes:.1f}")
    table.add_row("simulated s per wall s and core", f"{result.sim_seconds_per_core_second:.1f}")
    table.add_row("wall time", f"{result.wall_seconds:.1f} s, {result.workers} workers")
    OUT.print(table)
    for record in result.records:
        if not record.success:
            OUT.print(f"seed {record.seed}: {record.reason}", highlight=False, markup=False)
