"""Many episodes in parallel processes, and what they come to."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from experiments.episode import EpisodeRecord, run_episode
from experiments.rig import StackSettings
from experiments.statistics import wilson
from sim.faults import FaultSettings
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.reasons import FailureKind


class Evaluation(Contract):
    """The figures of a set of episodes; the fields are the evaluation file's top level."""

    episodes: int
    successes: int
    success_rate: float
    wilson_low: float
    wilson_high: float
    false_successes: int
    false_failures: int
    failures_by_kind: dict[FailureKind, int]
    skill_calls: dict[str, int]
    sim_seconds: float
    wall_seconds: float
    """From start to end, all workers together."""
    sim_seconds_per_core_second: float
    """Simulated seconds per second of one worker, set-up of the desk included."""
    workers: int
    seeds: tuple[int, ...]
    faults: dict[str, Any]
    records: tuple[EpisodeRecord, ...]


def evaluate(
    seeds: Sequence[int],
    faults: FaultSettings,
    *,
    workers: int,
    trace_directory: Path | None = None,
    on_record: Callable[[EpisodeRecord], None] | None = None,
) -> Evaluation:
    """Run one episode a seed.

    Args:
        seeds: of the desks.
        faults: switched on in every episode.
        workers: processes; each has its own physics and renderer.
        trace_directory: gets one decision trace an episode.
        on_record: hears of each episode as it ends, for progress.
    """
    started = time.perf_counter()
    records = []
    for record in _records(seeds, faults, workers, trace_directory):
        records.append(record)
        if on_record is not None:
            on_record(record)
    records.sort(key=lambda r: r.seed)
    return summarise(records, faults, workers, time.perf_counter() - started)


def summarise(
    records: Sequence[EpisodeRecord], faults: FaultSettings, workers: int, wall_seconds: float
) -> Evaluation:
    """The figures of episodes that were run."""
    rate = wilson(sum(r.success for r in records), len(records))
    calls: Counter[str] = Counter()
    for record in records:
        calls.update(record.skill_calls)
    busy = sum(r.wall_seconds for r in records)
    simulated = sum(r.sim_seconds for r in records)
    kinds = Counter(r.failure_kind for r in records if r.failure_kind is not None)
    return Evaluation(
        episodes=len(records),
        successes=rate.successes,
        success_rate=rate.rate,
        wilson_low=rate.low,
        wilson_high=rate.high,
        false_successes=sum(r.false_success for r in records),
        false_failures=sum(r.false_failure for r in records),
        failures_by_kind={kind: kinds[kind] for kind in FailureKind},
        skill_calls=dict(sorted(calls.items())),
        sim_seconds=simulated,
        wall_seconds=wall_seconds,
        sim_seconds_per_core_second=simulated / busy if busy else 0.0,
        workers=workers,
        seeds=tuple(r.seed for r in records),
        faults=faults.active,
        records=tuple(records),
    )


def _records(
    seeds: Sequence[int], faults: FaultSettings, workers: int, trace_directory: Path | None
) -> Iterator[EpisodeRecord]:
    if workers == 1:
        for seed in seeds:
            yield _episode(seed, faults, trace_directory)
        return
    # Spawned, not forked: an OpenGL context does not survive a fork.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_one_thread) as pool:
        futures = [pool.submit(_episode, seed, faults, trace_directory) for seed in seeds]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _one_thread() -> None:
    """One worker is one core: the software renderer must not take the others' too."""
    os.environ["LP_NUM_THREADS"] = "0"
    os.environ["OMP_NUM_THREADS"] = "1"


def _episode(seed: int, faults: FaultSettings, trace_directory: Path | None) -> EpisodeRecord:
    trace = None if trace_directory is None else trace_directory / f"seed-{seed}.jsonl"
    return run_episode(seed, StackSettings.read(), faults, trace=trace)
