"""Servos that grow hot, lack voltage or trip while the arm moves."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.honesty import ending
from experiments.faults.judge import MILLI, UNMOVED, displacement, tool_speed
from xlerobot_agent.contracts.safety import SafetyMode, SafetyState

FROM = 20.0
"""When it begins, simulated: after the field is ready [s]."""
LASTS = 6.0
"""[s]"""
ENDS = 60.0
"""The simulation comes to that within [s]."""
LIMIT_MS = 1000.0
"""Rows 40 and 41 of the fault table; health is read twice a second."""
LEAD = 1.5
"""A pick begins so long before a servo grows warm, simulated [s]."""
UNAWARE = 0.8
"""Chunks admitted before ALERT, and the grace of those drafted before, are played by then [s]."""
SLOW = 1.1 * 0.5 * 0.25
"""Half the tool's speed limit, and a tenth for the servo that catches up [m/s]."""
COOLED = 12.0
"""From then on motion is allowed again, after that many seconds."""


def _stops(right: Callable[[SafetyState], bool], field: Field) -> Seen:
    """Motion is denied in time, and while it lasts nothing moves."""
    witness = field.witness
    if not witness.wait_for(lambda: witness.joints[-1].stamp >= FROM, ENDS):
        raise FieldError("the clock of the simulation stands")
    since = time.monotonic()
    shown = witness.wait_for(
        lambda: witness.state is not None and right(witness.state), LIMIT_MS / MILLI
    )
    latency = MILLI * (time.monotonic() - since)
    state = witness.state
    text = "no state" if state is None else f"{state.mode.value}: {state.reason}"
    motion = field.move("pick", "red_cup")
    result = motion.join(10.0)
    moved = displacement(witness.joints, since)
    refused = result is None or result.reason is not None
    return Seen(
        shown and refused and moved <= UNMOVED,
        f"{text} after {latency:.0f} ms (limit {LIMIT_MS:.0f}); the arm moved {moved:.4f} rad",
        latency,
    )


def _slows(field: Field) -> Seen:
    """ALERT: a pick under way goes on, slower, and CLEAR comes back when the servo has cooled."""
    witness = field.witness
    field.wait_time(FROM - LEAD, ENDS)
    motion = field.in_motion("reach")
    field.wait_time(FROM, ENDS)
    since = time.monotonic()
    alert = witness.wait_for(lambda: field.mode is SafetyMode.ALERT, LIMIT_MS / MILLI)
    latency = MILLI * (time.monotonic() - since)
    aware = time.monotonic() + UNAWARE
    cleared = witness.wait_for(lambda: field.mode is not SafetyMode.ALERT, COOLED)
    until = time.monotonic()
    speed = tool_speed([j for j in witness.joints if j.time <= until], aware)
    back = f"{field.mode} after {until - since:.1f} s"
    result = motion.join(ENDS)
    done = result is not None and result.reason is None
    slow = 0.0 < speed <= SLOW
    return Seen(
        alert and cleared and field.mode is SafetyMode.CLEAR and done and slow,
        f"alert after {latency:.0f} ms, then at most {speed:.3f} m/s (limit {SLOW:.3f}); {back}; "
        f"{ending(motion)}",
        latency,
    )


def _evacuated(word: str, state: SafetyState) -> bool:
    return state.mode is SafetyMode.EVACUATING and word in state.reason


def _latched(state: SafetyState) -> bool:
    return state.mode is SafetyMode.UNCONTROLLABLE and "overload" in state.latches[0].cause


FAULTS = (
    *(
        Fault(
            name,
            "servos",
            f"motion is denied within {LIMIT_MS:.0f} ms, and nothing moves meanwhile",
            partial(_stops, right),
            {"faults": f"{fault},start={FROM},duration={LASTS}"},
            spoils=True,
        )
        for name, fault, right in (
            (
                "servo-hot",
                "servo_heat:temperature=66.0",
                partial(_evacuated, "°C"),
            ),
            ("servo-undervoltage", "undervoltage:voltage=5.0", partial(_evacuated, " V")),
            ("servo-overload", "servo_overload:joint=wrist_flex", _latched),
        )
    ),
    Fault(
        "servo-warm",
        "servos",
        "alert within a second: a pick goes on at half the speed; clear when it has cooled",
        _slows,
        {"faults": f"servo_heat:temperature=61.0,start={FROM},duration={LASTS}"},
        spoils=True,
    ),
)
