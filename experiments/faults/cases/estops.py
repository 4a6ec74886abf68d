"""E-stops at every point of a task, from every kind of sender, and what must not clear them."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.judge import MILLI, UNMOVED, displacement, stopped
from ros_nodes.trial.outsider import Outsider
from xlerobot_agent.contracts.reasons import Reason

LIMIT_MS = 250.0
"""Row 12 of the fault table."""
TRAVEL_MM = 25.0
"""A tenth of a second at 250 mm/s."""
_AT_SPEED = ("reach", "approach", "lift")
"""Steps in which the arm moves fast; in the others the gripper moves, or nothing."""
LATCH_TIME = 0.5
"""For the latch to show [s]."""
HELD = 1.0
"""The arm is watched for so long where it must not move at all [s]."""
FLAPS = 50


def latched(field: Field, since: float) -> float | None:
    """When the supervisor showed a latch [ms after ``since``]; None when it did not."""

    def shown() -> bool:
        return any(h.time >= since and h.message.latches for h in list(field.witness.states))

    if not field.witness.wait_for(shown, LATCH_TIME):
        return None
    first = next(h for h in field.witness.states if h.time >= since and h.message.latches)
    return MILLI * (first.time - since)


def pressed(field: Field, press: Callable[[Field], None] | None = None) -> Seen:
    """Press now, in the middle of whatever the arm does."""
    since = time.monotonic()
    if press is None:
        field.hands.estop()
    else:
        press(field)
    shown = latched(field, since)
    seen = stopped(field, since, LIMIT_MS, TRAVEL_MM)
    if shown is None:
        return Seen(False, f"no latch; {seen.text}", seen.latency_ms, seen.travel_mm)
    text = f"latched after {shown:.0f} ms; {seen.text}"
    return Seen(seen.passed, text, seen.latency_ms, seen.travel_mm)


def _during(step: str, field: Field, press: Callable[[Field], None] | None = None) -> Seen:
    if step in _AT_SPEED:
        motion = field.in_motion(step)
    else:
        motion = field.move("pick", "red_cup")
        motion.wait_step(step)
    seen = pressed(field, press)
    result = motion.join()
    if result is None or result.reason is not Reason.SAFETY_HOLD:
        return Seen(False, f"the skill ended with {result}; {seen.text}", seen.latency_ms)
    return seen


def _while_carrying(field: Field) -> Seen:
    motion = field.move("pick", "red_cup")
    result = motion.join(40.0)
    if result is None or result.reason is not None:
        raise FieldError(f"nothing to carry: {result}")
    # The agent takes control again in between; a goal sent meanwhile is refused for that alone.
    field.under_agent()
    motion = field.in_motion("carry", "place", "red_cup", "tray")
    seen = pressed(field)
    motion.join()
    held = field.console.verify(["holding(red_cup)"]).reason is None
    text = f"{'held' if held else 'NOT seen held'} afterwards; {seen.text}"
    return Seen(seen.passed and held, text, seen.latency_ms, seen.travel_mm)


def _before_acceptance(field: Field) -> Seen:
    since = time.monotonic()
    field.hands.estop()
    motion = field.move("pick", "red_cup")
    result = motion.join(20.0)
    moved = displacement(field.witness.joints, since)
    ended = result.reason if result is not None else motion.error
    passed = moved <= UNMOVED and result is not None and result.reason is Reason.SAFETY_HOLD
    return Seen(passed, f"the goal ended: {ended}; the arm moved {moved:.4f} rad")


def _dies_at_once(field: Field) -> Seen:
    """The sender leaves the graph in the same instant: its one message must be enough."""
    with Outsider("", "bystander") as other:
        if not other.witness.wait_for(lambda: other.hands.connected, 5.0):
            raise FieldError("the other sender does not find the graph")
        motion = field.in_motion("reach")
        since = time.monotonic()
        other.hands.estop()
    shown = latched(field, since)
    seen = stopped(field, since, LIMIT_MS, TRAVEL_MM)
    motion.join()
    text = f"latched: {shown is not None}; {seen.text}"
    return Seen(seen.passed and shown is not None, text, seen.latency_ms, seen.travel_mm)


def _twice(field: Field) -> None:
    field.hands.estop()
    field.hands.estop()


def _flapping(field: Field) -> None:
    for _ in range(FLAPS):
        field.hands.estop(True)
        field.hands.estop(False)


def _two_sources(field: Field) -> Seen:
    """Each has a latch of its own, and one reset does not clear the other."""
    motion = field.in_motion("reach")
    seen = pressed(field, _both)
    motion.join()

    def both() -> bool:
        state = field.witness.state
        return state is not None and len(state.latches) == 2

    if not field.witness.wait_for(both, 1.0):
        state = field.witness.state
        return Seen(False, f"latches: {state.latches if state else None}; {seen.text}")
    field.hands.estop_source("left-door", False)
    field.hands.estop_source("right-door", False)
    state = field.witness.state
    first = state.latches[0].latch_id if state is not None else 0
    if not _reset(field, first):
        return Seen(False, f"the reset of latch {first} was refused; {seen.text}")

    def one() -> bool:
        state = field.witness.state
        return state is not None and len(state.latches) == 1

    left = field.witness.wait_for(one, 1.0)
    return Seen(
        seen.passed and left, f"one reset left {'one latch' if left else 'NOT one'}; {seen.text}"
    )


def _both(field: Field) -> None:
    field.hands.estop_source("left-door", True)
    field.hands.estop_source("right-door", True)


def _reset(field: Field, latch: int) -> bool:
    deadline = time.monotonic() + 3.0
    while time.monotonic() < deadline:
        if all(reply.accepted for reply in field.console.reset("trial", latch)):
            return True
        field.witness.wait_for(lambda: False, 0.1)
    return False


def _still_latched(field: Field, attempt: Callable[[Field], str]) -> Seen:
    """An e-stop at rest, something that must not clear it, and a goal that must not move."""
    since = time.monotonic()
    field.hands.estop()
    shown = latched(field, since)
    said = attempt(field)
    motion = field.move("pick", "red_cup")
    result = motion.join(20.0)
    state = field.witness.state
    moved = displacement(field.witness.joints, since)
    held = state is not None and bool(state.latches) and moved <= UNMOVED
    ended = result.reason if result is not None else motion.error
    return Seen(held, f"{said}; goal: {ended}; the arm moved {moved:.4f} rad", shown)


def _false(field: Field) -> str:
    for _ in range(10):
        field.hands.estop(False)
    field.witness.wait_for(lambda: False, HELD)
    return "ten times false"


def _too_early(field: Field) -> str:
    """While true still comes."""
    field.hands.estop()
    return _try_all(field)


def _try_all(field: Field) -> str:
    """Try to reset every latch that is set."""
    state = field.witness.state
    latches = state.latches if state is not None else ()
    replies = [field.console.reset("trial", latch.latch_id)[0] for latch in latches]
    return "; ".join(f"reset {'ACCEPTED' if r.accepted else 'refused'}" for r in replies)


def _wrong_number(field: Field) -> str:
    field.witness.wait_for(lambda: False, 0.7)
    reply = field.console.reset("trial", 4711)[0]
    return f"reset of latch 4711 {'ACCEPTED' if reply.accepted else 'refused'}"


def _nobody(field: Field) -> str:
    field.witness.wait_for(lambda: False, 0.7)
    state = field.witness.state
    number = state.latches[0].latch_id if state is not None and state.latches else 0
    reply = field.console.reset(" ", number)[0]
    return f"reset by nobody {'ACCEPTED' if reply.accepted else 'refused'}"


def _asserted(field: Field) -> str:
    """A named source that says true and then nothing more."""
    field.hands.estop_source("silent-door", True)
    field.witness.wait_for(lambda: False, HELD)
    said = _try_all(field)
    field.hands.estop_source("silent-door", False)
    return said


_LOADED = ("closing", "lift", "settling")
"""Afterwards the gripper holds something, and the next fault wants it empty."""
_STOPS = f"latched, still within {LIMIT_MS:.0f} ms and {TRAVEL_MM:.0f} mm, goal ends safety_hold"
_STAYS = "the latch stays, a new goal does not move the arm"

FAULTS = (
    *(
        Fault(f"estop-{name}", "e-stop", _STOPS, partial(_during, step), spoils=name in _LOADED)
        for name, step in (
            ("reach", "reach"),
            ("approach", "approach"),
            ("closing", "close"),
            ("lift", "lift"),
            ("settling", "check the grasp"),
        )
    ),
    Fault("estop-carrying", "e-stop", _STOPS, _while_carrying, spoils=True),
    Fault("estop-twice", "e-stop", _STOPS, partial(_during, "reach", press=_twice)),
    Fault("estop-flapping", "e-stop", _STOPS, partial(_during, "reach", press=_flapping)),
    Fault("estop-sender-dies", "e-stop", _STOPS, _dies_at_once),
    Fault("estop-two-sources", "e-stop", "two latches, each with its own reset", _two_sources),
    Fault("estop-before-goal", "e-stop", "the goal never moves the arm", _before_acceptance),
    *(
        Fault(f"estop-{name}", "e-stop", _STAYS, partial(_still_latched, attempt=attempt))
        for name, attempt in (
            ("false-clears-nothing", _false),
            ("reset-too-early", _too_early),
            ("reset-wrong-number", _wrong_number),
            ("reset-by-nobody", _nobody),
            ("source-falls-silent", _asserted),
        )
    ),
)
