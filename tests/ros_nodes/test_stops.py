"""The arm stops by itself: silence of the supervisor, e-stop from a stranger, reset (B.2).

Faults 12, 15, 16 and 19 of the fault table, on a live graph of simulation and supervisor.
"""

from __future__ import annotations

import itertools
import math
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest
from rclpy.qos import QoSProfile, ReliabilityPolicy
from std_msgs.msg import Bool
from xlerobot_interfaces import msg, srv

from ros_nodes import qos
from ros_nodes.conversions import stamp

if TYPE_CHECKING:
    from tests.ros_nodes.conftest import LiveGraph, Probe

pytestmark = [pytest.mark.ros, pytest.mark.timeout(180)]

STILL = 0.03
"""A joint slower than this stands [rad/s]."""
TURN = 0.15
"""How far the chunk turns the shoulder [rad]."""
DURATION = 0.5
DT = 0.02
_numbers = itertools.count()


def start(graph: LiveGraph, probe: Probe) -> int:
    """Simulation and supervisor, the lease with the agent; its epoch."""
    graph.start("simulation", camera_rate=0.1)
    graph.start("safety_supervisor")
    graph.wait_active()
    probe.wait_for(lambda: probe.joints)
    probe.wait_for(lambda: probe.safety)
    return acquire(probe)


def acquire(probe: Probe) -> int:
    lease = probe.call(srv.AcquireControl, "control/acquire", owner="agent", client="probe")
    assert lease.accepted, lease.error_message
    probe.wait_for(
        lambda: probe.safety[-1].epoch >= lease.epoch and probe.safety[-1].motion_allowed
    )
    return int(lease.epoch)


def send_turn(probe: Probe, epoch: int, sign: float = 1.0, alive: bool = True) -> str:
    """Ask for a smooth turn of the shoulder, from rest to rest; the chunk's id."""
    _, state = probe.joints[-1]
    now = state.header.stamp
    steps = round(DURATION / DT)
    positions: list[float] = []
    for k in range(1, steps + 1):
        s = k / steps
        share = 10 * s**3 - 15 * s**4 + 6 * s**5
        positions += [state.position[0] + sign * TURN * share, *state.position[1:]]
    chunk_id = f"turn-{next(_numbers)}"
    if alive:
        probe.stay_alive(f"goal-{chunk_id}")
    publisher = chunk_publisher(probe)
    publisher.publish(
        msg.ActionChunk(
            stamp=now,
            chunk_id=chunk_id,
            goal_id=f"goal-{chunk_id}",
            owner="agent",
            epoch=epoch,
            joint_names=list(state.name),
            dt=DT,
            positions=positions,
            observation_id="o1",
            observation_stamp=now,
            final=True,
        )
    )
    return chunk_id


def chunk_publisher(probe: Probe) -> Any:
    if not hasattr(probe, "chunks"):
        probe.chunks = probe.node.create_publisher(msg.ActionChunk, "chunk_request", qos.CHUNK)
        deadline = time.monotonic() + 10.0
        while probe.chunks.get_subscription_count() == 0 and time.monotonic() < deadline:
            time.sleep(0.02)
    return probe.chunks


def wait_moving(probe: Probe, chunk_id: str) -> None:
    """Until the shoulder is well under way."""
    probe.wait_for(lambda: probe.status_of(chunk_id, "playing"))
    probe.wait_for(lambda: abs(probe.joints[-1][1].velocity[0]) > 0.2)


def wait_still(probe: Probe) -> float:
    """Until the arm stands; the shoulder's position."""

    def still() -> bool:
        recent = [s for _, s in probe.joints[-10:]]
        return all(abs(v) < STILL for s in recent for v in s.velocity)

    probe.wait_for(still)
    return float(probe.joints[-1][1].position[0])


def test_arm_holds_when_the_supervisor_dies(graph: LiveGraph, probe: Probe) -> None:
    epoch = start(graph, probe)
    chunk_id = send_turn(probe, epoch)
    wait_moving(probe, chunk_id)
    began = probe.joints[-1][1].position[0]
    died = time.monotonic()
    graph.nodes["safety_supervisor"].process.send_signal(signal.SIGKILL)
    heard, status = probe.wait_for(lambda: probe.status_of(chunk_id, "discarded"))
    assert status.reason == "heartbeat_lost", status.message
    assert heard - died <= 0.1
    assert status.played + status.discarded == round(DURATION / DT)
    stopped = wait_still(probe)
    assert abs(stopped - began) < 0.9 * TURN
    rest = [s.position[0] for _, s in probe.joints[-5:]]
    time.sleep(0.3)
    assert probe.joints[-1][1].position[0] == pytest.approx(rest[-1], abs=0.003)


def test_arm_holds_when_the_sender_of_its_chunk_is_dead(graph: LiveGraph, probe: Probe) -> None:
    """Fault 23: nobody answers any more for what still waits to be played."""
    epoch = start(graph, probe)
    chunk_id = send_turn(probe, epoch, alive=False)
    begun, _ = probe.wait_for(lambda: probe.status_of(chunk_id, "playing"))
    heard, status = probe.wait_for(lambda: probe.status_of(chunk_id, "discarded"))
    assert status.reason == "heartbeat_lost", status.message
    assert heard - begun <= 0.3
    assert probe.safety[-1].motion_allowed
    wait_still(probe)


@pytest.mark.parametrize(
    "offered",
    [QoSProfile(depth=1), QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)],
    ids=["reliable", "best effort"],
)
def test_estop_from_a_stranger_latches_until_reset(
    graph: LiveGraph, probe: Probe, offered: QoSProfile
) -> None:
    """DC-09."""
    epoch = start(graph, probe)
    estop = probe.node.create_publisher(Bool, "estop", offered)
    chunk_id = send_turn(probe, epoch)
    wait_moving(probe, chunk_id)
    assert estop.get_subscription_count() >= 2
    pressed = time.monotonic()
    estop.publish(Bool(data=True))
    heard, status = probe.wait_for(lambda: probe.status_of(chunk_id, "discarded"))
    assert status.reason == "safety_hold"
    assert heard - pressed <= 0.05
    latched = probe.wait_for(lambda: probe.safety[-1].latches and probe.safety[-1])
    assert not latched.motion_allowed
    assert latched.epoch > epoch
    wait_still(probe)

    estop.publish(Bool(data=False))
    refused = send_turn(probe, latched.epoch)
    _, status = probe.wait_for(lambda: probe.status_of(refused, "refused"))
    assert status.reason == "safety_hold"

    number = latched.latches[0].latch_id
    wrong = probe.call(srv.ResetSafety, "safety/reset", latch_id=number + 7, operator_name="tester")
    assert (wrong.accepted, wrong.error_code) == (False, wrong.UNKNOWN_LATCH)
    nameless = probe.call(srv.ResetSafety, "safety/reset", latch_id=number, operator_name=" ")
    assert not nameless.accepted
    time.sleep(0.6)
    reset = probe.call(srv.ResetSafety, "safety/reset", latch_id=number, operator_name="tester")
    assert reset.accepted, reset.error_message
    assert list(reset.remaining) == []
    at = wait_still(probe)
    clear = probe.wait_for(lambda: probe.safety[-1].motion_allowed and probe.safety[-1])
    assert probe.joints[-1][1].position[0] == pytest.approx(at, abs=0.003), "moved by the reset"

    again = send_turn(probe, clear.epoch, sign=-math.copysign(1.0, at))
    probe.wait_for(lambda: probe.status_of(again, "drained"))


def test_chunks_nobody_may_send_move_nothing(graph: LiveGraph, probe: Probe) -> None:
    """S1-74."""
    epoch = start(graph, probe)
    before = wait_still(probe)
    for wrong_epoch in (epoch - 1, epoch + 1):
        chunk_id = send_turn(probe, wrong_epoch)
        _, status = probe.wait_for(lambda c=chunk_id: probe.status_of(c, "refused"))
        assert status.discarded == round(DURATION / DT)
    message = msg.ActionChunk(
        chunk_id="nan", goal_id="g", owner="agent", epoch=epoch, dt=DT,
        joint_names=list(probe.joints[-1][1].name), positions=[math.nan] * 6,
        stamp=stamp.to_msg(0.0),
    )  # fmt: skip
    chunk_publisher(probe).publish(message)
    _, status = probe.wait_for(lambda: probe.status_of("nan", "refused"))
    assert "finite" in status.message
    assert probe.joints[-1][1].position[0] == pytest.approx(before, abs=0.002)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nodes_end_cleanly_on_a_signal(
    graph: LiveGraph, probe: Probe, number: signal.Signals
) -> None:
    start(graph, probe)
    for node in graph.nodes.values():
        began = time.monotonic()
        assert node.end(number) == 0
        # 2 s on a machine of its own (fault 29); tests share theirs.
        assert time.monotonic() - began < 5.0
