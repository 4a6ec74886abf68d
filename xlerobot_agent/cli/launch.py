"""``xlerobot launch``: our launch files without ``ros2 launch``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import OUT, fail, failing_with
from xlerobot_agent.launching.errors import LaunchError

COLOURS = ("cyan", "magenta", "green", "yellow", "blue", "red", "bright_cyan", "bright_magenta")


def find_launch_file(name: str) -> Path:
    """A launch file by path, or by name in the project's ``launch`` folder.

    Raises:
        LaunchError: there is no such file.
    """
    from xlerobot_agent.configuration import config_directory

    folder = config_directory().parent / "launch"
    for candidate in (Path(name), folder / name, folder / f"{name}.launch.yaml"):
        if candidate.is_file():
            return candidate
    there = ", ".join(sorted(p.name for p in folder.glob("*.launch.yaml")))
    raise LaunchError(f"no launch file '{name}'; there are {there or 'none'}")


def parse_arguments(words: list[str]) -> dict[str, str]:
    """``name:=value`` words as a mapping.

    Raises:
        LaunchError: a word is not of that form.
    """
    pairs = [word.partition(":=") for word in words]
    for name, sign, value in pairs:
        if not sign or not name:
            raise LaunchError(f"'{name}{sign}{value}' is no launch argument; write name:=value")
    return {name: value for name, _, value in pairs}


def launch(
    file: Annotated[str, typer.Argument(help="A launch file, by name or path.")],
    arguments: Annotated[
        list[str] | None, typer.Argument(help="Launch arguments, name:=value.")
    ] = None,
    show_args: Annotated[
        bool, typer.Option("--show-args", "-s", help="List the file's arguments and end.")
    ] = False,
) -> None:
    """Start the nodes of a launch file; Ctrl-C ends them with the arm held.

    The same files run under `ros2 launch xlerobot_agent FILE` where ROS 2 is installed.

    Example: xlerobot launch sim.launch.yaml seed:=3 real_time_factor:=1.0
    """
    from xlerobot_agent.launching.plan import plan
    from xlerobot_agent.launching.supervise import supervise

    with failing_with(ExitCode.USAGE, LaunchError):
        path = find_launch_file(file)
        if show_args:
            _show(path)
            return
        plans = plan(path, parse_arguments(arguments or []))
    if not plans:
        fail(f"{path.name} starts no node under these arguments", ExitCode.USAGE)
    width = max(len(p.name) for p in plans)
    colour = {p.name: COLOURS[i % len(COLOURS)] for i, p in enumerate(plans)}

    def printer(name: str, line: str) -> None:
        OUT.print(f"[{colour[name]}]{name:<{width}}[/] ", end="")
        OUT.print(line, markup=False, highlight=False, soft_wrap=True)

    raise typer.Exit(asyncio.run(supervise(plans, printer)))


def _show(path: Path) -> None:
    from xlerobot_agent.launching.plan import arguments as declared

    table = Table("argument", "default", "what it sets", title=path.name)
    for argument in declared(path):
        default = "(must be given)" if argument.default is None else argument.default
        table.add_row(argument.name, escape(default), escape(argument.description))
    OUT.print(table)
