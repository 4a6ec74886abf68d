"""``xlerobot demo``: the main job, from nothing to a verdict and a report."""

from __future__ import annotations

import shlex
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from xlerobot_agent.cli.domain import own_domain
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.launch import find_launch_file, parse_arguments
from xlerobot_agent.cli.terminal import ERR, OUT, fail, failing_with, print_json
from xlerobot_agent.launching.errors import LaunchError

if TYPE_CHECKING:
    from experiments.live.run import LiveOutcome, LiveRequest

TASK = "put the red cup in the tray and the yellow paper in the bin, then check the desk"


def demo(
    arguments: Annotated[
        list[str] | None, typer.Argument(help="Launch arguments, name:=value.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Which desk.")] = 0,
    launch_file: Annotated[
        str, typer.Option("--launch", help="Launch file, by name or path.")
    ] = "sim.launch.yaml",
    say: Annotated[str, typer.Option(help="What the agent is told.")] = TASK,
    directory: Annotated[
        Path | None, typer.Option("--out", help="Report folder; default reports/<time>-seed-<n>.")
    ] = None,
    time_limit: Annotated[
        float, typer.Option(min=1.0, help="For the agent to finish [s].")
    ] = 300.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Start the nodes, tell the agent to tidy the desk, watch it, and write a report.

    Ends with 0 only if the agent confirmed the task by a new observation and the independent
    scorer agrees.

    Example: xlerobot demo --seed 7 faults:=grasp_slip:0.25
    """
    from experiments.live.run import LiveRequest

    path, given = _checked(launch_file, arguments or [], seed)
    request = LiveRequest(
        launch_file=path,
        arguments=given,
        instruction=say,
        directory=_new_folder(directory, given.get("seed", "none")),
        time_limit=time_limit,
        command=shlex.join(["xlerobot", *sys.argv[1:]]),
    )
    with own_domain() as domain:
        headline = f"desk {given.get('seed', '')} in ROS domain {domain}; “{say}”"
        outcome = _watch(request, headline)
    if as_json:
        print_json(outcome.report)
    else:
        _show(outcome)
    raise typer.Exit(int(exit_code(outcome)))


def _checked(launch_file: str, words: list[str], seed: int) -> tuple[Path, dict[str, str]]:
    """The launch file's path and the arguments it gets; what it does not take ends the command."""
    from xlerobot_agent.launching.plan import arguments as declared
    from xlerobot_agent.launching.plan import plan

    with failing_with(ExitCode.USAGE, LaunchError):
        path = find_launch_file(launch_file)
        given = parse_arguments(words)
        if "seed" in {a.name for a in declared(path)}:
            given = {"seed": str(seed)} | given
        plan(path, given)
    return path, given


def _new_folder(wanted: Path | None, seed: str) -> Path:
    """Where the report goes; a folder that holds something ends the command."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    folder = wanted or Path("reports") / f"{stamp}-seed-{seed}"
    if folder.exists() and any(folder.iterdir()):
        fail(
            f"{folder} is not empty and nothing is overwritten; name a new folder with --out",
            ExitCode.USAGE,
        )
    return folder.resolve()


def _watch(request: LiveRequest, headline: str) -> LiveOutcome:
    """Run it with progress shown; what goes wrong becomes one message and an exit code."""
    from experiments.live.graph import GraphEndedError
    from experiments.live.run import run_live
    from ros_nodes.console.errors import ConsoleError, TimedOutError
    from xlerobot_agent.cli.progress import LiveProgress

    with LiveProgress(ERR) as progress:
        progress.note(headline)
        try:
            return run_live(request, progress.hooks())
        except TimedOutError as error:
            fail(str(error), ExitCode.TIMED_OUT)
        except (GraphEndedError, ConsoleError) as error:
            fail(f"{error}\nAll output is in {request.directory}", ExitCode.UNAVAILABLE)
        except LaunchError as error:
            fail(str(error), ExitCode.USAGE)
        except KeyboardInterrupt:
            fail("interrupted; the arm was stopped and the nodes ended", ExitCode.INTERRUPTED)


def exit_code(outcome: LiveOutcome) -> ExitCode:
    """How a run that came to its end is told to a script."""
    from xlerobot_agent.contracts.instruction import Activity, Answer

    if outcome.reply.answer is not Answer.ACCEPT:
        return ExitCode.REFUSED
    if outcome.report.success:
        return ExitCode.SUCCESS
    if outcome.status is not None and outcome.status.activity is Activity.UNSAFE:
        return ExitCode.STOPPED
    return ExitCode.NOT_ACHIEVED


def _show(outcome: LiveOutcome) -> None:
    report = outcome.report
    colour = "green" if report.success else "red"
    OUT.print(f"[bold {colour}]{escape(report.verdict)}[/]", highlight=False)
    for word in report.claim.verified:
        OUT.print(f"  agent:  {word}", highlight=False)
    if report.score is not None:
        for condition in report.score.conditions:
            sign = "[green]yes[/]" if condition.met else "[red]no [/]"
            name = condition.condition.value
            OUT.print(f"  scorer: {sign} {name}: {escape(condition.because)}", highlight=False)
    factor = report.real_time_factor
    speed = "" if factor is None else f", real-time factor {factor:.3f}"
    OUT.print(
        f"  {report.sim_seconds:.1f} s of robot time, {report.wall_seconds:.1f} s in all{speed}",
        highlight=False,
    )
    OUT.print(f"  report: {outcome.page}", highlight=False, soft_wrap=True)
