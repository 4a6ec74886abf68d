"""Clients that send goals to a live graph and end them, with a record of all that is heard."""

from __future__ import annotations

import time
import uuid
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from experiments.faults.field import CLEAR_TIME, Field, FieldError
from ros_nodes.trial.goal_audience import GoalAudience
from ros_nodes.trial.goal_caller import GoalCaller
from ros_nodes.trial.goal_history import ENDED
from ros_nodes.trial.goal_record import Call, GoalRecord
from ros_nodes.trial.last_will import LastWill, MortalClient
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.skills import SkillGoal, SkillName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

END_TIME = 15.0
"""A goal that was cancelled has ended within [s]."""
ARRIVAL_TIME = 2.0
"""The request of a client that is dead has come to the server within, if ever [s]."""
SKILL_TIME = 30.0
"""A skill comes to any moment of its life within [s]."""
LEASE_AGE = 120.0
"""A lease is acquired anew when it is older than this [s]."""


class Clients:
    """Two clients that live, one that dies, and what they know of gripper and arm."""

    def __init__(
        self, field: Field, record: GoalRecord, callers: tuple[GoalCaller, GoalCaller]
    ) -> None:
        """Join a graph that is clear, with the arm at rest.

        Args:
            field: the graph.
            record: of all that is asked and heard.
            callers: who write into it.
        """
        self.record = record
        self.callers = callers
        self._field = field
        self._mortal = MortalClient()
        self._epoch = 0
        self._leased = float("-inf")
        self.away = False
        self.holding = ""

    def close(self) -> None:
        """End the one that has not died yet."""
        self._mortal.close()

    def begin(self, skill: SkillName, object_id: str = "", caller: int = 0) -> Call:
        """Send a goal under the lease that is held."""
        return self.callers[caller].send(self._goal(skill, object_id))

    def die(self, skill: SkillName, object_id: str, delay: float | None) -> Call:
        """Let a client send a goal, cancel it and die; see `LastWill`."""
        will = LastWill(goal=self._goal(skill, object_id), uuid=uuid.uuid4().hex, delay=delay)
        try:
            return self._mortal.die(will, self.record)
        finally:
            self._mortal.close()
            self._mortal = MortalClient()

    def take_lease(self) -> None:
        """Somebody else acquires control."""
        with self.record.news:
            self.record.lease_taken.append(time.monotonic())
        self.callers[1].acquire(Owner.OPERATOR)
        self._leased = float("-inf")

    def clear(self) -> None:
        """Begin a new interleaving: a lease that lasts, and nothing in the record."""
        self.record.clear()
        self._field.witness.forget()
        if time.monotonic() - self._leased > LEASE_AGE:
            self._epoch = self.callers[0].acquire(Owner.OPERATOR)
            self._leased = time.monotonic()
            self.require(
                lambda: self.record.epoch == self._epoch and self.record.motion_allowed,
                CLEAR_TIME,
                "motion is not allowed under the new lease",
            )

    def require(self, condition: Callable[[], bool], timeout: float, otherwise: str) -> None:
        """Wait for something.

        Raises:
            FieldError: it does not come within ``timeout`` [s].
        """
        if not self.record.wait_for(condition, timeout):
            raise FieldError(f"{otherwise} after {timeout:.0f} s")

    def run(self, skill: SkillName, object_id: str = "") -> Call:
        """A goal to its end.

        Raises:
            FieldError: it does not succeed; the desk is spoilt.
        """
        call = self.begin(skill, object_id)
        self.require(lambda: self.record.over(call), SKILL_TIME, f"{skill} has not ended")
        self.notice()
        if call.result is None or call.result.reason:
            why = call.result.message if call.result is not None else "it was refused"
            raise FieldError(f"{skill} was to prepare the desk: {why}")
        return call

    def finish(self) -> None:
        """Wait until all goals have ended and all that was asked is answered, or time is up."""
        deadline = time.monotonic() + END_TIME
        for call in [c for c in self.record.calls.values() if c.mortal]:
            # What never came to the server died with who asked for it.
            if self.record.wait_for(partial(self._came, call), ARRIVAL_TIME):
                self.record.wait_for(partial(self._ended, call), END_TIME)
            self.callers[0].ask_result(call)
        self.record.wait_for(self._quiet, max(0.0, deadline - time.monotonic()))
        self.notice()

    def notice(self) -> None:
        """Take over from results and chunks what the gripper holds and whether the arm is away."""
        with self.record.news:
            results = [c.result for c in self.record.calls.values() if c.result is not None]
            skills = {c.goal_id: c for c in self.record.calls.values()}
            played = [w for w in self.record.words if w.state is ChunkState.PLAYING]
        moved = [skills[w.goal_id] for w in played if w.goal_id in skills]
        if results:
            self.holding = max(results, key=lambda r: r.time).holding
        if moved:
            last = moved[-1]
            folded = last.skill == SkillName.MOVE_TO_REST and last.result is not None
            self.away = not (folded and last.result is not None and not last.result.reason)

    def _came(self, call: Call) -> bool:
        return call.uuid in self.record.statuses

    def _ended(self, call: Call) -> bool:
        return self.record.state(call) in ENDED

    def _quiet(self) -> bool:
        record = self.record
        return (
            all(record.over(call) for call in record.calls.values())
            and all(c.mortal or c.answer is not None for c in record.cancels)
            and all(s.answered is not None for s in record.stops)
        )

    def _goal(self, skill: SkillName, object_id: str) -> SkillGoal:
        return SkillGoal(
            goal_id=f"trial-{uuid.uuid4().hex[:8]}",
            skill=skill.value,
            object_id=object_id if skill is not SkillName.MOVE_TO_REST else "",
            target_id="table" if skill is SkillName.PLACE else "",
            owner=Owner.OPERATOR,
            epoch=self._epoch,
            timeout=SKILL_TIME,
        )


@contextmanager
def join_graph(
    launch_file: Path, arguments: Mapping[str, str], directory: Path
) -> Iterator[Clients]:
    """Start a graph and join it with clients.

    Args:
        launch_file: of the graph.
        arguments: launch arguments.
        directory: for the nodes' output.

    Raises:
        FieldError, GraphEndedError, ConsoleError: the graph does not come up.
    """
    record = GoalRecord()
    with (
        GoalAudience(record),
        GoalCaller(record, name="caller_a") as one,
        GoalCaller(record, name="caller_b") as other,
        Field(launch_file, arguments, directory) as field,
        closing(Clients(field, record, (one, other))) as clients,
    ):
        # Joint states come all the while: each is an occasion to look again.
        if not field.witness.wait_for(lambda: one.connected and other.connected, CLEAR_TIME):
            raise FieldError(f"the skills' services were not found within {CLEAR_TIME:.0f} s")
        yield clients
