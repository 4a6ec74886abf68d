"""Many interleavings, on as few graphs as they leave fit, and their figures."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from experiments.cancels.cases import Case
from experiments.cancels.interleaving import Interleaving
from experiments.faults.field import FieldError
from experiments.live.graph import GraphEndedError
from experiments.statistics import Percentiles, Proportion, percentiles, wilson
from ros_nodes.console.errors import ConsoleError
from xlerobot_agent.contracts.model import Contract

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from experiments.cancels.bench import CancelBench
    from experiments.cancels.schedule import Plan

LEFT_OUT = 5
"""Interleavings in a row that may be left out before the campaign is given up."""


class CaseFigures(Contract):
    """All interleavings of one case."""

    case: Case
    interleavings: int
    reached: int
    """In which the goal came to the drawn moment before it ended."""
    violated: int
    """In which a rule was broken."""
    outcomes: dict[str, int]
    latency_ms: Percentiles | None
    """From the cancel (or other cause) to the discard of what played."""


class CancelCampaign(Contract):
    """All interleavings and their figures."""

    seed: int
    passed: Proportion
    starved: int
    """Interleavings in which the machine kept a node from running."""
    unseen: int
    """Steps of goals' statuses that no array showed to the witness."""
    goals: int
    graphs: int
    failed_preparations: tuple[str, ...]
    """Why interleavings were begun anew, some of them on a new graph."""
    latency_ms: Percentiles | None
    chunk_indices: tuple[int, ...]
    """At which the goal of case chunk-index was cancelled."""
    cases: tuple[CaseFigures, ...]
    interleavings: tuple[Interleaving, ...]


def run_campaign(
    plans: Iterable[Plan],
    seed: int,
    bench: CancelBench,
    on_interleaving: Callable[[Interleaving], None] = lambda found: None,
    time_limit: float = float("inf"),
) -> CancelCampaign:
    """Run them all, or as many as the time limit [s] allows.

    An interleaving that does not come to its beginning is left out and told of in the result.

    Raises:
        FieldError, GraphEndedError, ConsoleError: several in a row did not.
    """
    found = []
    started, in_a_row = time.monotonic(), 0
    for plan in plans:
        if time.monotonic() - started > time_limit:
            break
        try:
            found.append(bench.run(plan))
        except (FieldError, GraphEndedError, ConsoleError) as error:
            bench.failed.append(f"{plan.case} was left out: {error}")
            bench.leave()
            in_a_row += 1
            if in_a_row == LEFT_OUT:
                raise
        else:
            in_a_row = 0
            on_interleaving(found[-1])
    return summarise(found, seed, bench.graphs, bench.failed)


def summarise(
    found: Sequence[Interleaving], seed: int, graphs: int, failed: Sequence[str] = ()
) -> CancelCampaign:
    """The figures of interleavings that were run."""
    cases = [case for case in Case if any(i.case is case for i in found)]
    indices = {i.chunk for i in found if i.case is Case.CHUNK_INDEX and i.reached}
    return CancelCampaign(
        seed=seed,
        passed=wilson(sum(i.passed for i in found), len(found)),
        starved=sum(i.starved for i in found),
        unseen=sum(i.unseen for i in found),
        goals=sum(i.goals for i in found),
        graphs=graphs,
        failed_preparations=tuple(failed),
        latency_ms=_latency(found),
        chunk_indices=tuple(sorted(i for i in indices if i is not None)),
        cases=tuple(_figures(case, [i for i in found if i.case is case]) for case in cases),
        interleavings=tuple(found),
    )


def _figures(case: Case, found: Sequence[Interleaving]) -> CaseFigures:
    return CaseFigures(
        case=case,
        interleavings=len(found),
        reached=sum(i.reached for i in found),
        violated=sum(not i.passed for i in found),
        outcomes=dict(Counter(i.outcome for i in found).most_common()),
        latency_ms=_latency(found),
    )


def _latency(found: Sequence[Interleaving]) -> Percentiles | None:
    samples = [i.latency_ms for i in found if i.latency_ms is not None]
    return percentiles(samples) if samples else None
