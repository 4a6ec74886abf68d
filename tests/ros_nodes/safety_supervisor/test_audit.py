"""The audit log: chained, complete after a crash, ready before a reset (faults 56, 57)."""

from __future__ import annotations

import json
import resource

import numpy as np
import pytest

from ros_nodes.safety_supervisor.audit import AuditError, AuditLog, verify
from ros_nodes.safety_supervisor.stop_account import LONGEST
from tests.ros_nodes.safety_supervisor.conftest import MODEL, PERIOD
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.safety import SafetyMode


def filled(path, count=3):
    log = AuditLog(path)
    for i in range(count):
        log.append("note", float(i), text=f"entry {i} é")
    return log


def test_the_chain_holds_over_restarts(log_path):
    filled(log_path)
    filled(log_path)
    assert verify(log_path) == 6


@pytest.mark.parametrize("spoil", ["change", "remove", "insert", "swap"])
def test_tampering_is_found(log_path, spoil):
    filled(log_path)
    lines = log_path.read_text().splitlines()
    if spoil == "change":
        record = json.loads(lines[1])
        record["text"] = "nothing happened"
        lines[1] = json.dumps(record)
    elif spoil == "remove":
        del lines[1]
    elif spoil == "insert":
        lines.insert(1, lines[0])
    else:
        lines[0], lines[1] = lines[1], lines[0]
    log_path.write_text("\n".join(lines) + "\n")
    with pytest.raises(AuditError, match="does not follow"):
        verify(log_path)


def test_a_torn_line_loses_only_itself(log_path):
    filled(log_path)
    whole = log_path.read_bytes()
    log_path.write_bytes(whole[:-20])
    log = AuditLog(log_path)
    log.append("note", 9.0)
    assert verify(log_path) == 3
    assert json.loads(log_path.read_text().splitlines()[-1])["after_torn"] is True


def test_a_disk_that_fills_in_the_middle_of_a_record_leaves_no_part_of_it(log_path):
    """Fault 56: what could not be written is taken back, and the chain goes on later."""
    log = filled(log_path)
    before = log_path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 50, hard))
    try:
        for _ in range(2):
            with pytest.raises(OSError, match="File too large"):
                log.append("note", 9.0, text="x" * 100)
            assert log_path.read_bytes() == before
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    log.append("note", 10.0)
    assert verify(log_path) == 4


def test_every_stop_is_recorded_with_its_cause(make_rig, log_path):
    rig = make_rig(audit=AuditLog(log_path))
    rig.supervisor.on_estop(True, rig.now)
    rig.tick(1.0)
    rig.supervisor.reset(1, "Ada", rig.now)
    rig.tick(2.0)
    rig.supervisor.write_audit()
    records = [json.loads(line) for line in log_path.read_text().splitlines()]
    assert [r["kind"] for r in records] == [
        "mode",
        "latch",
        "stopped",
        "reset",
        "mode",
        "mode",
    ]
    latch = records[1]["latch"]
    assert (latch["latch_id"], latch["source"]) == (1, "estop")
    assert records[1]["positions"] == list(rig.positions)
    assert (records[3]["latch_id"], records[3]["operator"]) == (1, "Ada")
    assert verify(log_path) == 6


def test_a_stop_is_recorded_with_what_it_came_to(make_rig, log_path):
    rig = make_rig(audit=AuditLog(log_path))
    chunk = rig.chunk()
    assert rig.ask(chunk).admitted
    began = rig.positions
    rig.velocities = (0.8, 0.0, 0.0, 0.0, 0.0, 0.0)
    rig.supervisor.on_estop(True, rig.now)
    rig.tell(chunk, ChunkState.DISCARDED)
    for _ in range(2):
        rig.positions = (rig.positions[0] + 0.02, *rig.positions[1:])
        rig.tick()
    rig.velocities = (0.0,) * 6
    rig.tick(1.0)
    stopped = [json.loads(line) for line in log_path.read_text().splitlines()][-1]
    assert stopped["kind"] == "stopped"
    assert stopped["latch_id"] == 1
    assert stopped["cause"] == "estop: e-stop asserted"
    assert stopped["still_after"] == pytest.approx(2 * PERIOD)
    assert stopped["at_rest"] is True
    way = MODEL.frame_pose(rig.positions)[:3, 3] - MODEL.frame_pose(began)[:3, 3]
    assert stopped["travel"] == pytest.approx(np.linalg.norm(way), rel=0.01)
    assert [c["chunk_id"] for c in stopped["discarded"]] == [chunk.chunk_id]


def test_an_arm_that_does_not_come_to_rest_is_recorded_as_moving(make_rig, log_path):
    rig = make_rig(audit=AuditLog(log_path))
    rig.supervisor.on_estop(True, rig.now)
    rig.velocities = (0.2, 0.0, 0.0, 0.0, 0.0, 0.0)
    rig.tick(LONGEST + 0.1)
    stopped = [json.loads(line) for line in log_path.read_text().splitlines()][-1]
    assert (stopped["kind"], stopped["at_rest"]) == ("stopped", False)


def test_a_latch_survives_the_supervisor(make_rig, log_path):
    """Fault 27: nothing moves after a restart until a human has reset what was open."""
    make_rig(audit=AuditLog(log_path)).supervisor.on_estop(True, 0.0)
    first = make_rig(audit=AuditLog(log_path))
    first.supervisor.on_estop(True, first.now)
    first.tick()
    again = make_rig(audit=AuditLog(log_path))
    assert again.state.mode is SafetyMode.UNCONTROLLABLE
    assert not again.tick().motion_allowed
    (latch,) = again.state.latches
    assert again.supervisor.reset(latch.latch_id, "Ada", again.now).accepted
    fresh = make_rig(audit=AuditLog(log_path))
    fresh.supervisor.on_estop(True, fresh.now)
    assert fresh.state.latches[0].latch_id > latch.latch_id


def test_no_reset_before_the_stop_is_on_disk(make_rig, log_path, monkeypatch):
    rig = make_rig(audit=AuditLog(log_path))
    full = pytest.MonkeyPatch()
    full.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left")))
    rig.supervisor.on_estop(True, rig.now)
    rig.tick(1.0)
    reply = rig.supervisor.reset(1, "Ada", rig.now)
    assert not reply.accepted
    assert "No space left" in reply.message
    assert not rig.tick().motion_allowed
    full.undo()
    rig.tick()
    assert rig.supervisor.reset(1, "Ada", rig.now).accepted


def test_the_disk_is_not_touched_while_motion_is_allowed(make_rig, log_path, monkeypatch):
    """Fault 58: a disk that stalls must not silence the heartbeat of a moving arm."""
    rig = make_rig(audit=AuditLog(log_path))
    touched = []
    append = AuditLog.append

    def stalling(self, kind, now, **fields):
        touched.append(rig.state.motion_allowed)
        append(self, kind, now, **fields)

    monkeypatch.setattr(AuditLog, "append", stalling)
    speed = rig.limits.tool_speed * 1.5 / np.linalg.norm(MODEL.frame_pose(rig.positions)[:2, 3])
    rig.velocities = (speed, 0.0, 0.0, 0.0, 0.0, 0.0)
    rig.tick(0.3)
    assert rig.state.mode is SafetyMode.ALERT
    assert not touched
    rig.velocities = (0.0,) * 6
    rig.supervisor.on_estop(True, rig.now)
    rig.tick(0.5)
    assert touched
    assert not any(touched)
