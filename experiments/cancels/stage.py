"""A live graph on which goals are sent and ended, with a witness and two clients."""

from __future__ import annotations

import time
import uuid
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.live.graph import LaunchedGraph
from experiments.live.run import wait_ready
from ros_nodes.console.node import Console
from ros_nodes.trial.goal_audience import GoalAudience
from ros_nodes.trial.goal_caller import GoalCaller
from ros_nodes.trial.goal_history import ENDED
from ros_nodes.trial.goal_record import Call, GoalRecord
from ros_nodes.trial.last_will import LastWill, MortalClient
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.skills import SkillGoal, SkillName

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType
    from typing import Self

LOG = "nodes.log"
START_TIME = 20.0
"""For all to have heard of each other [s]."""
END_TIME = 15.0
"""A goal that was cancelled has ended within [s]."""
ARRIVAL_TIME = 2.0
"""The request of a client that is dead has come to the server within, if ever [s]."""
SKILL_TIME = 30.0
"""A skill comes to any moment of its life within [s]."""
LEASE_AGE = 120.0
"""A lease is acquired anew when it is older than this [s]."""


class StageError(RuntimeError):
    """The graph does not come to where a case begins; a new one is needed."""


class Stage:
    """One graph, as long as it is fit; a context manager."""

    def __init__(self, launch_file: Path, arguments: Mapping[str, str], directory: Path) -> None:
        """Prepare.

        Args:
            launch_file: of the graph.
            arguments: launch arguments.
            directory: for its log.
        """
        self.record = GoalRecord()
        self._graph = LaunchedGraph(str(launch_file), arguments, directory / LOG)
        self._audience = GoalAudience(self.record)
        self.callers = (
            GoalCaller(self.record, name="caller_a"),
            GoalCaller(self.record, name="caller_b"),
        )
        self._mortal: MortalClient | None = None
        self._epoch = 0
        self._leased = float("-inf")
        self.away = True
        self.holding = ""

    def __enter__(self) -> Self:
        self._graph.__enter__()
        try:
            with Console() as console:
                wait_ready(console, self._graph)
            self._mortal = MortalClient()
            self._connect()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._mortal is not None:
            self._mortal.close()
        for caller in self.callers:
            caller.close()
        self._audience.close()
        self._graph.end()

    def begin(self, skill: SkillName, object_id: str = "", caller: int = 0) -> Call:
        """Send a goal under the lease that is held."""
        return self.callers[caller].send(self._goal(skill, object_id))

    def die(self, skill: SkillName, object_id: str, delay: float | None) -> Call:
        """Let a client send a goal, cancel it and die; see `LastWill`."""
        mortal, self._mortal = self._mortal, None
        if mortal is None:
            raise StageError("no client is there to die; enter the stage first")
        will = LastWill(goal=self._goal(skill, object_id), uuid=uuid.uuid4().hex, delay=delay)
        try:
            return mortal.die(will, self.record)
        finally:
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
        if time.monotonic() - self._leased > LEASE_AGE:
            self._epoch = self.callers[0].acquire(Owner.OPERATOR)
            self._leased = time.monotonic()
            self.require(
                lambda: self.record.epoch == self._epoch and self.record.motion_allowed,
                START_TIME,
                "motion is not allowed under the new lease",
            )

    def require(self, condition: Callable[[], bool], timeout: float, otherwise: str) -> None:
        """Wait for something.

        Raises:
            StageError: it does not come within ``timeout`` [s].
        """
        if not self.record.wait_for(condition, timeout):
            raise StageError(f"{otherwise} after {timeout:.0f} s; see {self._graph.log}")

    def run(self, skill: SkillName, object_id: str = "") -> Call:
        """A goal to its end.

        Raises:
            StageError: it does not succeed; the desk is spoilt.
        """
        call = self.begin(skill, object_id)
        self.require(lambda: self.record.over(call), SKILL_TIME, f"{skill} has not ended")
        self.notice()
        if call.result is None or call.result.reason:
            why = call.result.message if call.result is not None else "it was refused"
            raise StageError(f"{skill} was to prepare the stage: {why}")
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

    def _connect(self) -> None:
        deadline = time.monotonic() + START_TIME
        while not all(caller.connected for caller in self.callers):
            if time.monotonic() > deadline:
                raise StageError(f"the skills were not found after {START_TIME:.0f} s")
            self.record.wait_for(lambda: False, 0.1)
        self._settle_in(deadline)

    def _settle_in(self, deadline: float) -> None:
        """Nodes that have just started refuse goals until all are heard."""
        while True:
            self.clear()
            try:
                self.run(SkillName.MOVE_TO_REST)
            except StageError:
                if time.monotonic() > deadline:
                    raise
            else:
                self.away = False
                return
