"""Runs interleavings on live graphs, on each for as long as it is fit."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from experiments.cancels.clients import Clients, join_graph
from experiments.cancels.interleaving import Interleaving, run_interleaving
from experiments.faults.field import FieldError
from experiments.live.graph import GraphEndedError
from ros_nodes.console.errors import ConsoleError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from experiments.cancels.schedule import Plan

LIFE = 200
"""Interleavings on one graph: an action's status array names every goal of the last 15 minutes."""
ATTEMPTS = 4
"""For one interleaving."""


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
