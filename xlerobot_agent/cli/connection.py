"""Joining a running graph from the command line, and the options that all such commands share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import fail
from xlerobot_agent.middleware import stay_on_this_machine

if TYPE_CHECKING:
    from ros_nodes.console.node import Console

Namespace = Annotated[str, typer.Option(help="Of the arm, e.g. left_arm; empty for none.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Timeout = Annotated[float, typer.Option(min=0.1, help="How long it may take [s].")]


@contextmanager
def connected(namespace: str) -> Iterator[Console]:
    """Join the graph; what goes wrong there becomes one line and an exit code."""
    from ros_nodes.console.errors import RefusedError, TimedOutError, UnavailableError
    from ros_nodes.console.node import Console

    stay_on_this_machine()
    try:
        with Console(namespace) as console:
            yield console
    except RefusedError as error:
        fail(str(error), ExitCode.REFUSED)
    except TimedOutError as error:
        fail(str(error), ExitCode.TIMED_OUT)
    except UnavailableError as error:
        fail(str(error), ExitCode.UNAVAILABLE)
    except KeyboardInterrupt:
        fail("interrupted; what this command started was cancelled", ExitCode.INTERRUPTED)
