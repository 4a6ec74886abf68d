"""Supervisor and player together under random stops, resets, owners (DC-09; faults 13-17).

An e-stop reaches both, or the supervisor alone, or the arm alone. From 150 ms after it nothing
moves until a human has reset every latch, and where the supervisor missed one, not even then.
"""

from __future__ import annotations

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from ros_nodes.arm.player import ChunkPlayer
from xlerobot_agent.contracts.arm import SetPoint
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.control import Lease, Owner
from xlerobot_agent.contracts.safety import ESTOP, EmergencyStop, SafetyMode

PERIOD = 0.01
REST_TICKS = 15


class StopWalk(RuleBasedStateMachine):
    """One agent that always wants to move."""

    rig_type = None
    model = None

    @initialize()
    def begin(self):
        self.rig = self.rig_type()
        self.player = ChunkPlayer(self, self.model, self.rig.limits)
        self.goal, self.index, self.origin = 0, 0, None
        self.missed = set()
        self.since_stop = None
        self.last = None
        self._step(3)

    joint_names = property(lambda self: self.model.joint_names)

    def read(self):
        return self.rig.reading()

    def write(self, set_point: SetPoint):
        self.rig.positions = set_point.positions

    def _step(self, count):
        for _ in range(count):
            self.rig.clock.node += PERIOD
            self.rig.clock.monotonic += PERIOD
            now, steady = self.rig.now, self.rig.clock.monotonic
            supervisor = self.rig.supervisor
            supervisor.on_arm_state(self.read())
            self.player.on_permit(supervisor.tick(now, steady), now, steady)
            self.player.on_safety(supervisor.state)
            self._want_to_move()
            for status in self.player.tick(now, steady):
                supervisor.on_chunk_status(status)
                if status.state is ChunkState.DISCARDED:
                    self._new_goal()
            self._check()

    def _new_goal(self):
        self.goal, self.index, self.origin = self.goal + 1, 0, None

    def _want_to_move(self):
        """Pan to and fro, two chunks ahead."""
        if self.origin is None and self.player.at_rest:
            self.origin = np.array(self.rig.positions)
        if self.origin is None:
            return
        t = 0.02 * (np.arange(1, 6)[:, None] + 5 * self.index)
        pan = 0.1 * (1 - np.cos(2 * np.pi * t / 2.0)) / 2 * np.eye(6)[0]
        chunk = self.rig.chunk(self.origin + pan, goal_id=f"goal-{self.goal}", index=self.index)
        if not self.rig.ask(chunk).admitted:
            return
        status = self.player.accept(chunk, self.rig.now)
        if status.state is ChunkState.ADMITTED:
            self.index += 1
        else:
            self.rig.supervisor.on_chunk_status(status)
            self._new_goal()

    @property
    def stopped(self):
        state = self.rig.state
        return bool(state.latches or self.missed) or state.mode is not SafetyMode.CLEAR

    def _check(self):
        here = self.rig.positions
        self.since_stop = 0 if not self.stopped else (self.since_stop or 0) + 1
        if self.since_stop > REST_TICKS:
            assert here == self.last, "moved while stopped"
        self.last = here

    @rule(count=st.integers(1, 40))
    def wait(self, count):
        self._step(count)

    @rule(to_arm=st.booleans(), to_supervisor=st.booleans(), named=st.booleans())
    def estop(self, to_arm, to_supervisor, named):
        now = self.rig.now
        stop = EmergencyStop(source="walk", asserted=True, stamp=now)
        source = stop.latch_source if named else ESTOP
        if to_arm:
            self.player.on_estop(True, source, now)
            heard = any(x.asserted and x.source == source for x in self.rig.state.latches)
            self.missed |= set() if heard else {source}
        if not to_supervisor:
            return
        if named:
            self.rig.supervisor.on_estop_source(stop, now)
        else:
            self.rig.supervisor.on_estop(True, now)
        self.missed.discard(source)

    @rule()
    def release(self):
        stop = EmergencyStop(source="walk", asserted=False, stamp=self.rig.now)
        self.rig.supervisor.on_estop_source(stop, self.rig.now)
        self.rig.supervisor.on_estop(False, self.rig.now)

    @rule(wait=st.booleans())
    def reset_all(self, wait):
        if wait:
            self._step(60)
        for latch in self.rig.state.latches:
            self.rig.supervisor.reset(latch.latch_id, "Ada", self.rig.now)
        if wait:
            self._step(110)

    @rule(owner=st.sampled_from([Owner.AGENT, Owner.OPERATOR]))
    def change_of_owner(self, owner):
        granted = self.rig.supervisor.acquire(owner, self.rig.now)
        if isinstance(granted, Lease) and owner is Owner.OPERATOR:
            self.rig.supervisor.release(granted.lease_id, self.rig.now)

    def teardown(self):
        """Once all is released and reset, and the agent has control, it moves again."""
        if not hasattr(self, "rig"):
            return
        for named in (False, True):
            self.estop(True, True, named)
        self.release()
        self._step(60)
        self.reset_all(True)
        self.rig.supervisor.acquire(Owner.AGENT, self.rig.now)
        before = self.rig.positions
        self._step(60)
        assert self.rig.positions != before


def test_stop_walk(make_rig, model):
    StopWalk.rig_type, StopWalk.model = make_rig, model
    run_state_machine_as_test(StopWalk, settings=settings(max_examples=12, stateful_step_count=20))
