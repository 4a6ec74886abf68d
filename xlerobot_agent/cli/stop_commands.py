"""Stops from the command line: hold, protective stop, and a person's reset."""

from __future__ import annotations

import getpass
from typing import Annotated

import typer

from xlerobot_agent.cli.connection import AsJson, Namespace, connected
from xlerobot_agent.cli.estop_key import watch_keys
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import OUT, print_json


def stop(
    reason: Annotated[str, typer.Argument(help="Why, for the record.")] = "stopped by the operator",
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Hold the arm and end whatever runs; it may move again when told to."""
    with connected(namespace) as console:
        ended = console.stop(reason)
    if as_json:
        print_json({"ended": list(ended)})
    else:
        OUT.print(f"held; ended: {', '.join(ended) or 'nothing ran'}", highlight=False)


def estop(
    key: Annotated[
        bool,
        typer.Option("--key", help="Stay in the terminal: any key (the space bar) stops the arm."),
    ] = False,
    source: Annotated[
        str,
        typer.Option(
            help="With --key: name of the source; give that of one that is gone to "
            "release it. Default: keyboard@HOST-PID."
        ),
    ] = "",
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Protective stop, latched: nothing moves until a person resets it.

    With --key nothing is stopped yet: the terminal becomes an e-stop source. Any key, best the
    space bar, asserts it; r releases it, which resets no latch; Ctrl-C ends and leaves asserted
    what is asserted.

    This is software. It is no emergency stop in the sense of ISO 13850: keep a switch that cuts
    the arm's power.
    """
    if key:
        watch_keys(namespace, source)
        return
    with connected(namespace) as console:
        state = console.estop()
    if as_json:
        print_json(state)
    else:
        for latch in state.latches:
            OUT.print(f"latch {latch.latch_id}: {latch.source}, {latch.cause}", markup=False)


def reset(
    latch: Annotated[int | None, typer.Argument(help="Its number; all when absent.")] = None,
    operator: Annotated[str, typer.Option(help="Who takes responsibility.")] = "",
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Reset latched stops, after you have looked at the arm. Nothing moves by itself."""
    with connected(namespace) as console:
        replies = console.reset(operator or getpass.getuser(), latch)
    if as_json:
        print_json({"replies": [r.model_dump(mode="json") for r in replies]})
    else:
        for reply in replies:
            OUT.print(reply.message, highlight=False, markup=False)
        if not replies:
            OUT.print("no latch is set")
    if not all(reply.accepted for reply in replies):
        raise typer.Exit(int(ExitCode.REFUSED))
