"""Entry point of the command ``xlerobot``."""

from __future__ import annotations

import typer

from xlerobot_agent.cli.bench import bench
from xlerobot_agent.cli.demo import demo
from xlerobot_agent.cli.evaluate import evaluate
from xlerobot_agent.cli.exit_codes import HELP
from xlerobot_agent.cli.fault import app as fault_app
from xlerobot_agent.cli.launch import launch
from xlerobot_agent.cli.send import send
from xlerobot_agent.cli.skill_commands import observe, pick, place, rest, verify
from xlerobot_agent.cli.status import status
from xlerobot_agent.cli.stop_commands import estop, reset, stop

app = typer.Typer(
    name="xlerobot",
    help="Run the XLeRobot desk agent, in simulation or on the arm.",
    epilog=HELP,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

for command in (demo, launch, send, status, observe, verify, pick, place, rest, stop, estop, reset):
    app.command()(command)
app.command("eval")(evaluate)
app.command()(bench)
app.add_typer(fault_app)


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
