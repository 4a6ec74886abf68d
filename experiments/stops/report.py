"""All measures of ``xlerobot bench stop``, in one run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.stops.bench import StopBench
from experiments.stops.causes import CAUSES
from experiments.stops.envelope import check_times_ms
from experiments.stops.load import busy_cores
from experiments.stops.measure import Measure, StopReport, measure
from experiments.stops.refusals import refusal_times_ms
from ros_nodes.scheduling import Urgency, claim

if TYPE_CHECKING:
    from xlerobot_agent.contracts.safety_limits import SafetyLimits

BUSY = 2
"""Cores kept busy by others meanwhile."""
REFUSED_MS = 500.0
CHECKED_MS = 2.0
ENVELOPE = "envelope check of 50 set-points"
SILENT = "camera silent to refusal"
SEED = 1
NAMES = (*(cause.name for cause in CAUSES), SILENT, ENVELOPE)
"""What a run goes through, in order."""


def run_stops(
    launch_file: Path,
    limits: SafetyLimits,
    directory: Path,
    repeats: int,
    advance: Callable[[str, int], None],
) -> Iterator[StopReport]:
    """Measure everything, ``repeats`` times each, on busy cores.

    Args:
        launch_file: of the graph.
        limits: of the same graph.
        directory: for the nodes' output.
        repeats: of each.
        advance: told a name of ``NAMES`` and how many repeats of it are done.

    Yields:
        What was measured so far, each time with one measure more: it takes long, and what was
        measured must not be lost with what was not.

    Raises:
        FieldError, GraphEndedError, ConsoleError: a graph does not come up, or is not fit again.
    """
    bench = StopBench(launch_file, limits, directory)
    measures: tuple[Measure, ...] = ()
    with busy_cores(BUSY):
        for found in chain(
            bench.run(repeats, advance),
            _refusals(launch_file, directory, repeats, advance),
            _envelope(limits, repeats, advance),
        ):
            measures += (found,)
            yield StopReport(
                measures=measures,
                failures=tuple(bench.failures),
                command=f"xlerobot bench stop --repeats {repeats}",
                busy_cores=BUSY,
            )


def _refusals(
    launch_file: Path, directory: Path, repeats: int, advance: Callable[[str, int], None]
) -> Iterator[Measure]:
    refused = refusal_times_ms(
        launch_file, directory / "silent", repeats, lambda n: advance(SILENT, n)
    )
    yield measure(SILENT, refused, REFUSED_MS)


def _envelope(
    limits: SafetyLimits, repeats: int, advance: Callable[[str, int], None]
) -> Iterator[Measure]:
    """Timed at the supervisor's own priority, where it may be had, as in its node."""
    before, priority = os.sched_getscheduler(0), os.sched_getparam(0)
    claim(Urgency.SAFETY)
    try:
        times = check_times_ms(limits, repeats, SEED)
    finally:
        os.sched_setscheduler(0, before, priority)
    advance(ENVELOPE, repeats)
    yield measure(ENVELOPE, times, CHECKED_MS)
