"""``xlerobot send``: a wish in words."""

from __future__ import annotations

from typing import Annotated

import typer

from xlerobot_agent.cli.connection import AsJson, Namespace, Timeout, connected
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import ERR, OUT, print_json


def send(
    text: Annotated[str, typer.Argument(help="The wish, in English or Chinese.")],
    follow: Annotated[bool, typer.Option(help="Watch until it is done.")] = True,
    timeout: Timeout = 300.0,
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Tell the agent what to do and watch it.

    Ends with 0 when the agent confirmed it by a new observation (or, with --no-follow, accepted
    it), with 3 when it refused.

    Example: xlerobot send "put the red cup in the tray"
    """
    from xlerobot_agent.cli.progress import LiveProgress
    from xlerobot_agent.contracts.instruction import Answer

    with connected(namespace) as console:
        console.wait_ready(10.0)
        reply = console.instruct(text)
        if not as_json:
            OUT.print(f"{reply.answer.value}: {reply.message}", highlight=False, markup=False)
        status = None
        if reply.answer is Answer.ACCEPT and reply.intent_id and follow:
            with LiveProgress(ERR) as progress:
                for status in console.follow(reply.intent_id, timeout):
                    progress.show(status)
        if as_json:
            state = None if status is None else status.model_dump(mode="json")
            print_json({"reply": reply.model_dump(mode="json"), "status": state})
    if reply.answer not in (Answer.ACCEPT, Answer.END):
        raise typer.Exit(int(ExitCode.REFUSED))
    if status is not None:
        if not as_json:
            word = "done" if status.succeeded else "not done"
            OUT.print(f"{word}: {status.last_outcome or status.reason}", markup=False)
        raise typer.Exit(int(ExitCode.SUCCESS if status.succeeded else ExitCode.NOT_ACHIEVED))
