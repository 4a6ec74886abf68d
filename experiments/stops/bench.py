"""Runs the stop benchmark on graphs of processes, one a cause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.faults.field import FieldError
from experiments.live.punctual import punctual
from experiments.stops.causes import CAUSES, Cause
from experiments.stops.ground import Ground, ground
from experiments.stops.measure import Measure, measure
from experiments.stops.sample import StopSample, watch
from ros_nodes.console.errors import ConsoleError

if TYPE_CHECKING:
    from xlerobot_agent.contracts.safety_limits import SafetyLimits

ATTEMPTS = 3
"""In a row that may tell nothing before the graph is started anew."""

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
    ) -> Iterator[Measure]:
        """Measure every cause, one after the other.

        Raises:
            FieldError, GraphEndedError, ConsoleError: a graph does not come up, or does not become
                fit again.
        """
        for cause in causes:
            yield from _measures(cause, self._repeat(cause, repeats, advance))

    def _repeat(self, cause: Cause, repeats: int, advance: Advance) -> list[StopSample]:
        samples: list[StopSample] = []
        while len(samples) < repeats:
            folder = self._directory / f"{cause.name}-{len(samples)}"
            with ground(self._launch_file, {"seed": "0"}, folder, self._limits) as graph:
                for sample in self._on(graph, cause, repeats - len(samples)):
                    samples.append(sample)
                    advance(cause.name, len(samples))
        return samples

    def _on(self, graph: Ground, cause: Cause, count: int) -> Iterator[StopSample]:
        """Repeats on one graph, as long as it is fit."""
        told = idle = 0
        while told < count and idle < ATTEMPTS:
            try:
                sample = self._once(graph, cause)
            except (FieldError, ConsoleError, TimeoutError, ValueError) as error:
                self.failures.append(f"{cause.name}: {error}")
                idle += 1
                graph.epoch, graph.call = 0, None
                if idle < ATTEMPTS:
                    graph.field.recover()
            else:
                told, idle = told + 1, 0
                yield sample

    def _once(self, graph: Ground, cause: Cause) -> StopSample:
        goal = cause.begin(graph)
        try:
            with punctual():
                since = cause.act(graph)
                return watch(graph.field, since, goal)
        finally:
            cause.mend(graph)
            graph.field.witness.forget()


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
