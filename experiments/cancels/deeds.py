"""What is done in each case, once the goal has come to the drawn moment."""

from __future__ import annotations

import time
import uuid
from typing import TYPE_CHECKING

from experiments.cancels.cases import PICK, PLACE, REST, Case, Moment
from experiments.cancels.clients import END_TIME, SKILL_TIME, Clients
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.skills import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from experiments.cancels.schedule import Plan
    from ros_nodes.trial.goal_record import Call, GoalRecord

BURST = 100
"""Goals of a burst, 100 a second."""
TURNED = 3
"""Index of the chunk at which the arm has turned away from its rest pose."""


def prepare(clients: Clients, plan: Plan) -> None:
    """Bring arm and desk to where the case begins.

    Raises:
        FieldError: they do not come there.
    """
    if plan.skill is PLACE:
        if not clients.holding:
            clients.run(PICK, plan.object_id)
        return
    if clients.holding:
        clients.run(PLACE, clients.holding)
    if plan.skill is PICK and clients.away:
        clients.run(REST)
    elif plan.skill is REST and not clients.away:
        turn = clients.begin(PICK, plan.object_id)
        _await(clients.record, turn, Moment.CHUNK, TURNED)
        clients.callers[0].cancel(turn.skill, turn.uuid)
        clients.finish()


def perform(clients: Clients, plan: Plan) -> tuple[Call, bool]:
    """Send the goal, wait for the moment, do the deed.

    Returns:
        The goal, and whether it came to the moment before it ended.
    """
    if plan.case is Case.CLIENT_DIES:
        delay = None if plan.moment is Moment.ASKED else plan.delay
        return clients.die(plan.skill, plan.object_id, delay), True
    call = clients.begin(plan.skill, plan.object_id)
    reached = _await(clients.record, call, plan.moment, plan.chunk)
    # A random instant, not an event, is what is waited for.
    time.sleep(plan.delay)
    DEEDS.get(plan.case, _cancel)(clients, plan, call)
    return call, reached


def _await(record: GoalRecord, call: Call, moment: Moment, chunk: int) -> bool:
    """Wait for a moment of a goal's life; False when it ended, or time was up, before."""

    def come() -> bool:
        return _come(record, call, moment, chunk)

    record.wait_for(lambda: come() or record.over(call), SKILL_TIME)
    with record.news:
        return come()


def _come(record: GoalRecord, call: Call, moment: Moment, chunk: int) -> bool:
    if moment is Moment.ASKED:
        return True
    if moment is Moment.ACCEPTED:
        return call.answered is not None
    if moment is Moment.ENDED:
        return record.over(call)
    if moment in (Moment.PLAYING, Moment.CHUNK):
        index = chunk if moment is Moment.CHUNK else 0
        ids = {c.chunk_id for c in record.chunks if c.goal_id == call.goal_id and c.index >= index}
        return any(w.chunk_id in ids and w.state is ChunkState.PLAYING for w in record.words)
    heard = record.feedback.get(call.uuid, ())
    if moment is Moment.SETTLING:
        return any(f.phase in (Phase.SETTLING, Phase.OBSERVING) for f in heard)
    return any(f.step == moment.value for f in heard)


def _cancel(clients: Clients, _plan: Plan, call: Call) -> None:
    clients.callers[0].cancel(call.skill, call.uuid)


def _twice(clients: Clients, plan: Plan, call: Call) -> None:
    _cancel(clients, plan, call)
    time.sleep(plan.gap)
    _cancel(clients, plan, call)


def _after_cancel(clients: Clients, plan: Plan, call: Call) -> None:
    _cancel(clients, plan, call)
    clients.record.wait_for(lambda: clients.record.over(call), END_TIME)
    time.sleep(plan.gap)
    _cancel(clients, plan, call)


def _supersede(clients: Clients, _plan: Plan, _call: Call) -> None:
    clients.begin(REST)


def _supersede_and_cancel(clients: Clients, plan: Plan, call: Call) -> None:
    deeds = (_supersede, _cancel) if plan.swapped else (_cancel, _supersede)
    deeds[0](clients, plan, call)
    time.sleep(plan.gap)
    deeds[1](clients, plan, call)


def _stop_all(clients: Clients, _plan: Plan, _call: Call) -> None:
    clients.callers[0].stop()


def _stop_goal(clients: Clients, _plan: Plan, call: Call) -> None:
    clients.callers[0].stop(call.goal_id)


def _cancel_all(clients: Clients, plan: Plan, call: Call) -> None:
    """Of one goal, or of one that gives way to another while that waits."""
    if plan.swapped:
        clients.begin(plan.skill, plan.object_id)
        time.sleep(plan.gap)
    clients.callers[0].cancel(call.skill)


def _two_clients(clients: Clients, plan: Plan, call: Call) -> None:
    """The one that sent it, and one that did not."""
    first, second = reversed(clients.callers) if plan.swapped else clients.callers
    first.cancel(call.skill, call.uuid)
    time.sleep(plan.gap)
    second.cancel(call.skill, call.uuid)


def _unknown(clients: Clients, plan: Plan, call: Call) -> None:
    """A goal that never was; the one that runs must not mind."""
    clients.callers[1].cancel(call.skill, uuid.uuid4().hex)
    time.sleep(plan.gap)
    _cancel(clients, plan, call)


def _burst(clients: Clients, plan: Plan, _call: Call) -> None:
    """A hundred goals in a second from two clients, then a cancel of all there are."""
    started = time.monotonic()
    for number in range(1, BURST):
        due = started + 0.01 * number
        time.sleep(max(0.0, due - time.monotonic()))
        clients.begin((PICK, REST)[number % 2], plan.object_id, caller=number // 2 % 2)
    time.sleep(plan.gap)
    for skill in (PICK, REST):
        clients.callers[0].cancel(skill)


def _take_lease(clients: Clients, plan: Plan, call: Call) -> None:
    clients.take_lease()
    if plan.swapped:
        time.sleep(plan.gap)
        _cancel(clients, plan, call)


DEEDS: dict[Case, Callable[[Clients, Plan, Call], None]] = {
    Case.TWICE: _twice,
    Case.AFTER_CANCEL: _after_cancel,
    Case.SUPERSEDED: _supersede,
    Case.SUPERSEDED_AND_CANCELLED: _supersede_and_cancel,
    Case.STOP_ALL: _stop_all,
    Case.STOP_GOAL: _stop_goal,
    Case.CANCEL_ALL: _cancel_all,
    Case.TWO_CLIENTS: _two_clients,
    Case.UNKNOWN_GOAL: _unknown,
    Case.BURST: _burst,
    Case.LEASE_TAKEN: _take_lease,
}
"""Where a case is not here, the deed is one cancel."""
