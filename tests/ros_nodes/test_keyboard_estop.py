"""``xlerobot estop --key`` at a terminal of its own, on a live graph (B.2, DC-09)."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from std_msgs.msg import Bool
from xlerobot_interfaces import msg, srv

from ros_nodes import qos
from tests.ros_nodes.conftest import ROOT
from xlerobot_agent.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from tests.ros_nodes.conftest import LiveGraph, Probe

pytestmark = [pytest.mark.ros, pytest.mark.timeout(180)]

PATIENCE = 30.0
"""For the command to start or to end [s]."""


class Terminal:
    """A pseudo-terminal with the command in it, as SSH would give it one."""

    def __init__(self, *words: str) -> None:
        self._master, self._slave = pty.openpty()
        self.before = termios.tcgetattr(self._slave)
        self.seen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "xlerobot_agent.cli.main", "estop", "--key", *words],
            cwd=ROOT,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
        )

    @property
    def settings(self) -> list[object]:
        return termios.tcgetattr(self._slave)

    def type(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while text not in self.seen:
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self._master], [], [], max(0.0, left))
            assert ready, f"'{text}' was awaited, seen was: {self.seen!r}"
            self.seen += os.read(self._master, 4096).decode()

    def hang_up(self) -> None:
        """The line breaks: everything of it is gone."""
        os.close(self._slave)
        os.close(self._master)
        self.process.send_signal(signal.SIGHUP)

    def end(self) -> int:
        return self.process.wait(PATIENCE)


@pytest.fixture
def sources(probe: Probe) -> list[msg.EmergencyStop]:
    """All words on ``estop/source``."""
    words: list[msg.EmergencyStop] = []
    listen = probe.node.create_subscription
    listen(msg.EmergencyStop, "estop/source", probe._keep(words, False), qos.ESTOP_SOURCE)
    return words


@pytest.fixture
def bare(probe: Probe) -> list[Bool]:
    """All words on ``estop``."""
    words: list[Bool] = []
    probe.node.create_subscription(Bool, "estop", probe._keep(words, False), qos.ESTOP)
    return words


def latch_of(probe: Probe, source: str) -> msg.SafetyLatch | None:
    """The latch of a named source, where it is set."""
    latches = probe.safety[-1].latches if probe.safety else []
    return next((x for x in latches if x.source == f"estop/{source}"), None)


@pytest.fixture
def terminal(ros_domain: int) -> Iterator[Terminal]:
    opened = Terminal()
    yield opened
    if opened.process.poll() is None:
        opened.process.kill()
        opened.process.wait()


def test_a_key_stops_and_r_releases_without_a_reset(
    graph: LiveGraph, probe: Probe, terminal: Terminal, bare: list[Bool], sources: list
) -> None:
    graph.start("safety_supervisor", use_sim_time=False)
    graph.wait_active()
    terminal.wait_for("not asserted | clear, no motion")
    probe.wait_for(lambda: probe.node.count_publishers("estop") > 0)
    terminal.type(b" ")
    word = probe.wait_for(lambda: sources and sources[-1])
    assert word.asserted
    assert word.source.startswith("keyboard@")
    assert word.source.endswith(f"-{terminal.process.pid}")
    probe.wait_for(lambda: bare and bare[-1].data)
    named = probe.wait_for(lambda: latch_of(probe, word.source))
    terminal.wait_for("latched: ")

    early = probe.call(
        srv.ResetSafety, "safety/reset", latch_id=named.latch_id, operator_name="tester"
    )
    assert early.error_code == early.STILL_ASSERTED
    terminal.type(b"r")
    probe.wait_for(lambda: not sources[-1].asserted)
    assert latch_of(probe, word.source), "releasing is no reset"
    terminal.type(b"\x03")
    terminal.wait_for("asserts nothing")
    assert terminal.end() == ExitCode.SUCCESS
    assert terminal.settings == terminal.before


def test_ctrl_c_leaves_it_asserted_and_another_may_release_it(
    graph: LiveGraph, probe: Probe, terminal: Terminal, sources: list
) -> None:
    terminal.wait_for("no supervisor is heard")
    terminal.type(b"x")
    terminal.wait_for("\x1b[KASSERTED")
    graph.start("safety_supervisor", use_sim_time=False)
    graph.wait_active()
    terminal.wait_for("latched: ")
    source = probe.wait_for(lambda: sources and sources[-1]).source
    terminal.type(b"\x03")
    terminal.wait_for("stays asserted")
    terminal.wait_for(f"--source {source}")
    assert terminal.end() == ExitCode.STOPPED
    assert terminal.settings == terminal.before
    assert latch_of(probe, source).asserted

    other = Terminal("--source", source)
    other.wait_for("latched: ")
    other.type(b"r")
    probe.wait_for(lambda: not sources[-1].asserted)
    other.type(b"\x03")
    assert other.end() == ExitCode.SUCCESS


def test_a_lost_terminal_leaves_it_asserted(
    probe: Probe, terminal: Terminal, sources: list
) -> None:
    terminal.wait_for("no supervisor is heard")
    terminal.type(b" ")
    probe.wait_for(lambda: sources and sources[-1].asserted)
    terminal.hang_up()
    assert terminal.end() == ExitCode.STOPPED
    assert all(word.asserted for word in sources)
