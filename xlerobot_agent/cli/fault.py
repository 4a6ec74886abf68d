"""``xlerobot fault``: attack the live graph in simulation, and see whether it stops as promised."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from xlerobot_agent.cli.domain import own_domain
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.launch import find_launch_file
from xlerobot_agent.cli.terminal import ERR, OUT, fail, print_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from experiments.faults.campaign import CampaignResult
    from experiments.faults.fault import Fault, FaultRecord

app = typer.Typer(
    name="fault",
    help="Attack the live graph in simulation; each fault is judged by the wire and the joints.",
    no_args_is_help=True,
)

Repeats = Annotated[int, typer.Option(min=1, help="Injections of each fault.")]
Seed = Annotated[int, typer.Option(help="Which desk.")]
JsonFile = Annotated[Path | None, typer.Option("--json", help="Also write the records here.")]


@app.command("list")
def list_faults(
    as_json: Annotated[bool, typer.Option("--json", help="Print them as JSON.")] = False,
) -> None:
    """Name every fault and what must happen."""
    from experiments.faults.cases import faults

    if as_json:
        print_json(
            {
                "faults": [
                    {"name": f.name, "kind": f.kind, "expected": f.expected}
                    for f in faults().values()
                ]
            }
        )
        return
    table = Table("fault", "kind", "expected", box=None)
    for fault in faults().values():
        table.add_row(fault.name, fault.kind, fault.expected)
    OUT.print(table)


@app.command("run")
def run_one(
    name: Annotated[str, typer.Argument(help="As in `xlerobot fault list`.")],
    repeats: Repeats = 1,
    seed: Seed = 1000,
    json_file: JsonFile = None,
) -> None:
    """Inject one fault."""
    from experiments.faults.cases import faults

    known = faults()
    if name not in known:
        fail(f"no fault '{name}'; `xlerobot fault list` names them", ExitCode.USAGE)
    _end(_attack([known[name]], repeats, seed), json_file)


@app.command()
def campaign(
    kind: Annotated[str, typer.Option(help="Only this kind; all when absent.")] = "",
    repeats: Repeats = 3,
    seed: Seed = 1000,
    json_file: JsonFile = None,
) -> None:
    """Inject every fault, each several times."""
    from experiments.faults.cases import faults

    chosen = [fault for fault in faults().values() if kind in ("", fault.kind)]
    if not chosen:
        kinds = sorted({fault.kind for fault in faults().values()})
        fail(f"no fault of kind '{kind}'; there are {', '.join(kinds)}", ExitCode.USAGE)
    _end(_attack(chosen, repeats, seed), json_file)


def _attack(chosen: Iterable[Fault], repeats: int, seed: int) -> CampaignResult:
    from experiments.faults.campaign import Ground, run_campaign

    # A spinner where there is a terminal, nothing elsewhere: the records are told in any case.
    waiting = ERR.status("reserving a ROS domain")
    with waiting, own_domain(), tempfile.TemporaryDirectory() as folder:
        launch_file = find_launch_file("sim.launch.yaml")

        def show(fault: str, stage: str) -> None:
            waiting.update(f"{escape(fault)}: {escape(stage)}")

        with Ground(launch_file, {"seed": str(seed)}, Path(folder), show) as ground:
            return run_campaign(chosen, ground, repeats, _tell)


def _tell(record: FaultRecord) -> None:
    colour = "green" if record.passed else "red"
    verdict = "passed" if record.passed else "FAILED"
    ERR.print(
        f"[{colour}]{verdict}[/] {record.name} {record.passes}/{record.repeats}: "
        + record.seen.replace("[", r"\["),
        highlight=False,
        soft_wrap=True,
    )


def _end(result: CampaignResult, json_file: Path | None) -> None:
    if json_file is not None:
        json_file.write_text(result.model_dump_json(indent=2), encoding="utf-8")
    OUT.print(f"{result.passed} passed, {result.failed} failed", highlight=False)
    if result.failed:
        raise typer.Exit(int(ExitCode.NOT_ACHIEVED))
