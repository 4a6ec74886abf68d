"""How a goal ends before its time: safety, a lost lease, time run out, silence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ros_nodes.skill_server.descriptor import Resource
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict

if TYPE_CHECKING:
    from ros_nodes.skill_server.cell import Cell
    from ros_nodes.skill_server.playback import Playback
    from ros_nodes.skill_server.skill import Skill
    from xlerobot_agent.contracts.skills import SkillGoal

_WANTED = frozenset({Reason.CANCELLED, Reason.SUPERSEDED, Reason.STOPPED})
"""Reasons somebody asked for: the goal was preempted, it did not fail."""
_LATE = frozenset({Reason.TIMEOUT, Reason.HEARTBEAT_LOST})


@dataclass(frozen=True, slots=True)
class Ending:
    """How the goal will end as soon as the arm is at rest and was looked at."""

    verdict: Verdict
    reason: Reason | None
    message: str

    @classmethod
    def of(cls, reason: Reason, message: str) -> Ending:
        """The verdict that belongs to a reason."""
        if reason in _WANTED:
            return cls(Verdict.PREEMPTED, reason, message)
        return cls(Verdict.TIMED_OUT if reason in _LATE else Verdict.FAILED, reason, message)


@dataclass(slots=True)
class Run:
    """What a goal was admitted with.

    Attributes:
        goal: what was asked.
        skill: which does it.
        accepted: when [s].
        epoch: under which it was admitted.
    """

    goal: SkillGoal
    skill: Skill
    accepted: float
    epoch: int = 0


def interference(run: Run, playback: Playback, cell: Cell, now: float) -> Ending | None:
    """What ends a running goal now, if anything does: authority first, then time."""
    return _authority(run, cell) or _time(run, playback, cell, now)


def _authority(run: Run, cell: Cell) -> Ending | None:
    if not run.skill.moves(run.goal):
        return None
    if cell.unsupervised:
        return Ending.of(Reason.HEARTBEAT_LOST, cell.unsupervised)
    state = cell.safety
    if state is None or not cell.may_move:
        why = "no safety state" if state is None else state.reason or state.mode.value
        return Ending.of(Reason.SAFETY_HOLD, f"safety is not clear: {why}")
    if state.epoch == run.epoch and state.owner is run.goal.owner:
        return None
    return Ending.of(
        Reason.LEASE_LOST,
        f"epoch {run.epoch} of '{run.goal.owner.value}' gave way to epoch {state.epoch} of "
        f"'{state.owner.value}'",
    )


def _time(run: Run, playback: Playback, cell: Cell, now: float) -> Ending | None:
    limit = min(run.goal.timeout, run.skill.descriptor.max_duration)
    heartbeat = cell.settings.look.heartbeat
    if now - run.accepted > limit:
        return Ending.of(Reason.TIMEOUT, f"not done after {limit:.1f} s")
    needs_arm = Resource.ARM in run.skill.needs(run.goal)
    if needs_arm and (cell.arm is None or now - cell.arm.stamp > heartbeat):
        return Ending.of(
            Reason.HEARTBEAT_LOST, f"no joints for {heartbeat} s; check the arm's driver"
        )
    if playback.silent(now):
        return Ending.of(
            Reason.HEARTBEAT_LOST, f"no word of a chunk for {heartbeat} s; check the arm's node"
        )
    return None
