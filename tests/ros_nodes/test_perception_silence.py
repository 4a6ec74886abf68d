"""The middleware tells the skill server that perception died, hangs or left (fault 24).

What the arm does then is in ``skill_server/test_blindness.py``, and for the whole graph in the
faults ``perception-killed`` and ``perception-hung``.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.ros_nodes.conftest import LiveGraph

pytestmark = [pytest.mark.ros, pytest.mark.timeout(180)]

NOTICED = 1.0
"""The lease is 0.4 s; the rest is for a machine that runs other tests beside [s]."""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_perception_that_is_gone_or_stands_is_missed(
    graph: LiveGraph, number: signal.Signals
) -> None:
    server, perception = graph.start("skill_server"), graph.start("perception")
    server.wait_for("perception is alive")
    perception.process.send_signal(number)
    server.wait_for("perception fell silent", NOTICED)
    perception.process.send_signal(signal.SIGCONT)


def test_a_perception_that_leaves_is_missed(graph: LiveGraph) -> None:
    server, perception = graph.start("skill_server"), graph.start("perception")
    server.wait_for("perception is alive")
    assert perception.end() == 0
    server.wait_for("perception fell silent", NOTICED)


def test_signs_of_life_do_not_wait_for_a_look(graph: LiveGraph) -> None:
    """Where it is permitted the middleware's threads are real-time ones; who looks never is."""
    perception = graph.start("perception")
    graph.wait_active()
    process = perception.process.pid
    threads = [int(t.name) for t in Path(f"/proc/{process}/task").iterdir()]
    assert os.sched_getscheduler(process) == os.SCHED_OTHER
    permitted = not any("not permitted" in line for line in perception.lines)
    assert (os.SCHED_RR in map(os.sched_getscheduler, threads)) == permitted
