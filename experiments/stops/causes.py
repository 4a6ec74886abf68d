"""What makes the moving arm stop, and what makes the graph fit again."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from experiments.stops.skill_motion import cancel, let_go, pick_at_speed, replace
from experiments.stops.sweep import swing, take_posture

if TYPE_CHECKING:
    from experiments.stops.ground import Ground

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
    begin: Callable[[Ground], str]
    act: Callable[[Ground], float]
    mend: Callable[[Ground], None]
    set_point_ms: float
    still_ms: float | None = None
    travel_mm: float | None = None


def _swing(ground: Ground) -> str:
    let_go(ground)
    take_posture(ground.field, ground.limits)
    motion, speed = swing(ground.field, ground.limits)
    motion.play_until_fast(FAST * speed)
    return motion.goal


def _press(ground: Ground) -> float:
    now = time.monotonic()
    ground.field.hands.estop()
    return now


def _press_source(ground: Ground) -> float:
    now = time.monotonic()
    ground.field.hands.estop_source("bench", asserted=True)
    return now


def _reset(ground: Ground) -> None:
    ground.field.reset()


def _release_source(ground: Ground) -> None:
    ground.field.hands.estop_source("bench", asserted=False)
    ground.field.reset()


def _signal(node: str, number: signal.Signals, ground: Ground) -> float:
    return ground.field.signal(node, number)


def _stop(node: str) -> Callable[[Ground], float]:
    return partial(_signal, node, signal.SIGSTOP)


def _kill(node: str) -> Callable[[Ground], float]:
    return partial(_signal, node, signal.SIGKILL)


def _continue(node: str, ground: Ground) -> None:
    ground.field.signal(node, signal.SIGCONT)


def _wake(node: str) -> Callable[[Ground], None]:
    return partial(_continue, node)


def _restart_supervisor(ground: Ground) -> None:
    ground.field.restart(SUPERVISOR)


def _restart_skills(ground: Ground) -> None:
    ground.field.restart(SKILLS)
    ground.epoch, ground.call = 0, None
    ground.field.recover()


def _nothing(ground: Ground) -> None:
    """The next motion may begin from here."""


def _call_off(ground: Ground) -> None:
    """Before the hand closes on anything."""
    cancel(ground)


CAUSES = (
    Cause("estop", _swing, _press, _reset, 10.0, 150.0, 15.0),
    Cause("estop-source", _swing, _press_source, _release_source, 10.0, 150.0, 15.0),
    Cause("cancel", pick_at_speed, cancel, _nothing, 20.0),
    Cause("new-goal", pick_at_speed, replace, _call_off, 20.0),
    Cause(f"{SUPERVISOR}-hung", _swing, _stop(SUPERVISOR), _wake(SUPERVISOR), 150.0),
    Cause(f"{SUPERVISOR}-killed", _swing, _kill(SUPERVISOR), _restart_supervisor, 150.0),
    Cause(f"{SKILLS}-hung", pick_at_speed, _stop(SKILLS), _wake(SKILLS), 300.0),
    Cause(f"{SKILLS}-killed", pick_at_speed, _kill(SKILLS), _restart_skills, 300.0),
)
"""Limits: issue 3's numbers."""
