"""Clocks that run slowly, jump or stand still, and watchdogs that must not care.

Fails when the arm moves without leave, when a stop stays latched that nobody asked for, or when
an e-stop afterwards is late.
"""

from __future__ import annotations

import signal
import time
from functools import partial

from experiments.faults.cases.estops import LIMIT_MS, TRAVEL_MM, latched, pressed
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import CLEAR_TIME, Field, Motion
from experiments.faults.honesty import ending
from experiments.faults.judge import UNMOVED, moved_without_leave, stopped
from xlerobot_agent.contracts.safety import SafetyMode

HOUR = 3600.0
SLOW = 0.3
"""Simulated seconds per real second; limits in simulated time take so much longer."""
STANDS = 3.0
"""The clock stands still for [s]."""
ENDS = 60.0
SUPERVISOR_MS = 150.0
"""To rest after the supervisor's death, as in the faults of processes."""


def _jumps(offset: float, field: Field) -> Seen:
    """One message of ``/clock`` of an outsider in the middle of a motion."""
    motion = field.in_motion("reach")
    since = time.monotonic()
    field.hands.clock(max(0.0, field.now + offset))
    motion.join(ENDS)
    return _afterwards(field, since, motion)


def _stands_still(field: Field) -> Seen:
    """The simulation, and time with it, is stopped for a while."""
    motion = field.in_motion("reach")
    since = field.signal("simulation", signal.SIGSTOP)
    field.witness.wait_for(lambda: time.monotonic() > since + STANDS, STANDS)
    # It wakes up in the middle of a motion and ramps to rest from there.
    woke = field.signal("simulation", signal.SIGCONT)
    motion.join(ENDS)
    return _afterwards(field, woke, motion)


def _afterwards(field: Field, since: float, first: Motion) -> Seen:
    """No motion without leave, no stop that stays, and an e-stop works as ever."""
    said = ending(first)

    def clear() -> bool:
        state = field.witness.state
        return state is not None and state.mode is SafetyMode.CLEAR and not state.latches

    free = field.witness.wait_for(clear, CLEAR_TIME)
    moved = moved_without_leave(list(field.witness.joints), list(field.witness.permits), since)
    if not free or moved > UNMOVED:
        state = field.witness.state
        why = "" if state is None else f"{state.mode.value} {state.reason}"
        return Seen(False, f"{said}; safety {why}; moved without leave {moved:.4f} rad")
    field.recover()
    field.under_agent()
    holds = first.result is not None and bool(first.result.holding)
    motion = (
        field.in_motion("carry", "place", "red_cup", "tray") if holds else field.in_motion("reach")
    )
    seen = pressed(field)
    motion.join()
    text = f"{said}; moved without leave {moved:.4f} rad; e-stop afterwards: {seen.text}"
    return Seen(seen.passed, text, seen.latency_ms, seen.travel_mm)


def _slow_estop(field: Field) -> Seen:
    motion = field.in_motion("reach")
    since = time.monotonic()
    field.hands.estop()
    shown = latched(field, since)
    seen = stopped(field, since, LIMIT_MS / SLOW, TRAVEL_MM)
    motion.join()
    text = f"latched: {shown is not None}; {seen.text}"
    return Seen(seen.passed and shown is not None, text, seen.latency_ms, seen.travel_mm)


def _slow_supervisor(field: Field) -> Seen:
    field.in_motion("reach")
    since = field.signal("safety_supervisor", signal.SIGKILL)
    return stopped(field, since, SUPERVISOR_MS / SLOW, TRAVEL_MM)


_SLOWLY = {"real_time_factor": str(SLOW)}
_AS_EVER = "no motion without leave, no stop that stays, an e-stop afterwards works in its limits"

FAULTS = (
    *(
        Fault(f"clock-{name}", "clocks", _AS_EVER, partial(_jumps, offset), spoils=True)
        for name, offset in (("jumps-ahead", HOUR), ("jumps-back", -HOUR))
    ),
    Fault("clock-stands-still", "clocks", _AS_EVER, _stands_still, spoils=True),
    Fault(
        "clock-slow-estop",
        "clocks",
        f"latched, still within {LIMIT_MS:.0f} simulated ms",
        _slow_estop,
        arguments=_SLOWLY,
        spoils=True,
    ),
    Fault(
        "clock-slow-supervisor-killed",
        "clocks",
        f"still within {SUPERVISOR_MS:.0f} simulated ms",
        _slow_supervisor,
        arguments=_SLOWLY,
        spoils=True,
    ),
)
