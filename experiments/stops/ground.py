"""The graph on which stops are measured, with a client of the skills."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from experiments.faults.field import CLEAR_TIME, Field, FieldError
from ros_nodes.trial.goal_caller import GoalCaller
from ros_nodes.trial.goal_record import Call, GoalRecord

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from xlerobot_agent.contracts.safety_limits import SafetyLimits


@dataclass
class Ground:
    """What causes act on.

    Attributes:
        field: the graph, its witness and an outsider's hands.
        limits: of that graph.
        caller: asks for skills and cancels them, as any client may.
        record: what it is answered.
        call: the goal that moves the arm, where a skill does.
        epoch: of the caller's lease; 0 where it has none.
    """

    field: Field
    limits: SafetyLimits
    caller: GoalCaller
    record: GoalRecord
    call: Call | None = None
    epoch: int = 0


@contextmanager
def ground(
    launch_file: Path, arguments: Mapping[str, str], directory: Path, limits: SafetyLimits
) -> Iterator[Ground]:
    """Start a graph and join it.

    Raises:
        FieldError: the caller does not find the skills.
    """
    record = GoalRecord()
    with Field(launch_file, arguments, directory) as field, GoalCaller(record) as caller:
        # Joint states come all the while: each is an occasion to look again.
        if not field.witness.wait_for(lambda: caller.connected, CLEAR_TIME):
            raise FieldError(f"the skills' services were not found within {CLEAR_TIME:.0f} s")
        yield Ground(field, limits, caller, record)
