"""Injects faults one after another, each with its repeats, on graphs that are fit for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import computed_field

from experiments.faults.fault import Fault, FaultRecord, Seen
from experiments.faults.field import Field, FieldError
from experiments.live.graph import GraphEndedError
from ros_nodes.console.errors import ConsoleError
from xlerobot_agent.contracts.model import Contract

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self


class CampaignResult(Contract):
    """All faults and their verdicts."""

    faults: tuple[FaultRecord, ...]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def passed(self) -> int:
        """Faults that went as expected in every repeat."""
        return sum(record.passed for record in self.faults)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def failed(self) -> int:
        """All others."""
        return len(self.faults) - self.passed


class Ground:
    """Keeps one field for as long as it is fit, and starts another where it is not."""

    def __init__(
        self,
        launch_file: Path,
        arguments: Mapping[str, str],
        directory: Path,
        on_stage: Callable[[str, str], None] = lambda fault, stage: None,
    ) -> None:
        """Prepare.

        Args:
            launch_file: of the graph.
            arguments: launch arguments of every graph.
            directory: for the nodes' output.
            on_stage: is told of each fault what is waited for.
        """
        self._on_stage = on_stage
        self._fault = ""
        self._launch_file = launch_file
        self._arguments = dict(arguments)
        self._directory = directory
        self._stack = ExitStack()
        self._given: dict[str, str] = {}
        self._field: Field | None = None
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()

    def field_for(self, fault: Fault) -> Field:
        """A graph with the fault's launch arguments, clear and with the arm at rest.

        Raises:
            FieldError, GraphEndedError, ConsoleError: a new graph does not come up.
        """
        wanted = self._arguments | dict(fault.arguments)
        self._fault = fault.name
        if self._field is not None and self._given == wanted and fault.stage is None:
            try:
                self._field.recover()
            except (FieldError, ConsoleError, GraphEndedError):
                self.leave()
            else:
                return self._field
        self.leave()
        self._count += 1
        folder = self._directory / f"graph-{self._count}"
        if fault.stage is not None:
            wanted |= self._stack.enter_context(fault.stage(folder))
        field = Field(self._launch_file, wanted, folder, self._note)
        self._field, self._given = self._stack.enter_context(field), wanted
        return self._field

    def _note(self, stage: str) -> None:
        self._on_stage(self._fault, stage)

    def leave(self) -> None:
        """End the graph; the next fault gets a new one."""
        self._field = None
        self._stack.close()


def run_fault(fault: Fault, ground: Ground, repeats: int) -> FaultRecord:
    """Inject one fault several times."""
    seen: list[Seen] = []
    for _ in range(repeats):
        try:
            seen.append(fault.inject(ground.field_for(fault)))
        except (FieldError, GraphEndedError, ConsoleError) as error:
            # Nothing was learnt, so it did not pass.
            seen.append(Seen(False, f"not injected: {error}"))
            ground.leave()
        if fault.spoils:
            ground.leave()
    failed = [s for s in seen if not s.passed]
    latencies = [s.latency_ms for s in seen if s.latency_ms is not None]
    travels = [s.travel_mm for s in seen if s.travel_mm is not None]
    return FaultRecord(
        name=fault.name,
        kind=fault.kind,
        expected=fault.expected,
        seen=(failed or seen[-1:])[0].text,
        repeats=repeats,
        passes=repeats - len(failed),
        latency_ms_max=max(latencies, default=None),
        travel_mm_max=max(travels, default=None),
    )


def run_campaign(
    faults: Iterable[Fault],
    ground: Ground,
    repeats: int,
    on_record: Callable[[FaultRecord], None] = lambda record: None,
) -> CampaignResult:
    """Inject all of them; those that leave the graph fit come first."""
    records = []
    for fault in sorted(faults, key=lambda f: (f.spoils, sorted(f.arguments.items()))):
        record = run_fault(fault, ground, repeats)
        on_record(record)
        records.append(record)
    return CampaignResult(faults=tuple(records))
