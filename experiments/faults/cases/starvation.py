"""A machine that is busy with other things while the arm moves.

Fails when the permit is late although those who send it come before ordinary work, when a
set-point is written for a chunk after its discard, when a success is none, or when the goal has no
end.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from experiments.cancels.specification import OWN, STARVED
from experiments.faults.cases.estops import pressed
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.honesty import honest
from experiments.faults.judge import permit_gap_ms
from experiments.live.estop_trial import FAST
from experiments.live.punctual import punctual
from experiments.stops.load import busy_cores
from experiments.stops.sample import strays

GAP_MS = 60.0
"""Longest silence of the permit: the arm's own limit."""
ENDS = 60.0
"""Any skill has ended by then [s]."""
HEARD = 0.15
"""Joints are heard for so long before the stop [s]."""
PROCESSES = (8, 24)
"""That compute all the while, at ordinary priority."""


@contextmanager
def _starved(count: int) -> Iterator[None]:
    """Busy processes first, or they would be as urgent as whoever listens.

    Raises:
        FieldError: this process would hear no better than those it judges.
    """
    with busy_cores(count), punctual() as granted:
        if not granted:
            raise FieldError("no real-time scheduling for whoever listens: run as root")
        yield


def _goes_on(count: int, field: Field) -> Seen:
    """Either work goes on or the arm holds, and whatever comes is told."""
    with _starved(count):
        since = time.monotonic()
        motion = field.move("pick", "red_cup")
        motion.join(ENDS)
        gap = permit_gap_ms(field.witness.permits, since)
        seen = honest(field, motion)
    late = strays(field.witness)
    result = motion.result
    right = result is not None and (result.reason is None or result.reason in OWN | STARVED)
    return Seen(
        seen.passed and right and not late and gap <= GAP_MS,
        f"longest silence of the permit {gap:.0f} ms (limit {GAP_MS:.0f}), {late} set-points "
        f"after a discard; {seen.text}",
        gap,
    )


def _stops(count: int, field: Field) -> Seen:
    """An e-stop at speed is as prompt as ever."""
    motion = field.in_motion("reach")
    with _starved(count):
        # What came late while the processes started says nothing of now.
        start = time.monotonic()
        field.witness.wait_for(lambda: field.witness.joints[-1].time > start + HEARD, ENDS)
        if field.witness.speed < FAST:
            raise FieldError("the arm stood before the machine was busy")
        seen = pressed(field)
    motion.join(ENDS)
    late = strays(field.witness)
    text = f"{late} set-points after a discard; {seen.text}"
    return Seen(seen.passed and not late, text, seen.latency_ms, seen.travel_mm)


FAULTS = (
    *(
        Fault(
            f"starved-by-{count}",
            "starvation",
            f"no permit later than {GAP_MS:.0f} ms, no set-point after a discard, a true result",
            partial(_goes_on, count),
            spoils=True,
        )
        for count in PROCESSES
    ),
    *(
        Fault(
            f"estop-starved-by-{count}",
            "starvation",
            "latched and still in the e-stop's limits, no set-point after a discard",
            partial(_stops, count),
        )
        for count in PROCESSES
    ),
)
