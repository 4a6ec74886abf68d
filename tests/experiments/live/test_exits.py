"""How a child ended, told without taking its end away from who started it."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from experiments.live.exits import exit_code

TIME = 20.0


def child(code: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", code])


def test_a_child_that_runs_has_no_exit_code():
    process = child("input()")
    try:
        assert exit_code(process.pid) is None
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("code", [0, 3])
def test_its_code_is_told_and_still_there_for_others(code):
    process = child(f"raise SystemExit({code})")
    assert exit_code(process.pid, TIME) == code
    assert exit_code(process.pid) == code
    assert process.wait() == code
    with pytest.raises(ChildProcessError):
        exit_code(process.pid)


def test_a_dead_child_that_nobody_waited_for_is_dead():
    """``kill(pid, 0)`` succeeds on it: a fault that asks so can never see a node end."""
    process = child("input()")
    process.send_signal(signal.SIGKILL)
    assert exit_code(process.pid, TIME) == -signal.SIGKILL
    process.wait()
