"""A joystick on a live graph: its button stops, its silence stops, its held button enables.

The probe is the joystick's driver; the supervisor is the real one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from sensor_msgs.msg import Joy
from xlerobot_interfaces import msg

from ros_nodes import qos

if TYPE_CHECKING:
    from tests.ros_nodes.conftest import LiveGraph, Probe

pytestmark = [pytest.mark.ros, pytest.mark.timeout(180)]

PERIOD = 0.02


class Driver:
    """Repeats which buttons are down, as a joystick's driver does."""

    def __init__(self, probe: Probe, count: int) -> None:
        self.down: set[int] = set()
        self._count = count
        self._publisher = probe.node.create_publisher(Joy, "joy", 10)
        self._timer = probe.node.create_timer(PERIOD, self._say)

    def _say(self) -> None:
        buttons = [int(n in self.down) for n in range(self._count)]
        self._publisher.publish(Joy(buttons=buttons))

    def unplug(self) -> None:
        self._timer.cancel()

    def plug_in(self) -> None:
        self._timer.reset()


def heard(probe: Probe, kind: Any, topic: str, profile: Any) -> list[Any]:
    """All messages of a topic."""
    words: list[Any] = []
    probe.node.create_subscription(kind, topic, probe._keep(words, False), profile)
    return words


def test_button_silence_and_hold(graph: LiveGraph, probe: Probe) -> None:
    sources = heard(probe, msg.EmergencyStop, "estop/source", qos.ESTOP_SOURCE)
    holds = heard(probe, msg.HoldToRun, "hold_to_run", qos.HOLD_TO_RUN)
    graph.start("safety_supervisor", use_sim_time=False)
    graph.start("joystick_estop", use_sim_time=False, hold_button=0, source="pad")
    graph.wait_active()
    driver = Driver(probe, 4)

    probe.wait_for(lambda: holds and not holds[-1].held)
    driver.down = {0}
    probe.wait_for(lambda: holds[-1].held and holds[-1].source == "pad")
    assert not sources, "nothing is wrong yet"

    driver.down = {1}
    probe.wait_for(lambda: sources and sources[-1].asserted)
    probe.wait_for(lambda: not holds[-1].held)
    probe.wait_for(lambda: "estop/pad" in {x.source for x in probe.safety[-1].latches})
    driver.down = set()
    probe.wait_for(lambda: not sources[-1].asserted)
    assert probe.safety[-1].latches, "letting the button go is no reset"

    probe.do(driver.unplug)
    silent = probe.wait_for(lambda: sources[-1].asserted and sources[-1])
    assert "silent" in silent.reason
    said = len(holds)
    probe.do(driver.plug_in)
    probe.wait_for(lambda: not sources[-1].asserted and len(holds) > said)


def test_a_button_that_is_not_there_is_said_once_and_in_diagnostics(
    graph: LiveGraph, probe: Probe
) -> None:
    reports = heard(probe, DiagnosticArray, "/diagnostics", qos.DIAGNOSTICS)
    node = graph.start("joystick_estop", use_sim_time=False, estop_button=12)
    graph.wait_active()
    Driver(probe, 4)
    fault = "estop_button is 12, the joystick has 4 buttons"
    probe.wait_for(lambda: reports and fault in reports[-1].status[0].message)
    assert node.end() == 0
    assert sum(fault in line for line in node.lines) == 1


def test_a_map_that_does_nothing_is_refused(graph: LiveGraph) -> None:
    node = graph.start("joystick_estop", use_sim_time=False, estop_button=-1)
    assert node.process.wait(60.0) == 1
    node.wait_for("the joystick does nothing")
