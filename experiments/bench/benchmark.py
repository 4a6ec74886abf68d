"""What every benchmark is, and how the files that hold them are found."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from experiments.bench import benchmarks
from experiments.bench.machine import describe_machine
from experiments.bench.paired import Advance, Paired
from experiments.bench.result import BenchmarkResult, Condition, Goal, Ratio, Reference
from experiments.statistics import percentiles


class UnknownBenchmarkError(ValueError):
    """There is no benchmark of that name."""


class BenchmarkUnavailableError(RuntimeError):
    """A benchmark cannot run on this machine; the message says what is missing."""


@dataclass(frozen=True)
class Run:
    """How to measure.

    Attributes:
        quick: only show that it works.
        advance: to be told the share that is done.
    """

    quick: bool
    advance: Advance

    def amount(self, full: int, quick: int) -> int:
        """How many rounds, samples or seeds to take."""
        return quick if self.quick else full

    def part(self, begin: float, end: float) -> Run:
        """A part of this run, from one share of the work to another."""
        return Run(self.quick, lambda share: self.advance(begin + share * (end - begin)))


@dataclass(frozen=True)
class Measurement:
    """What a benchmark's function gives back; see `BenchmarkResult` for the words."""

    paired: Paired
    ratio: Ratio
    conditions: tuple[Condition, ...] = ()
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True)
class Benchmark:
    """One benchmark. A module in ``benchmarks/`` holds it as ``BENCHMARK``.

    Attributes:
        measures: what it measures, in one sentence.
        unit: of all samples.
        ours_is: what is run of ours.
        bare_is: what it is compared with.
        goal: of the ratio.
        libraries: distributions whose versions belong to the figures.
        measure: does it.
    """

    measures: str
    unit: str
    ours_is: str
    bare_is: str
    goal: Goal
    libraries: tuple[str, ...]
    measure: Callable[[Run], Measurement] = field(repr=False)


def benchmark_names() -> tuple[str, ...]:
    """All benchmarks, by name."""
    found = pkgutil.iter_modules(benchmarks.__path__)
    return tuple(sorted(module.name.replace("_", "-") for module in found))


def find_benchmark(name: str) -> Benchmark:
    """One benchmark.

    Raises:
        UnknownBenchmarkError: there is none of that name.
    """
    names = benchmark_names()
    if name not in names:
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean '{near[0]}'? " if near else ""
        raise UnknownBenchmarkError(
            f"no benchmark '{name}'; {hint}there are {', '.join(names)}, and all"
        )
    module = importlib.import_module(f"{benchmarks.__name__}.{name.replace('-', '_')}")
    benchmark = module.BENCHMARK
    if not isinstance(benchmark, Benchmark):
        raise TypeError(f"{module.__name__}.BENCHMARK is a {type(benchmark).__name__}")
    return benchmark


def run_benchmark(name: str, *, quick: bool, advance: Advance) -> BenchmarkResult:
    """Run one benchmark.

    Raises:
        UnknownBenchmarkError: there is none of that name.
        BenchmarkUnavailableError: something it needs is not there.
    """
    benchmark = find_benchmark(name)
    machine = describe_machine(benchmark.libraries)
    began = time.monotonic()
    measured = benchmark.measure(Run(quick=quick, advance=advance))
    ours = percentiles(measured.paired.all_ours)
    return BenchmarkResult(
        name=name,
        measures=benchmark.measures,
        n=ours.n,
        unit=benchmark.unit,
        ours_is=benchmark.ours_is,
        bare_is=benchmark.bare_is,
        ours=ours,
        bare=percentiles(measured.paired.all_bare),
        ratio=measured.ratio,
        goal=benchmark.goal,
        conditions=measured.conditions,
        references=measured.references,
        met=benchmark.goal.met_by(measured.ratio.value)
        and all(condition.met for condition in measured.conditions),
        quick=quick,
        seconds=time.monotonic() - began,
        command=f"xlerobot bench {name}" + (" --quick" if quick else ""),
        machine=machine,
    )
