"""The swing that is stopped: nearly at the allowed tool speed, and admissible whole."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.stops.sweep import DT, POSTURE, RISE, ROWS, SHARE, SWING, ramped
from ros_nodes.safety_supervisor.supervisor import Supervisor
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.collision_model import CollisionModel

MODEL = ArmModel()
LIMITS = load(config_directory() / "safety.yaml", SafetyLimits)


class Clock:
    time = 100.0

    def now(self):
        return self.time

    def steady(self):
        return self.time


def path(speed, turn):
    whole = RISE + turn / speed
    at = DT * np.arange(1, int(np.ceil(whole / DT)) + 1)
    return ramped(at, whole, speed)


@pytest.mark.parametrize("turn", [0.45, 0.6, 1.2])
def test_the_way_begins_and_ends_at_rest_and_is_never_faster_than_said(turn):
    speed = 0.96
    way = path(speed, turn)
    steps = np.diff(np.concatenate([[0.0], way])) / DT
    assert way[-1] == pytest.approx(turn, abs=1e-6)
    assert steps.max() <= speed + 1e-9
    assert steps.max() >= 0.99 * speed
    assert steps[0] < 0.05 * speed
    assert abs(steps[-1]) < 0.05 * speed
    assert (np.diff(way) >= -1e-12).all()


def test_the_supervisor_admits_every_chunk_of_it():
    clock = Clock()
    supervisor = Supervisor(MODEL, CollisionModel(MODEL, LIMITS.keep_out), LIMITS, clock)
    supervisor.acquire(Owner.AGENT, clock.now())
    reach = float(np.linalg.norm(MODEL.frame_pose(POSTURE)[:2, 3]))
    rows = np.tile(POSTURE, (len(path(SHARE * LIMITS.tool_speed / reach, SWING)), 1))
    rows[:, 0] += path(SHARE * LIMITS.tool_speed / reach, SWING)
    still = (0.0,) * 6
    supervisor.on_arm_state(ArmState(clock.time, MODEL.joint_names, POSTURE, still, still))
    supervisor.tick(clock.time, clock.time)
    pieces = [rows[i : i + ROWS] for i in range(0, len(rows), ROWS)]
    for index, piece in enumerate(pieces):
        chunk = ActionChunk(
            chunk_id=f"c{index}",
            goal_id="swing",
            index=index,
            owner=Owner.AGENT,
            epoch=supervisor.state.epoch,
            joint_names=MODEL.joint_names,
            dt=DT,
            positions=tuple(map(tuple, piece.tolist())),
            observation_id="test",
            observation_stamp=clock.time,
            stamp=clock.time,
            final=index == len(pieces) - 1,
        )
        admission = supervisor.on_chunk(chunk, clock.time)
        assert admission.admitted, admission.message
        supervisor.on_chunk_status(
            ChunkStatus(
                chunk_id=chunk.chunk_id,
                goal_id="swing",
                state=ChunkState.DRAINED,
                played=len(piece),
                discarded=0,
                stamp=clock.time,
            )
        )
