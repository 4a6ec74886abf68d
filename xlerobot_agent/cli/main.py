"""Entry point of the command ``xlerobot``."""

from __future__ import annotations

import typer

from xlerobot_agent.cli.bench import bench
from xlerobot_agent.cli.demo import demo
from xlerobot_agent.cli.evaluate import evaluate
from xlerobot_agent.cli.exit_codes import HELP
from xlerobot_agent.cli.graph_commands import COMMANDS
from xlerobot_agent.cli.launch import launch

app = typer.Typer(
    name="xlerobot",
    help="Run the XLeRobot desk agent, in simulation or on the arm.",
    epilog=HELP,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

app.command()(demo)
app.command()(launch)
app.command()(bench)
app.command("eval")(evaluate)
for command in COMMANDS:
    app.command()(command)


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
