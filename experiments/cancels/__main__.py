"""Cancels at random instants: ``python -m experiments.cancels --interleavings 1000``."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console as Terminal

from experiments.cancels.bench import CancelBench
from experiments.cancels.campaign import CancelCampaign, run_campaign
from experiments.cancels.cases import Case
from experiments.cancels.interleaving import Interleaving
from experiments.cancels.schedule import schedule
from experiments.live.domain import free_domain
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.launch import find_launch_file


def campaign(
    interleavings: Annotated[int, typer.Option(min=1)] = 100,
    seed: Annotated[int, typer.Option(help="Draws the interleavings; also the first desk.")] = 1,
    case: Annotated[list[Case] | None, typer.Option(help="Only this one; repeatable.")] = None,
    real_time_factor: Annotated[float, typer.Option(min=0.1, max=4.0)] = 1.0,
    minutes: Annotated[float, typer.Option(min=0.1, help="Time limit.")] = 60.0,
    json_file: Annotated[Path | None, typer.Option("--json")] = None,
    log_directory: Annotated[Path | None, typer.Option("--logs")] = None,
) -> None:
    """End goals before their time, at random instants, and judge all that is on the wire."""
    terminal = Terminal(stderr=True, soft_wrap=True)
    plans = schedule(interleavings, seed, tuple(case or Case))

    def tell(found: Interleaving) -> None:
        if not found.passed or (found.number + 1) % 20 == 0:
            terminal.print(f"{found.number + 1}/{len(plans)} {_line(found)}", highlight=False)

    with tempfile.TemporaryDirectory() as folder, free_domain():
        directory = log_directory or Path(folder)
        arguments = {"real_time_factor": str(real_time_factor)}
        launch_file = find_launch_file("sim.launch.yaml")
        with CancelBench(launch_file, arguments, seed, directory) as bench:
            result = run_campaign(plans, seed, bench, tell, 60.0 * minutes)
    for line in _table(result):
        terminal.print(line, highlight=False)
    if json_file is not None:
        json_file.write_text(result.model_dump_json(indent=2), encoding="utf-8")
    if result.passed.successes < result.passed.trials:
        raise typer.Exit(ExitCode.NOT_ACHIEVED)


def _line(found: Interleaving) -> str:
    verdict = "passed" if found.passed else f"VIOLATED: {'; '.join(found.violations)}"
    return f"{found.case} at {found.moment}: {found.outcome}, {found.duration:.1f} s, {verdict}"


def _table(result: CancelCampaign) -> list[str]:
    lines = [
        f"{figures.case}: {figures.interleavings} tried, {figures.reached} at their moment, "
        f"{figures.violated} violated; {figures.outcomes}; to the discard, ms: "
        f"{figures.latency_ms or 'nothing played'}"
        for figures in result.cases
    ]
    return [
        *lines,
        *(f"begun anew: {why}" for why in result.failed_preparations),
        f"{result.passed} without violation, {result.starved} starved of processor time, "
        f"{result.goals} goals on {result.graphs} graphs, {result.unseen} steps of their statuses "
        "in no array that was heard; "
        f"to the discard, ms: {result.latency_ms or 'nothing played'}; "
        f"chunk indices cancelled at: {', '.join(map(str, result.chunk_indices)) or 'none'}",
    ]


if __name__ == "__main__":
    typer.run(campaign)
