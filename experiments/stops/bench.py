"""Runs the stop benchmark on one graph of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.faults.field import Field, FieldError
from experiments.stops.causes import CAUSES, Cause
from experiments.stops.measure import Measure, measure
from experiments.stops.sample import StopSample, watch
from ros_nodes.console.errors import ConsoleError

if TYPE_CHECKING:
    from xlerobot_agent.contracts.safety_limits import SafetyLimits

ATTEMPTS = 3
"""In a row that may tell nothing before a measure is given up."""

Advance = Callable[[str, int], None]
"""Told the measure's name and how many repeats of it are done."""


class StopBench:
    """Swings the arm and stops it, again and again."""

    def __init__(self, launch_file: Path, limits: SafetyLimits, directory: Path) -> None:
        """Prepare.

        Args:
            launch_file: of the graph.
            limits: of the same graph.
            directory: for the nodes' output.
        """
        self._launch_file = launch_file
        self._limits = limits
        self._directory = directory
        self.failures: list[str] = []
        """Repeats that told nothing."""

    def run(
        self, repeats: int, advance: Advance, causes: Iterable[Cause] = CAUSES
    ) -> tuple[Measure, ...]:
        """Measure every cause.

        Raises:
            FieldError, GraphEndedError, ConsoleError: the graph does not come up, or does not
                become fit again.
        """
        measures: list[Measure] = []
        with Field(self._launch_file, {"seed": "0"}, self._directory) as field:
            for cause in causes:
                measures += _measures(cause, self._repeat(field, cause, repeats, advance))
        return tuple(measures)

    def _repeat(
        self, field: Field, cause: Cause, repeats: int, advance: Advance
    ) -> list[StopSample]:
        samples: list[StopSample] = []
        idle = 0
        while len(samples) < repeats:
            try:
                samples.append(self._once(field, cause))
            except (FieldError, ConsoleError, ValueError) as error:
                self.failures.append(f"{cause.name}: {error}")
                idle += 1
                if idle > ATTEMPTS:
                    raise
                field.recover()
            else:
                idle = 0
                advance(cause.name, len(samples))
        return samples

    def _once(self, field: Field, cause: Cause) -> StopSample:
        goal = cause.begin(field, self._limits)
        since = cause.act(field)
        try:
            return watch(field, since, goal)
        finally:
            cause.mend(field)
            field.witness.forget()


def _measures(cause: Cause, samples: list[StopSample]) -> list[Measure]:
    strays = sum(s.strays for s in samples)
    travels = [s.travel_mm for s in samples]
    found = [
        measure(
            f"{cause.name} to last set-point",
            [s.set_point_ms for s in samples],
            cause.set_point_ms,
            strays=strays,
        )
    ]
    if cause.still_ms is not None:
        still = [s.still_ms for s in samples]
        found.append(
            measure(f"{cause.name} to rest", still, cause.still_ms, travels, cause.travel_mm)
        )
    return found
