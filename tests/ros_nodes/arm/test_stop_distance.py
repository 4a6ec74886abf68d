"""Stops on the simulated arm: how long, how far (fault 12, 19; issue 3's figures).

E-stop to rest ≤ 150 ms from full allowed speed, tool travel ≤ 15 mm; the supervisor falls silent:
hold ≤ 150 ms.
"""

from __future__ import annotations

import numpy as np
import pytest

from ros_nodes.arm.player import ChunkPlayer
from ros_nodes.safety_supervisor.supervisor import Supervisor
from sim.scene_sampler import sample
from sim.world import SimWorld
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.safety import ESTOP
from xlerobot_agent.robot_model.collision_model import CollisionModel

PERIOD = 0.01
CHUNK = 15
STILL = 0.005
"""[m/s]"""


class Desk:
    """The simulated arm sweeping sideways at full allowed tool speed, gated and played."""

    def __init__(self, model, limits):
        catalogue = load(config_directory() / "objects.yaml", ObjectCatalogue)
        start = (-0.6, -0.9, 0.8, 0.4, 0.0, 0.3)
        self.model, self.limits = model, limits
        self.world = SimWorld(sample(0, catalogue), catalogue, rest=start)
        self.arm = self.world.arm
        self.player = ChunkPlayer(self.arm, model, limits)
        self.supervisor = Supervisor(model, CollisionModel(model), limits, self)
        self.supervisor.acquire(Owner.AGENT, self.now())
        self.alive = True
        self.goal, self.drained = "", 0
        self.statuses = []
        for _ in range(30):
            self.step()
        self.begin("sweep")

    def begin(self, goal):
        """A new goal: a sweep from where the set-point is."""
        reach = np.linalg.norm(self.tool()[:2])
        self.goal, self.index, self.drained = goal, 0, 0
        self.path = self._sweep(
            np.array(self.player.commanded), 0.99 * self.limits.tool_speed / reach
        )

    def now(self):
        return self.world.now

    def steady(self):
        return self.world.now

    def tool(self):
        return self.model.frame_pose(self.arm.read().positions)[:3, 3]

    def step(self):
        self.world.advance(PERIOD)
        now, state = self.now(), self.arm.read()
        if self.alive:
            self.supervisor.on_arm_state(state)
            self.player.on_permit(self.supervisor.tick(now, now), now, now)
            self.player.on_safety(self.supervisor.state)
        told = self.player.tick(now, now, state)
        self.statuses += told
        self.drained += sum(s.state is ChunkState.DRAINED for s in told)
        if self.alive:
            for status in told:
                self.supervisor.on_chunk_status(status)

    def play(self, seconds):
        """Keep the queue filled for so long."""
        for _ in range(round(seconds / PERIOD)):
            if self.index - self.drained < 2:
                self._send()
            self.step()

    def _send(self):
        piece = self.path[self.index * CHUNK : (self.index + 1) * CHUNK]
        chunk = ActionChunk(
            chunk_id=f"{self.goal}-{self.index}",
            goal_id=self.goal,
            index=self.index,
            owner=Owner.AGENT,
            epoch=self.supervisor.state.epoch,
            joint_names=self.model.joint_names,
            dt=0.02,
            positions=tuple(map(tuple, piece.tolist())),
            observation_id="scene-1",
            observation_stamp=self.now(),
            stamp=self.now(),
        )
        admission = self.supervisor.on_chunk(chunk, self.now())
        assert admission.admitted, admission.message
        assert self.player.accept(chunk, self.now()).state is ChunkState.ADMITTED
        self.index += 1

    def _sweep(self, start, speed):
        t = 0.02 * np.arange(1, 151)
        rise = 0.4
        pan = speed * np.where(
            t < rise, t / 2 - rise / (2 * np.pi) * np.sin(np.pi * t / rise), t - rise / 2
        )
        path = np.tile(start, (len(t), 1))
        path[:, 0] += pan
        return path

    def rest_after(self, stop):
        """Stop at full speed: top speed before [m/s], time to rest [s], tool travel [m]."""
        self.play(1.2)
        before = self.tool()
        self.play(PERIOD)
        speed = float(np.linalg.norm(self.tool() - before)) / PERIOD
        origin, moving = self.tool(), 0
        stop()
        for tick in range(60):
            last = self.tool()
            self.step()
            if np.linalg.norm(self.tool() - last) / PERIOD > STILL:
                moving = tick + 1
        return speed, moving * PERIOD, float(np.linalg.norm(self.tool() - origin))


@pytest.fixture
def desk(model, limits):
    desk = Desk(model, limits)
    yield desk
    desk.world.close()


def discarded(desk):
    return [s for s in desk.statuses if s.state is ChunkState.DISCARDED]


def test_estop_at_full_speed_stops_in_time_and_distance(desk):
    def stop():
        desk.player.on_estop(True, "button", desk.now())
        desk.supervisor.on_estop(True, desk.now())

    speed, seconds, travel = desk.rest_after(stop)
    assert speed > 0.2
    assert seconds <= 0.150
    assert travel <= 0.015
    assert len(discarded(desk)) == 2


def test_a_dead_supervisor_stops_the_arm_in_time(desk, limits):
    def kill():
        desk.alive = False

    speed, seconds, travel = desk.rest_after(kill)
    assert speed > 0.2
    assert seconds <= limits.permit_deadline + 0.150
    assert travel <= 0.015 + limits.tool_speed * (limits.permit_deadline + PERIOD)
    assert len(discarded(desk)) == 2


def test_after_the_reset_a_new_goal_under_the_new_epoch_moves_again(desk, limits):
    desk.play(0.5)
    desk.player.on_estop(True, ESTOP, desk.now())
    desk.supervisor.on_estop(True, desk.now())
    for _ in range(round((limits.estop_quiet + 0.1) / PERIOD)):
        desk.step()
    resting = np.array(desk.player.commanded)
    assert desk.supervisor.reset(1, "Ada", desk.now()).accepted
    for _ in range(round(limits.clear_time / PERIOD) + 5):
        assert desk.player.commanded == pytest.approx(resting)
        desk.step()
    desk.begin("another sweep")
    desk.play(0.5)
    assert desk.player.commanded[0] > resting[0] + 0.02
