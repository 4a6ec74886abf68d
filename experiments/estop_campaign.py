"""E-stops at random instants of the demo: ``python -m experiments.estop_campaign --trials 20``."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console as Terminal

from experiments.episode import INSTRUCTION
from experiments.live.domain import free_domain
from experiments.live.estop_trial import EstopTrial, run_estop_trial
from experiments.live.run import LiveRequest
from experiments.statistics import Percentiles, percentiles, wilson
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.launch import find_launch_file
from xlerobot_agent.contracts.model import Contract

FIRST, LAST = 0.5, 25.0
"""Range of the instants [s after the instruction]; the task itself takes about 28 s."""


class EstopCampaign(Contract):
    """All trials and their figures."""

    trials: int
    passed: int
    wilson_low: float
    wilson_high: float
    still_after_ms: Percentiles
    gripper_closed: Percentiles
    """How far the jaw settled on what it held until the reset [rad]."""
    records: tuple[EstopTrial, ...]


def campaign(
    trials: Annotated[int, typer.Option(min=1)] = 20,
    seed: Annotated[int, typer.Option(help="First desk; also draws the instants.")] = 1000,
    json_file: Annotated[Path | None, typer.Option("--json")] = None,
) -> None:
    """Press the e-stop once in each of several demos and judge by the recordings."""
    terminal = Terminal(stderr=True)
    instants = random.Random(seed)
    records = []
    with free_domain():
        for number in range(trials):
            records.append(_trial(seed + number, instants.uniform(FIRST, LAST)))
            terminal.print(f"{number + 1}/{trials} {_line(records[-1])}", highlight=False)
    stillness = [t.stillness for t in records if t.stillness is not None]
    rate = wilson(sum(t.passed for t in records), trials)
    result = EstopCampaign(
        trials=trials,
        passed=rate.successes,
        wilson_low=rate.low,
        wilson_high=rate.high,
        still_after_ms=percentiles([1000.0 * s.still_after for s in stillness]),
        gripper_closed=percentiles([s.gripper_closed for s in stillness]),
        records=tuple(records),
    )
    terminal.print(
        f"{rate}; still after [ms]: {result.still_after_ms}; "
        f"the gripper closed by [rad]: {result.gripper_closed}",
        highlight=False,
    )
    if json_file is not None:
        json_file.write_text(result.model_dump_json(indent=2), encoding="utf-8")
    if rate.successes < trials:
        raise typer.Exit(ExitCode.NOT_ACHIEVED)


def _trial(seed: int, delay: float) -> EstopTrial:
    with tempfile.TemporaryDirectory() as folder:
        request = LiveRequest(
            launch_file=find_launch_file("sim.launch.yaml"),
            arguments={"seed": str(seed)},
            instruction=INSTRUCTION,
            directory=Path(folder),
        )
        return run_estop_trial(request, seed, delay)


def _line(trial: EstopTrial) -> str:
    title = f"seed {trial.seed}, e-stop after {trial.delay:.1f} s"
    verdict = "passed" if trial.passed else "FAILED"
    still = trial.stillness
    measured = (
        "no joint state was recorded"
        if still is None
        else f"still after {1000.0 * still.still_after:.0f} ms, "
        f"moved {still.moved:.4f} rad until the reset, gripper closed {still.gripper_closed:.4f}"
    )
    return f"{title}: {verdict}, {measured}. {trial.message}"


if __name__ == "__main__":
    typer.run(campaign)
