"""Starts the processes of a launch and ends them together, as ``ros2 launch`` does.

A process that ends by itself leaves the others running (a dead node is a fault to be handled, not
a reason to take the supervisor down with it). On SIGINT or SIGTERM all get SIGINT, then SIGTERM,
then SIGKILL, each after its time. Where this process is killed they get SIGINT too.
"""

from __future__ import annotations

import asyncio
import signal
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Callable, Sequence

from xlerobot_agent.launching.plan import ProcessPlan
from xlerobot_agent.launching.tether import tethered

Printer = Callable[[str, str], None]
"""Gets a process's name and one line of its output."""

INTERRUPT_SECONDS = 5.0
"""Until SIGINT is followed by SIGTERM, as in ros2 launch."""
TERMINATE_SECONDS = 5.0
"""Until SIGTERM is followed by SIGKILL."""
LINE_LIMIT = 1 << 20
"""Longest line of output that is relayed [bytes]."""


async def supervise(plans: Sequence[ProcessPlan], printer: Printer) -> int:
    """Run all processes until all have ended or a signal asks to end.

    Returns:
        0 when a signal ended the launch and every process followed SIGINT, or all ended with 0;
        otherwise the first exit code that was not 0.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    running = [(plan, await _start(plan)) for plan in plans]
    for plan, process in running:
        printer(plan.name, f"started, process {process.pid}")
    relays = [asyncio.create_task(_relay(plan, p, printer)) for plan, p in running]
    everything = asyncio.create_task(_all(relays))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({everything, stopping}, return_when=asyncio.FIRST_COMPLETED)
    for number, seconds in (
        (signal.SIGINT, INTERRUPT_SECONDS),
        (signal.SIGTERM, TERMINATE_SECONDS),
    ):
        _signal(running, number)
        if (await asyncio.wait({everything}, timeout=seconds))[0]:
            break
    else:
        _signal(running, signal.SIGKILL)
    await everything
    stopping.cancel()
    return next((code for _, p in running if (code := p.returncode or 0) != 0), 0)


async def _start(plan: ProcessPlan) -> Process:
    # A session of its own: the terminal's Ctrl-C reaches us alone and we pass it on in order.
    return await asyncio.create_subprocess_exec(
        *tethered(plan.command),
        env=dict(plan.environment),
        stdout=PIPE,
        stderr=STDOUT,
        start_new_session=True,
        limit=LINE_LIMIT,
    )


async def _relay(plan: ProcessPlan, process: Process, printer: Printer) -> None:
    if process.stdout is not None:
        while line := await process.stdout.readline():
            printer(plan.name, line.decode(errors="replace").rstrip("\n"))
    code = await process.wait()
    printer(plan.name, f"ended with exit code {code}")


async def _all(tasks: Sequence[asyncio.Task[None]]) -> None:
    await asyncio.gather(*tasks)


def _signal(running: Sequence[tuple[ProcessPlan, Process]], number: signal.Signals) -> None:
    for _, process in running:
        if process.returncode is None:
            process.send_signal(number)
