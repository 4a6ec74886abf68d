"""Motion of a skill: the arm reaches out for one thing or the other, and is called off."""

from __future__ import annotations

import time
import uuid
from typing import TYPE_CHECKING

from experiments.faults.field import CLEAR_TIME, STEP_TIME, FieldError
from experiments.live.estop_trial import FAST
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.skills import SkillGoal, SkillName

if TYPE_CHECKING:
    from experiments.stops.ground import Ground
    from ros_nodes.trial.goal_record import Call

OBJECTS = ("red_cup", "yellow_paper")
"""Reached for in turn, so that the way is never short."""
ENDS = 15.0
"""A goal that was called off has ended within [s]."""


def pick_at_speed(ground: Ground) -> str:
    """Let the arm reach out until it is fast; the goal's id.

    Raises:
        FieldError: it does not come to that.
    """
    _take_control(ground)
    record, witness = ground.record, ground.field.witness
    before = ground.call
    if before is not None and not record.wait_for(lambda: before.result is not None, ENDS):
        raise FieldError(f"{before.skill} has no result after {ENDS:.0f} s")
    call = ground.call = ground.caller.send(_goal(ground, before))

    def reaching() -> bool:
        playing = any(
            h.message.goal_id == call.goal_id and h.message.state is ChunkState.PLAYING
            for h in witness.statuses
        )
        return (playing and witness.speed > FAST) or call.result is not None

    if not witness.wait_for(reaching, STEP_TIME) or call.result is not None:
        why = "it takes too long" if call.result is None else call.result.message
        raise FieldError(f"the arm does not reach out: {why}")
    return call.goal_id


def cancel(ground: Ground) -> float:
    """Cancel the goal that moves the arm; when, steady [s]."""
    call = _moving(ground)
    now = time.monotonic()
    ground.caller.cancel(call.skill, call.uuid)
    return now


def replace(ground: Ground) -> float:
    """Ask for another goal while one moves the arm; when, steady [s]."""
    goal = _goal(ground, _moving(ground))
    now = time.monotonic()
    ground.call = ground.caller.send(goal)
    return now


def let_go(ground: Ground) -> None:
    """Give control back to the agent, where a goal of the caller's had taken it."""
    if ground.epoch:
        ground.epoch, ground.call = 0, None
        ground.field.recover()


def _take_control(ground: Ground) -> None:
    permits = ground.field.witness.permits
    if ground.epoch and permits and permits[-1].message.epoch == ground.epoch:
        return
    ground.epoch = ground.caller.acquire()
    if not ground.field.witness.wait_for(
        lambda: (
            bool(permits)
            and permits[-1].message.epoch >= ground.epoch
            and permits[-1].message.motion_allowed
        ),
        CLEAR_TIME,
    ):
        raise FieldError(f"motion is not allowed under epoch {ground.epoch}")


def _moving(ground: Ground) -> Call:
    if ground.call is None:
        raise FieldError("no goal moves the arm")
    return ground.call


def _goal(ground: Ground, before: Call | None) -> SkillGoal:
    """For the other thing than the goal before."""
    last = before is not None and before.goal_id.startswith(OBJECTS[0])
    wanted = OBJECTS[int(last)]
    return SkillGoal(
        goal_id=f"{wanted}-{uuid.uuid4().hex[:8]}",
        skill=SkillName.PICK.value,
        object_id=wanted,
        owner=Owner.OPERATOR,
        epoch=ground.epoch,
        timeout=STEP_TIME,
    )
