"""The commanded motion and its phases: playing a chunk, ramping to rest, resting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.arm.motion import MotionState, Vector
from ros_nodes.arm.phases import Phase, Trigger, next_phase
from ros_nodes.arm.playback import Playback
from ros_nodes.arm.ramp import Ramp

if TYPE_CHECKING:
    from xlerobot_agent.contracts.chunk import ActionChunk
    from xlerobot_agent.contracts.safety_limits import SafetyLimits

_STILL = 1e-6
"""Slower than this a set-point rests [rad/s]."""


class Course:
    """Where the set-point goes next. It knows motion, not permission."""

    def __init__(self, velocity_limit: Vector, limits: SafetyLimits) -> None:
        """Start at fault: nothing is known of the arm until `settle`.

        Args:
            velocity_limit: [rad/s]. Shape (joints,).
            limits: of motion and of stops.
        """
        self._velocity_limit = velocity_limit
        self._limits = limits
        self._ramp: Ramp | None = None
        self.phase = Phase.FAULTED
        self.motion = MotionState.at_rest(np.zeros_like(velocity_limit))
        self.playback: Playback | None = None
        """The chunk that plays."""
        self.last: Playback | None = None
        """The chunk that was played to its end before; None once something stopped the arm."""

    @property
    def at_rest(self) -> bool:
        """The set-point does not move."""
        return self.phase in (Phase.RESTING, Phase.FAULTED)

    @property
    def still(self) -> bool:
        """The set-point has no velocity at this instant."""
        return bool(np.abs(self.motion.velocity).max() < _STILL)

    def settle(self, position: Vector) -> None:
        """The arm could be read: rest where it is [rad]."""
        self.motion = MotionState.at_rest(position)
        self._take(Trigger.RECOVER)

    def fault(self) -> None:
        """The arm cannot be read or written: no motion until `settle`."""
        self.playback = self.last = self._ramp = None
        self._take(Trigger.FAULT)

    def stop(self) -> Playback | None:
        """Ramp to rest along the path; what ramps already goes on.

        Returns:
            The playback that this cut off.
        """
        moving = self.phase in (Phase.PLAYING, Phase.EASING)
        self._take(Trigger.STOP)
        if moving:
            self._ramp = Ramp(self.motion, self._limits, self._velocity_limit)
        cut, self.playback, self.last = self.playback, None, None
        return cut

    def give_way(self, target: Vector) -> None:
        """From rest, ramp to where the arm was pushed or kept from leaving [rad]."""
        self._take(Trigger.GIVE_WAY)
        self._ramp = Ramp(self.motion, self._limits, self._velocity_limit, target)

    def nominal_start(self, chunk: ActionChunk) -> MotionState | None:
        """The motion a chunk was drafted to start from; None while it must wait for rest."""
        last = self.last
        if last is not None and _continues(last.chunk, chunk) and self.fits(last, chunk):
            return last.end
        if self.phase is not Phase.RESTING:
            return None
        reach = self._limits.joint_acceleration * chunk.dt**2 / 2.0
        first = np.array(chunk.positions[0])
        return MotionState.at_rest(np.clip(self.motion.position, first - reach, first + reach))

    def fits(self, ended: Playback, chunk: ActionChunk) -> bool:
        """Whether a chunk goes on from the end of another without a jump in velocity.

        One that does not is played all the same, but from rest.
        """
        expected = ended.end.position + chunk.dt * ended.end.velocity
        gap = np.abs(np.array(chunk.positions[0]) - expected).max()
        return bool(gap <= self._limits.joint_acceleration * chunk.dt**2)

    def begin(self, chunk: ActionChunk, nominal: MotionState) -> None:
        """Play a chunk from the commanded motion, which need not be the nominal one."""
        self._play(chunk, nominal, self.motion)

    def follow(self, ended: Playback, chunk: ActionChunk) -> None:
        """Play a chunk from the very end of another."""
        self._play(chunk, ended.end, ended.end).follow(ended)

    def run_dry(self, ended: Playback) -> None:
        """Nothing follows: rest, by a ramp where the set-point still moves."""
        if self.still:
            self.motion = MotionState.at_rest(self.motion.position)
            self._take(Trigger.REST)
            return
        # Of a final chunk only the fading offset of its start is left, so its end is reached.
        target = ended.end.position if ended.ends_at_rest else None
        self._ramp = Ramp(self.motion, self._limits, self._velocity_limit, target)
        self._take(Trigger.DRY)

    def advance(self, step: float) -> tuple[float, Playback | None]:
        """Let ``step`` seconds pass.

        Returns:
            The seconds left over and the chunk that ended, if one did; then the caller says
            `follow` or `run_dry`, and advances by what was left.
        """
        if self.playback is not None:
            return self._advance_playback(self.playback, step)
        ramp = self._ramp
        if ramp is not None:
            ramp.advance(step)
            self.motion = ramp.state
            if ramp.done:
                self._ramp = None
                self._take(Trigger.REST)
        return 0.0, None

    def _advance_playback(self, playback: Playback, step: float) -> tuple[float, Playback | None]:
        left = playback.advance(step)
        self.motion = playback.state
        if not playback.done:
            return 0.0, None
        self.playback, self.last = None, playback
        return left, playback

    def _play(self, chunk: ActionChunk, nominal: MotionState, commanded: MotionState) -> Playback:
        self._ramp = None
        playback = self.playback = Playback(
            chunk, nominal, commanded, self._velocity_limit, self._limits.joint_acceleration
        )
        self._take(Trigger.START)
        return playback

    def _take(self, trigger: Trigger) -> None:
        self.phase = next_phase(self.phase, trigger)


def _continues(last: ActionChunk, chunk: ActionChunk) -> bool:
    """Whether a chunk was drafted to go on from the end of another."""
    return (
        not last.final
        and chunk.goal_id == last.goal_id
        and chunk.epoch == last.epoch
        and chunk.index == last.index + 1
    )
