"""Resets that come at the wrong moment or from nobody who may.

Fails when a stop is lost: a latch goes that no person reset, or the arm moves meanwhile.
"""

from __future__ import annotations

import time

from experiments.faults.cases.estops import HELD, LIMIT_MS, pressed
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.honesty import ending
from experiments.faults.judge import MILLI, UNMOVED, displacement, permit_gap_ms
from experiments.live.punctual import punctual
from ros_nodes.trial.questions import reset_reply
from xlerobot_agent.contracts.reasons import Reason

QUIET = 0.7
"""An e-stop silent for longer may be reset [s]."""
DELAYS_MS = (-2.0, -0.5, -0.1, 0.0, 0.2, 0.5, 1.0, 2.0, 5.0)
"""From the request of a reset to the e-stop; negative: the e-stop was sent first."""
SHOWN = 0.2
"""A latch shows within [s]."""
FLAP = 0.01
"""100 Hz."""
FLAPS = 100
ROGUES = 200
"""In handfuls, as a program would that waits for its answers."""
DEADLINE_MS = 60.0
"""Longest silence of the permit as heard here: the arm's own limit."""
HIGHEST = 2**32 - 1
QUEUED = 100
"""As many as a service keeps, and more than it answers in one period."""
DOOR = "queue-door"


def _asserted_meanwhile(field: Field) -> Seen:
    """An e-stop between the request of a reset and its answer: something stays latched."""
    since = time.monotonic()
    accepted, lost = 0, []
    for delay in DELAYS_MS:
        field.hands.estop()
        number = _latch(field)
        _wait(field, QUIET)
        if delay < 0.0:
            field.hands.estop()
            _wait(field, -delay / MILLI)
        pending = field.questions.reset(number, "trial")
        if delay >= 0.0:
            _wait(field, delay / MILLI)
            field.hands.estop()
        accepted += reset_reply(pending.wait()).accepted
        _wait(field, SHOWN)
        state = field.witness.state
        if state is None or not state.latches:
            lost.append(f"at {delay} ms")
    motion = field.move("pick", "red_cup")
    result = motion.join(20.0)
    moved = displacement(field.witness.joints, since)
    kept = result is not None and result.reason is Reason.SAFETY_HOLD and moved <= UNMOVED
    return Seen(
        kept and not lost,
        f"{accepted} of {len(DELAYS_MS)} resets were accepted, stops lost: "
        f"{', '.join(lost) or 'none'}; goal: {ending(motion)}; the arm moved {moved:.4f} rad",
    )


def _flapping(field: Field) -> Seen:
    """True and false in turns at 100 Hz for two seconds: one latch, one stop."""
    motion = field.in_motion("reach")
    since = time.monotonic()
    seen = pressed(field, _flap)
    result = motion.join()
    latched = [
        h.message for h in list(field.witness.states) if h.time > since and h.message.latches
    ]
    numbers = {latch.latch_id for state in latched for latch in state.latches}
    epochs = {state.epoch for state in latched}
    right = len(numbers) == 1 and result is not None and result.reason is Reason.SAFETY_HOLD
    return Seen(
        seen.passed and right,
        f"{len(numbers)} latches under {len(epochs)} epochs; goal: {ending(motion)}; {seen.text}",
        seen.latency_ms,
        seen.travel_mm,
    )


def _flap(field: Field) -> None:
    for _ in range(FLAPS):
        field.hands.estop(True)
        _wait(field, FLAP)
        field.hands.estop(False)
        _wait(field, FLAP)


def _rogues(field: Field) -> Seen:
    """Resets of every number nobody gave, and of the right one by nobody."""
    since = time.monotonic()
    field.hands.estop()
    number = _latch(field)
    _wait(field, QUIET)
    wrong = [n for n in (0, number + 1, number + 1000, HIGHEST) if n != number]
    asked = [(number, ""), (number, " \t\n"), *((n, "trial") for n in wrong)]
    replies = []
    with punctual():
        sent = time.monotonic()
        for _ in range(ROGUES // len(asked)):
            pending = [field.questions.reset(*one) for one in asked]
            replies += [reset_reply(p.wait()) for p in pending]
        _wait(field, HELD)
    accepted = sum(reply.accepted for reply in replies)
    wordless = sum(not reply.message for reply in replies)
    gap = permit_gap_ms(field.witness.permits, sent)
    state = field.witness.state
    stays = state is not None and any(x.latch_id == number for x in state.latches)
    moved = displacement(field.witness.joints, since)
    passed = not accepted and not wordless and stays and moved <= UNMOVED and gap <= DEADLINE_MS
    return Seen(
        passed,
        f"{accepted} of {len(replies)} accepted, {wordless} refused without words; the latch "
        f"{'stays' if stays else 'IS GONE'}; longest silence of the permit {gap:.0f} ms "
        f"(limit {DEADLINE_MS:.0f}); the arm moved {moved:.4f} rad",
        gap,
    )


def _queued(field: Field) -> Seen:
    """Resets by the dozen while the stop is asserted, and the stop is taken back behind them."""
    motion = field.in_motion("reach")
    since = time.monotonic()
    field.hands.estop_source(DOOR, True)
    number = _latch(field)
    pending = [field.questions.reset(number, "trial") for _ in range(QUEUED)]
    field.hands.estop_source(DOOR, False)
    replies = [reset_reply(p.wait()) for p in pending]
    result = motion.join()
    stopped_at = time.monotonic()
    _wait(field, HELD)
    accepted = sum(reply.accepted for reply in replies)
    state = field.witness.state
    stays = state is not None and any(x.latch_id == number for x in state.latches)
    moved = displacement(field.witness.joints, max(stopped_at, since + LIMIT_MS / MILLI))
    right = result is not None and result.reason is Reason.SAFETY_HOLD
    return Seen(
        not accepted and stays and right and moved <= UNMOVED,
        f"{accepted} of {len(replies)} accepted; the latch {'stays' if stays else 'IS GONE'}; "
        f"goal: {ending(motion)}; then the arm moved {moved:.4f} rad",
    )


def _latch(field: Field) -> int:
    """The number of the latch that is set.

    Raises:
        FieldError: none is.
    """

    def shown() -> bool:
        state = field.witness.state
        return state is not None and bool(state.latches)

    if not field.witness.wait_for(shown, 1.0):
        raise FieldError("the e-stop set no latch")
    return field.witness.states[-1].message.latches[-1].latch_id


def _wait(field: Field, seconds: float) -> None:
    """Let time pass while the witness listens."""
    end = time.monotonic() + seconds
    field.witness.wait_for(lambda: time.monotonic() >= end, seconds)


FAULTS = (
    Fault(
        "estop-during-reset",
        "resets",
        "something stays latched, whichever came first; the arm stands",
        _asserted_meanwhile,
    ),
    Fault(
        "estop-flapping-100-hz",
        "resets",
        f"one latch, still within {LIMIT_MS:.0f} ms although the stop is also taken back",
        _flapping,
    ),
    Fault(
        "resets-queued",
        "resets",
        "none is accepted, not even those answered after the stop was taken back; the arm stands",
        _queued,
    ),
    Fault(
        "rogue-resets",
        "resets",
        "all refused in words, the latch stays, the permit goes on",
        _rogues,
    ),
)
