"""What makes the moving arm stop, and what makes the graph fit again."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from experiments.faults.field import FieldError
from experiments.stops.sweep import swing, take_posture
from xlerobot_agent.contracts.chunk import ChunkState

if TYPE_CHECKING:
    from experiments.faults.field import Field
    from xlerobot_agent.contracts.safety_limits import SafetyLimits

SUPERVISOR = "safety_supervisor"
SKILLS = "skill_server"
FAST = 0.8
"""Of the commanded joint speed; the simulated servo runs at 0.82 of it under way, so from then on
the arm counts as at full speed."""


@dataclass(frozen=True)
class Cause:
    """One way to stop.

    Attributes:
        name: of the measure.
        begin: sets the arm in motion; the goal that its chunks carry.
        act: does it; when, steady [s].
        mend: afterwards; then the agent gets control again.
        set_point_ms: p99 limit until the last set-point of the old motion.
        still_ms: p99 limit until the arm stands; None where only the set-point is promised.
        travel_mm: limit of the tool's way; None where none is promised.
    """

    name: str
    begin: Callable[[Field, SafetyLimits], str]
    act: Callable[[Field], float]
    mend: Callable[[Field], None]
    set_point_ms: float
    still_ms: float | None = None
    travel_mm: float | None = None


def _swing(field: Field, limits: SafetyLimits) -> str:
    take_posture(field, limits)
    motion, speed = swing(field, limits)
    motion.play_until_fast(FAST * speed)
    return motion.goal


def _skill(field: Field, limits: SafetyLimits) -> str:
    """A skill's own motion: its chunks come from the server that is to die."""
    del limits
    field.in_motion("reach")
    playing = [
        h.message.goal_id
        for h in list(field.witness.statuses)
        if h.message.state is ChunkState.PLAYING
    ]
    if not playing:
        raise FieldError("the arm moves, but no chunk is said to play")
    return playing[-1]


def _press(field: Field) -> float:
    now = time.monotonic()
    field.hands.estop()
    return now


def _press_source(field: Field) -> float:
    now = time.monotonic()
    field.hands.estop_source("bench", asserted=True)
    return now


def _release_source(field: Field) -> None:
    field.hands.estop_source("bench", asserted=False)
    field.reset()


def _signal(node: str, number: signal.Signals, field: Field) -> float:
    return field.signal(node, number)


def _wake(node: str, field: Field) -> None:
    field.signal(node, signal.SIGCONT)


def _restart(node: str, field: Field) -> None:
    field.restart(node)


CAUSES = (
    Cause("estop", _swing, _press, lambda field: field.reset(), 10.0, 150.0, 15.0),
    Cause("estop-source", _swing, _press_source, _release_source, 10.0, 150.0, 15.0),
    *(
        Cause(
            f"{node.replace('_', '-')}-{word}",
            begin,
            partial(_signal, node, number),
            partial(mend, node),
            limit,
        )
        for node, begin, limit in ((SUPERVISOR, _swing, 150.0), (SKILLS, _skill, 300.0))
        for word, number, mend in (
            ("hung", signal.SIGSTOP, _wake),
            ("killed", signal.SIGKILL, _restart),
        )
    ),
)
"""Limits: issue 3's numbers."""
