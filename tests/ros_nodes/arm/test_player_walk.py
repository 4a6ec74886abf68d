"""Random interleavings of chunks, holds, e-stops, permits, faults (B.2 Chunk, B.14; faults 13, 18).

Whatever comes in whatever order: one set-point a tick; every chunk ends exactly once with
played + discarded = total; after a stop the arm is at rest within 150 ms; velocity and acceleration
of the set-point stay bounded; while motion is not allowed nothing moves once the arm is at rest.
"""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from ros_nodes.arm.ledger import TERMINAL
from ros_nodes.arm.phases import Phase
from xlerobot_agent.contracts.chunk import ChunkState, HoldRequest
from xlerobot_agent.contracts.control import Owner

PERIOD = 0.01
REST_TICKS = 15
VELOCITY = 1.5
"""Of the walk's chunks: up to 0.9 rad/s, and half a blend's share."""

_make_rig = None
_swing = None


class PlayerWalk(RuleBasedStateMachine):
    """One arm, one player, a supervisor and goals that do as they like."""

    @initialize()
    def begin(self):
        self.rig = _make_rig()
        self.goals = itertools.count()
        self.goal, self.index, self.cursor = "goal", 0, None
        self.sent = {}
        self.ends = {}
        self.stopped_for = None
        self.last = np.array(self.rig.player.commanded)
        self.velocity = np.zeros(6)

    def _ticks(self, count):
        for _ in range(count):
            before = len(self.rig.arm.written)
            for status in self.rig.tick():
                self._note(status)
            wrote = len(self.rig.arm.written) - before
            assert wrote == (0 if self.rig.player.phase is Phase.FAULTED else 1)
            self._check_motion(wrote)
            assert len(self.sent.keys() - self.ends.keys()) <= 2, "one plays, one waits"

    def _check_motion(self, wrote):
        here = np.array(self.rig.player.commanded)
        velocity = (here - self.last) / PERIOD
        if wrote and not self.rig.arm.recovered:
            assert np.abs(velocity).max() <= VELOCITY
            change = np.abs(velocity - self.velocity).max() / PERIOD
            assert change <= 1.3 * self.rig.limits.stop_acceleration
            self.velocity = velocity
        else:
            self.velocity = np.zeros(6)
        self.last = here
        self.rig.arm.recovered = self.rig.player.phase is Phase.FAULTED
        self._check_stop()

    def _check_stop(self):
        player = self.rig.player
        forbidden = not self.rig.allowed or player._permission.latched
        if not forbidden:
            self.stopped_for = None
            return
        self.stopped_for = (self.stopped_for or 0) + 1
        if self.stopped_for > REST_TICKS:
            assert player.at_rest
            assert not self.velocity.any()

    def _note(self, status):
        assert status.chunk_id in self.sent
        assert status.played + status.discarded <= self.sent[status.chunk_id]
        assert status.chunk_id not in self.ends, "word of a chunk after its end"
        if status.state in TERMINAL:
            assert status.played + status.discarded == self.sent[status.chunk_id]
            assert (status.reason is None) is (status.state is ChunkState.DRAINED)
            self.ends[status.chunk_id] = status

    def _send(self, positions, *, final, **more):
        chunk = self.rig.chunk(positions, goal_id=self.goal, index=self.index, final=final, **more)
        self.index += 1
        self.sent[chunk.chunk_id] = len(positions)
        status = self.rig.player.accept(chunk, self.rig.now)
        self._note(status)
        return status

    @rule(count=st.integers(1, 30))
    def wait(self, count):
        self._ticks(count)

    @rule()
    def new_goal(self):
        self.goal, self.index, self.cursor = f"goal-{next(self.goals)}", 0, None

    @rule(
        count=st.integers(2, 25),
        amplitude=st.sampled_from([0.0, 0.1, -0.3]),
        final=st.booleans(),
    )
    def next_chunk(self, count, amplitude, final):
        """A piece of a smooth path that begins at rest where the set-point is."""
        if self.cursor is None:
            self.path = np.array(self.rig.player.commanded) + _swing(200, amplitude=amplitude)
            self.path -= _swing(1, amplitude=0.0)
            self.cursor = 0
        if self.cursor + count > len(self.path):
            return
        piece = self.path[self.cursor : self.cursor + count]
        self.cursor += count
        if self._send(piece, final=final).state is ChunkState.REFUSED or final:
            self.new_goal()

    @rule(offset=st.sampled_from([0.03, 0.14, 0.5]))
    def chunk_from_elsewhere(self, offset):
        self.new_goal()
        self._send(np.tile(np.array(self.rig.player.commanded) + offset, (10, 1)), final=True)
        self.new_goal()

    @rule(epoch=st.sampled_from([-1, 1, 7]))
    def chunk_of_another_epoch(self, epoch):
        self.new_goal()
        here = np.array(self.rig.player.commanded)
        self._send(np.tile(here, (5, 1)), final=True, epoch=self.rig.epoch + epoch)
        self.new_goal()

    @rule(all_goals=st.booleans())
    def hold(self, all_goals):
        goal = "" if all_goals else self.goal
        self.rig.player.hold(HoldRequest(goal_id=goal, source="walk"), self.rig.now)
        if self.rig.player.phase is Phase.PLAYING:
            playing = self.rig.player._course.playback
            assert playing.chunk.goal_id != goal
            assert goal
        self.new_goal()

    @rule()
    def estop(self):
        self.rig.player.on_estop(True, "walk", self.rig.now)
        assert self.rig.player.phase is not Phase.PLAYING

    @rule()
    def supervisor_takes_over(self):
        self.rig.epoch += 1
        self.rig.owner, self.rig.allowed = Owner.SAFETY, False

    @rule()
    def supervisor_gives_back(self):
        self.rig.epoch += 1
        self.rig.owner, self.rig.allowed = Owner.AGENT, True

    @rule()
    def lease_changes(self):
        self.rig.epoch += 1

    @rule(beating=st.booleans())
    def heartbeat(self, beating):
        self.rig.beating = beating

    @rule(silent=st.booleans())
    def driver(self, silent):
        self.rig.arm.silent = silent

    def teardown(self):
        """Left alone, everything ends and the arm rests."""
        if hasattr(self, "rig"):
            self.rig.arm.silent = False
            self._ticks(150)
            assert self.rig.player.at_rest
            assert self.sent.keys() == self.ends.keys()


def test_player_walk(make_rig, smooth):
    """S3-77."""
    global _make_rig, _swing
    _make_rig, _swing = make_rig, smooth
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        PlayerWalk, settings=settings(max_examples=60, stateful_step_count=40)
    )
