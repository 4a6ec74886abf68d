"""Hold to run on a live graph of simulation and supervisor (S0-25, B.2, B.3)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from xlerobot_interfaces import msg, srv

from ros_nodes import qos
from tests.ros_nodes.test_stops import DT, DURATION, TURN, send_turn, wait_moving, wait_still

if TYPE_CHECKING:
    from tests.ros_nodes.conftest import LiveGraph, Probe

pytestmark = [pytest.mark.ros, pytest.mark.timeout(180)]

PERIOD = 0.02
HOLD_DEADLINE = 0.1
STOP_TIME = 0.15
"""From letting go to standing still [s]."""
STILL = 0.03
"""A joint slower than this stands [rad/s]."""


class Switch:
    """A hold-to-run switch that speaks from a timer of the probe's node."""

    def __init__(self, probe: Probe) -> None:
        self.held = False
        self._probe = probe
        self._said = 0
        self._publisher = probe.node.create_publisher(msg.HoldToRun, "hold_to_run", qos.HOLD_TO_RUN)
        self._timer = probe.node.create_timer(PERIOD, self.say)

    def say(self) -> None:
        self._publisher.publish(msg.HoldToRun(source="pad", held=self.held))
        self._said += 1

    def wait_heard(self) -> None:
        """Until the supervisor has the present word: a few later ones were said to it."""
        self._probe.wait_for(lambda: self._publisher.get_subscription_count() > 0)
        said = self._said
        self._probe.wait_for(lambda: self._said >= said + 5)

    def let_go(self) -> None:
        self.held = False
        self.say()

    def fall_silent(self) -> None:
        self._timer.cancel()

    def speak(self) -> None:
        self._timer.reset()


def start(graph: LiveGraph, probe: Probe, **parameters: Any) -> None:
    """Simulation and supervisor, the lease with the agent."""
    graph.start("simulation", camera_rate=0.1)
    graph.start("safety_supervisor", **parameters)
    graph.wait_active()
    probe.wait_for(lambda: probe.joints)
    probe.wait_for(lambda: probe.safety)
    lease = probe.call(srv.AcquireControl, "control/acquire", owner="agent", client="probe")
    assert lease.accepted, lease.error_message
    probe.wait_for(
        lambda: probe.safety[-1].epoch >= lease.epoch and "press" in probe.safety[-1].reason
    )


def press(probe: Probe, switch: Switch) -> int:
    """Press and wait until motion is allowed; the epoch."""
    switch.wait_heard()
    switch.held = True
    state = probe.wait_for(lambda: probe.safety[-1].motion_allowed and probe.safety[-1])
    return int(state.epoch)


def stopped_within(probe: Probe, since: float) -> float:
    """How long after ``since`` the last joint that moved was seen to move [s]."""
    wait_still(probe)
    moved = [t for t, s in probe.joints if any(abs(v) > STILL for v in s.velocity)]
    return max(moved, default=since) - since


def test_nothing_moves_unheld_and_letting_go_ends_what_moves(
    graph: LiveGraph, probe: Probe
) -> None:
    start(graph, probe, hold_to_run="always")
    switch = Switch(probe)
    before = wait_still(probe)

    refused = send_turn(probe, probe.safety[-1].epoch)
    _, status = probe.wait_for(lambda: probe.status_of(refused, "refused"))
    assert status.reason == "safety_hold"
    assert "press" in status.message
    assert wait_still(probe) == pytest.approx(before, abs=0.002)

    whole = send_turn(probe, press(probe, switch))
    probe.wait_for(lambda: probe.status_of(whole, "drained"))
    wait_still(probe)

    let_go = send_turn(probe, probe.safety[-1].epoch, sign=-1.0)
    wait_moving(probe, let_go)
    since = time.monotonic()
    probe.do(switch.let_go)
    heard, status = probe.wait_for(lambda: probe.status_of(let_go, "discarded"))
    assert heard - since <= 0.1
    assert status.played + status.discarded == round(DURATION / DT)
    assert stopped_within(probe, since) <= STOP_TIME
    state = probe.safety[-1]
    assert "'pad' let go" in state.reason
    assert not state.latches

    old = state.epoch - 1
    epoch = press(probe, switch)
    stays = wait_still(probe)
    void = send_turn(probe, old)
    _, status = probe.wait_for(lambda: probe.status_of(void, "refused"))
    assert status.reason == "lease_lost"
    assert wait_still(probe) == pytest.approx(stays, abs=0.003), "moved by the press"

    again = send_turn(probe, epoch, sign=-1.0)
    probe.wait_for(lambda: probe.status_of(again, "drained"))
    assert wait_still(probe) == pytest.approx(stays - TURN, abs=0.05)


def test_a_switch_that_falls_silent_was_let_go(graph: LiveGraph, probe: Probe) -> None:
    start(graph, probe, hold_to_run="always")
    switch = Switch(probe)
    epoch = press(probe, switch)
    chunk_id = send_turn(probe, epoch)
    wait_moving(probe, chunk_id)
    since = time.monotonic()
    probe.do(switch.fall_silent)
    probe.wait_for(lambda: probe.status_of(chunk_id, "discarded"))
    assert stopped_within(probe, since) <= HOLD_DEADLINE + STOP_TIME
    assert "silent" in probe.safety[-1].reason

    told = len(probe.safety)
    probe.do(switch.speak)
    switch.wait_heard()
    assert not any(s.motion_allowed for s in probe.safety[told:]), "no press was seen"
    probe.do(switch.let_go)
    again = send_turn(probe, press(probe, switch), sign=-1.0)
    probe.wait_for(lambda: probe.status_of(again, "drained"))


def test_a_rule_that_does_not_exist_is_refused_in_words(graph: LiveGraph) -> None:
    node = graph.start("safety_supervisor", hold_to_run="sometimes")
    assert node.process.wait(60.0) == 2
    node.wait_for("'never', 'operator' or 'always'")
