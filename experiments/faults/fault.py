"""What a fault is, and what became of injecting it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import computed_field

from xlerobot_agent.contracts.model import Contract

if TYPE_CHECKING:
    from experiments.faults.field import Field


@dataclass(frozen=True)
class Seen:
    """What one injection came to.

    Attributes:
        passed: the expectation held.
        text: what was seen, in one line.
        latency_ms: from the injection to the reaction on the wire.
        travel_mm: of the tool point from the injection to rest.
    """

    passed: bool
    text: str
    latency_ms: float | None = None
    travel_mm: float | None = None


@dataclass(frozen=True)
class Fault:
    """One way for things to go wrong.

    Attributes:
        name: unique, as it is typed on the command line.
        kind: the family, the name of its module.
        expected: what must happen, in one line.
        inject: makes it happen and watches.
        arguments: launch arguments of the graph it needs.
        spoils: the graph is of no use afterwards and is started anew.
        stage: prepares what the graph needs around it, such as a disk, in a folder of its own;
            gives the launch arguments that name it.
    """

    name: str
    kind: str
    expected: str
    inject: Callable[[Field], Seen]
    arguments: Mapping[str, str] = field(default_factory=dict)
    spoils: bool = False
    stage: Callable[[Path], AbstractContextManager[Mapping[str, str]]] | None = None


class FaultRecord(Contract):
    """All repeats of one fault."""

    name: str
    kind: str
    expected: str
    seen: str
    """Of the first repeat that failed, or of the last one."""
    repeats: int
    passes: int
    latency_ms_max: float | None = None
    travel_mm_max: float | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def passed(self) -> bool:
        """Every repeat went as expected."""
        return self.passes == self.repeats
