"""The figures of ``xlerobot bench stop``."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.statistics import percentiles
from xlerobot_agent.contracts.model import Contract


class Measure(Contract):
    """One promise and what was measured of it."""

    name: str
    """What happens, and until what."""
    n: int
    median_ms: float
    p95_ms: float
    p99_ms: float
    max_ms: float
    travel_mm_max: float | None = None
    """Of the tool point, from the cause to rest."""
    limit_ms: float
    """Of the p99."""
    limit_mm: float | None = None
    """Of the travel."""
    strays: int = 0
    """Set-points written for a chunk after it was discarded."""
    ok: bool


class StopReport(Contract):
    """All measures of a run."""

    measures: tuple[Measure, ...]
    failures: tuple[str, ...] = ()
    """Repeats that told nothing, and why."""
    command: str
    busy_cores: int

    @property
    def ok(self) -> bool:
        """Every measure keeps its limits, and every repeat told something."""
        return not self.failures and all(measure.ok for measure in self.measures)


def measure(
    name: str,
    latencies_ms: Sequence[float],
    limit_ms: float,
    travels_mm: Sequence[float] = (),
    limit_mm: float | None = None,
    strays: int = 0,
) -> Measure:
    """Summarise repeats.

    Raises:
        ValueError: there are none.
    """
    figures = percentiles(latencies_ms)
    travel = max(travels_mm, default=None)
    far = travel is not None and limit_mm is not None and travel > limit_mm
    return Measure(
        name=name,
        n=figures.n,
        median_ms=figures.median,
        p95_ms=figures.p95,
        p99_ms=figures.p99,
        max_ms=figures.maximum,
        travel_mm_max=travel,
        limit_ms=limit_ms,
        limit_mm=limit_mm,
        strays=strays,
        ok=figures.p99 <= limit_ms and not far and not strays,
    )
