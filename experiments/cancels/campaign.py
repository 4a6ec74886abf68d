"""Many interleavings, on as few graphs as they leave fit, and their figures."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING

from experiments.cancels.cases import Case
from experiments.cancels.clients import Clients, join_graph
from experiments.cancels.interleaving import Interleaving, run_interleaving
from experiments.faults.field import FieldError
from experiments.live.graph import GraphEndedError
from experiments.statistics import Percentiles, Proportion, percentiles, wilson
from ros_nodes.console.errors import ConsoleError
from xlerobot_agent.contracts.model import Contract

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from experiments.cancels.schedule import Plan

LIFE = 200
"""Interleavings on one graph: an action's status array names every goal of the last 15 minutes."""
ATTEMPTS = 4
"""For one interleaving."""
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


class CancelBench:
    """Keeps one graph for as long as it is fit, and starts another where it is not."""

    def __init__(
        self, launch_file: Path, arguments: Mapping[str, str], seed: int, directory: Path
    ) -> None:
        """Prepare.

        Args:
            launch_file: of the graph.
            arguments: launch arguments of every graph, but for the seed.
            seed: of the first desk; each graph has the next one.
            directory: for the nodes' output.
        """
        self._launch_file = launch_file
        self._arguments = dict(arguments)
        self._seed = seed
        self._directory = directory
        self._stack = ExitStack()
        self._clients: Clients | None = None
        self._left = 0
        self.graphs = 0
        self.failed: list[str] = []
        """Why interleavings were begun anew."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()

    def leave(self) -> None:
        """End the graph; the next interleaving gets a new one."""
        self._clients = None
        self._stack.close()

    def run(self, plan: Plan) -> Interleaving:
        """Run one interleaving; on a new graph where it does not come to its beginning twice.

        Raises:
            FieldError, GraphEndedError, ConsoleError: several graphs did not.
        """
        for attempt in range(1, ATTEMPTS):
            try:
                return self._run(plan)
            except (FieldError, GraphEndedError, ConsoleError) as error:
                self.failed.append(f"before {plan.case}: {error}")
                if attempt > 1 or not isinstance(error, FieldError):
                    self.leave()
        return self._run(plan)

    def _run(self, plan: Plan) -> Interleaving:
        self._left -= 1
        if self._clients is None or self._left < 0:
            self.leave()
            arguments = {**self._arguments, "seed": str(self._seed + self.graphs)}
            self.graphs += 1
            folder = self._directory / f"graph-{self.graphs}"
            joined = join_graph(self._launch_file, arguments, folder)
            self._clients, self._left = self._stack.enter_context(joined), LIFE
        found = run_interleaving(self._clients, plan)
        if found.outcome == "no result":
            self.leave()
        return found


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
