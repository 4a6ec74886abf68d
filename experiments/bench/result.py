"""What a benchmark found, as data: figures, the ratio that is judged, and where it was measured."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from experiments.bench.machine import Machine
from experiments.statistics import Percentiles
from xlerobot_agent.contracts.model import Contract


class Bound(StrEnum):
    """Which side of a goal is good."""

    AT_LEAST = "at_least"
    AT_MOST = "at_most"


class Goal(Contract):
    """A figure's bound, itself included."""

    bound: Bound
    value: float

    def met_by(self, figure: float) -> bool:
        """Whether a figure reaches the goal."""
        return figure >= self.value if self.bound is Bound.AT_LEAST else figure <= self.value

    def __str__(self) -> str:
        return f"{'≥' if self.bound is Bound.AT_LEAST else '≤'} {self.value:g}"


class Ratio(Contract):
    """The judged figure: of the rounds of a run, with its 95 % interval."""

    of: str
    """What is divided by what."""
    value: float
    low: float
    high: float
    rounds: int = Field(gt=0)

    def __str__(self) -> str:
        return f"{self.value:.3g} ({self.low:.3g} to {self.high:.3g})"


class Condition(Contract):
    """Something that must hold too, or the ratio says nothing."""

    what: str
    value: float
    goal: Goal
    met: bool


def condition(what: str, value: float, goal: Goal) -> Condition:
    """A condition and whether it holds."""
    return Condition(what=what, value=value, goal=goal, met=goal.met_by(value))


class Reference(Contract):
    """A figure that nobody judges, to compare with."""

    what: str
    unit: str
    value: float
    """Median, or a share."""
    n: int = Field(gt=0)
    """Samples it rests on."""


class BenchmarkResult(Contract):
    """One benchmark on one machine at one time."""

    name: str
    measures: str
    """In one sentence."""
    n: int
    """Samples of ours."""
    unit: str
    """Of ``ours`` and ``bare``."""
    ours_is: str
    bare_is: str
    ours: Percentiles
    bare: Percentiles
    ratio: Ratio
    goal: Goal
    """Of the ratio."""
    conditions: tuple[Condition, ...] = ()
    references: tuple[Reference, ...] = ()
    met: bool
    """The ratio reaches the goal and every condition holds."""
    quick: bool
    """Too few samples to quote; for tests."""
    seconds: float
    """How long the benchmark took."""
    command: str
    """What to type to see it again."""
    machine: Machine


class BenchmarkReport(Contract):
    """What ``xlerobot bench`` writes to a file."""

    results: tuple[BenchmarkResult, ...]
    unavailable: dict[str, str] = Field(default_factory=dict)
    """Benchmarks that could not run here, and why."""
