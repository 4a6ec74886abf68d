"""Hold to run on a live graph of simulation and supervisor (B.2, B.3)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from xlerobot_interfaces import msg, srv

from ros_nodes import qos
from tests.ros_nodes.test_stops import DT, DURATION, TURN, send_turn, wait_moving, wait_still
from xlerobot_agent.configuration import config_directory

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ros_nodes.conftest import LiveGraph, Probe

pytestmark = [pytest.mark.ros, pytest.mark.timeout(180)]

PERIOD = 0.02
HOLD_DEADLINE = 0.1
STOP_TIME = 0.15
"""From letting go to standing still [s]."""
ATTEMPTS = 8
PATIENT_DEADLINE = 2.0
"""Silence that no busy machine causes, for the test in which nothing falls silent [s]."""
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
    """Press and wait until motion was allowed; the epoch."""
    switch.wait_heard()
    told = len(probe.safety)
    switch.held = True
    allowed = probe.wait_for(lambda: [x for x in probe.safety[told:] if x.motion_allowed])
    return int(allowed[-1].epoch)


def press_and_move(probe: Probe, switch: Switch) -> str:
    """Press until a chunk is well under way; its id.

    A busy machine may keep the switch from speaking for the real deadline, which rightly ends one.
    """
    for _ in range(ATTEMPTS):
        probe.do(switch.let_go)
        chunk_id = send_turn(probe, press(probe, switch))
        probe.wait_for(lambda c=chunk_id: moving(probe, c) or ended(probe, c))
        if not ended(probe, chunk_id):
            return chunk_id
    pytest.fail(f"the switch fell silent by itself {ATTEMPTS} times")


def moving(probe: Probe, chunk_id: str) -> bool:
    playing = probe.status_of(chunk_id, "playing") is not None
    return playing and abs(probe.joints[-1][1].velocity[0]) > 0.2


def ended(probe: Probe, chunk_id: str) -> bool:
    states = ("refused", "discarded", "drained")
    return any(probe.status_of(chunk_id, state) for state in states)


def stopped_within(probe: Probe, since: float) -> float:
    """How long after ``since`` the last joint that moved was seen to move [s]."""
    wait_still(probe)
    moved = [t for t, s in probe.joints if any(abs(v) > STILL for v in s.velocity)]
    return max(moved, default=since) - since


def test_nothing_moves_unheld_and_letting_go_ends_what_moves(
    graph: LiveGraph, probe: Probe, tmp_path: Path
) -> None:
    limits = tmp_path / "safety.yaml"
    text = (config_directory() / "safety.yaml").read_text(encoding="utf-8")
    given = text.replace("hold_deadline: 0.1", f"hold_deadline: {PATIENT_DEADLINE}")
    assert given != text
    limits.write_text(given, encoding="utf-8")
    start(graph, probe, hold_to_run="always", limits_file=limits)
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
    chunk_id = press_and_move(probe, switch)
    since = time.monotonic()
    probe.do(switch.fall_silent)
    probe.wait_for(lambda: probe.status_of(chunk_id, "discarded"))
    assert stopped_within(probe, since) <= HOLD_DEADLINE + STOP_TIME
    assert "silent" in probe.safety[-1].reason

    told = len(probe.safety)
    probe.do(switch.speak)
    switch.wait_heard()
    assert not any(s.motion_allowed for s in probe.safety[told:]), "no press was seen"
    press_and_move(probe, switch)


def test_a_rule_that_does_not_exist_is_refused_in_words(graph: LiveGraph) -> None:
    node = graph.start("safety_supervisor", hold_to_run="sometimes")
    assert node.process.wait(60.0) == 2
    node.wait_for("'never', 'operator' or 'always'")
