"""Processes are started together, outlive one another and end on a signal (fault 29)."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading

from xlerobot_agent.launching.plan import ProcessPlan
from xlerobot_agent.launching.supervise import supervise

WAITS = (
    "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]); "
    "print('up', flush=True); signal.sigwait([signal.SIGINT]); print('bye')"
)


def process(name: str, code: str) -> ProcessPlan:
    return ProcessPlan(name, (sys.executable, "-c", code), dict(os.environ))


def run(plans: list[ProcessPlan], *interrupt_after: str) -> tuple[int, list[str]]:
    """Run; send this process SIGINT once all the given lines were seen."""
    lines: list[str] = []
    awaited = set(interrupt_after)

    def printer(name: str, line: str) -> None:
        lines.append(f"{name}: {line}")
        awaited.discard(lines[-1])
        if interrupt_after and not awaited and lines[-1] in interrupt_after:
            os.kill(os.getpid(), signal.SIGINT)

    assert threading.current_thread() is threading.main_thread()
    return asyncio.run(supervise(plans, printer)), lines


def test_interrupt_reaches_all_and_the_code_is_zero() -> None:
    code, lines = run([process("a", WAITS), process("b", WAITS)], "a: up", "b: up")
    assert code == 0
    assert "a: bye" in lines
    assert "b: bye" in lines


def test_a_dead_process_leaves_the_others_running() -> None:
    dies = "import sys; print('dead', flush=True); sys.exit(3)"
    code, lines = run(
        [process("a", WAITS), process("b", dies)], "a: up", "b: ended with exit code 3"
    )
    assert code == 3
    assert lines.index("b: ended with exit code 3") < lines.index("a: bye")


def test_all_ending_by_themselves_ends_the_launch() -> None:
    code, lines = run([process("a", "print('x')")])
    assert code == 0
    assert "a: ended with exit code 0" in lines
