"""Nodes do not outlive a starter that was killed (fault 29)."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys

import pytest

from xlerobot_agent.launching.tether import tethered

NODE = (
    "import signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]); "
    "print('up', flush=True); signal.sigwait([signal.SIGINT]); print('held', flush=True)"
)
STARTER = (
    "import subprocess, sys; "
    "from xlerobot_agent.launching.tether import tethered; "
    f"subprocess.run(tethered([sys.executable, '-c', {NODE!r}]))"
)


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="util-linux is not installed")
def test_a_killed_starter_takes_its_nodes_along_with_their_own_ending():
    """The pipe ends when the last process that holds it has ended."""
    with subprocess.Popen(
        [sys.executable, "-c", STARTER], stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout is not None
        assert starter.stdout.readline() == "up\n"
        os.kill(starter.pid, signal.SIGKILL)
        assert select.select([starter.stdout], [], [], 10.0)[0]
        assert starter.stdout.read() == "held\n"


def test_the_process_itself_is_the_command():
    """Signals to the number that was started reach the node and no wrapper around it."""
    code = "import os; print(os.getpid())"
    with subprocess.Popen(
        tethered([sys.executable, "-c", code]), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert int(process.stdout.read()) == process.pid


def test_without_the_tool_the_command_is_as_it_was(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert tethered(["node", "--arg"]) == ("node", "--arg")


def test_a_program_that_is_missing_is_the_starters_to_find_out():
    with pytest.raises(FileNotFoundError):
        subprocess.run(tethered(["/no/such/node"]), check=False)
