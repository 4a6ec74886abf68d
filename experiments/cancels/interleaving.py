"""Runs one interleaving on a graph and judges all goals that took part."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pydantic import computed_field

from experiments.cancels.answers import of_nobody
from experiments.cancels.cases import Case, Moment
from experiments.cancels.causes import WIRE
from experiments.cancels.chunks import latency, one_mover
from experiments.cancels.deeds import perform, prepare
from experiments.cancels.specification import starved, unseen, violations
from xlerobot_agent.contracts.model import Contract

if TYPE_CHECKING:
    from experiments.cancels.clients import Clients
    from experiments.cancels.schedule import Plan
    from ros_nodes.trial.goal_history import GoalHistory


class Interleaving(Contract):
    """What one interleaving came to."""

    number: int
    case: Case
    moment: Moment
    chunk: int | None
    """Index that was awaited."""
    reached: bool
    """The goal came to the moment before it ended."""
    outcome: str
    """Of the goal on which the case was tried: state and reason."""
    goals: int
    """That took part, preparations among them."""
    latency_ms: float | None
    """From the first cause of the end to the discard of what played."""
    duration: float
    """[s]"""
    unseen: int
    """Steps of statuses that no array showed to the witness."""
    starved: bool
    """A goal ended because the machine kept a node from running."""
    violations: tuple[str, ...]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def passed(self) -> bool:
        """No rule was broken."""
        return not self.violations


def run_interleaving(clients: Clients, plan: Plan) -> Interleaving:
    """Run it.

    Raises:
        FieldError: the graph does not come to where the case begins; nothing was learnt.
    """
    started = time.monotonic()
    clients.clear()
    prepare(clients, plan)
    call, reached = perform(clients, plan)
    clients.finish()
    # What comes too late can only be waited for.
    time.sleep(WIRE)
    record = clients.record
    with record.news:
        calls, words, cancels = list(record.calls.values()), list(record.words), record.cancels
        stray = of_nobody(cancels, frozenset(record.calls))
    histories = [record.history(c) for c in calls]
    broken = [what for history in histories for what in violations(history)]
    main = record.history(call)
    late = latency(main)
    return Interleaving(
        number=plan.number,
        case=plan.case,
        moment=plan.moment,
        chunk=plan.chunk if plan.moment is Moment.CHUNK else None,
        reached=reached,
        outcome=_outcome(main),
        goals=len(calls),
        latency_ms=None if late is None else 1e3 * late,
        duration=time.monotonic() - started,
        unseen=sum(map(unseen, histories)),
        starved=any(map(starved, histories)),
        violations=(*broken, *stray, *one_mover(words)),
    )


def _outcome(goal: GoalHistory) -> str:
    if goal.accepted is False:
        return "refused"
    if goal.result is None:
        return "no result"
    return f"{goal.result.state.name} {goal.result.reason}".strip()
