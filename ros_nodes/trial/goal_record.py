"""Gathers what witnesses and callers hear of goals, from all their threads."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from ros_nodes.trial.goal_history import (
    ENDED,
    Cancel,
    ChunkHeard,
    FeedbackHeard,
    GoalHistory,
    GoalState,
    ResultHeard,
    StatusHeard,
    Stop,
    WordHeard,
)


@dataclass(slots=True)
class Call:
    """A goal that was asked for, and what its caller heard of it."""

    goal_id: str
    uuid: str
    skill: str
    asked: float
    mortal: bool = False
    answered: float | None = None
    accepted: bool | None = None
    result: ResultHeard | None = None


class GoalRecord:
    """Everything since the last `clear`; `news` is held by whoever writes or reads."""

    def __init__(self) -> None:
        self.news = threading.Condition()
        self.calls: dict[str, Call] = {}
        """By UUID."""
        self.cancels: list[Cancel] = []
        self.stops: list[Stop] = []
        self.lease_taken: list[float] = []
        self.statuses: defaultdict[str, list[StatusHeard]] = defaultdict(list)
        """By UUID."""
        self.feedback: defaultdict[str, list[FeedbackHeard]] = defaultdict(list)
        """By UUID."""
        self.chunks: list[ChunkHeard] = []
        self.words: list[WordHeard] = []
        self.epoch = 0
        """Of the control lease in force."""
        self.motion_allowed = False

    def clear(self) -> None:
        """Forget all goals; what is still heard of them goes to nobody."""
        with self.news:
            self.calls.clear()
            self.cancels.clear()
            self.stops.clear()
            self.lease_taken.clear()
            self.statuses.clear()
            self.feedback.clear()
            self.chunks.clear()
            self.words.clear()

    def wait_for(self, condition: Callable[[], bool], timeout: float) -> bool:
        """Until something that was heard makes it true; False after ``timeout`` [s]."""
        with self.news:
            return self.news.wait_for(condition, timeout)

    def on_status(self, uuid: str, state: GoalState, time: float) -> None:
        """A goal's entry in a status array; only changes are kept. Needs `news`."""
        if uuid not in self.calls:
            return
        heard = self.statuses[uuid]
        if not heard or heard[-1].state is not state:
            heard.append(StatusHeard(time, state))

    def state(self, call: Call) -> GoalState:
        """The newest state that was heard of a goal."""
        heard = self.statuses.get(call.uuid)
        return heard[-1].state if heard else GoalState.UNKNOWN

    def over(self, call: Call) -> bool:
        """Nothing more is to be heard of a goal: refused, lost, or ended with its result."""
        if call.accepted is False:
            return True
        lost = call.mortal and call.uuid not in self.statuses
        return call.result is not None and (lost or self.state(call) in ENDED)

    def _begun(self, call: Call) -> float:
        """When the server accepted a goal, as near as was heard."""
        heard = self.statuses.get(call.uuid)
        return heard[0].time if heard else call.asked

    def history(self, call: Call) -> GoalHistory:
        """What was heard of one goal so far."""
        with self.news:
            return GoalHistory(
                goal_id=call.goal_id,
                uuid=call.uuid,
                skill=call.skill,
                asked=call.asked,
                answered=call.answered,
                accepted=call.accepted,
                mortal=call.mortal,
                statuses=tuple(self.statuses.get(call.uuid, ())),
                feedback=tuple(self.feedback.get(call.uuid, ())),
                chunks=tuple(c for c in self.chunks if c.goal_id == call.goal_id),
                words=tuple(w for w in self.words if w.goal_id == call.goal_id),
                result=call.result,
                cancels=tuple(
                    c
                    for c in self.cancels
                    if c.target == call.uuid or (not c.target and c.skill == call.skill)
                ),
                stops=tuple(s for s in self.stops if s.target in ("", call.goal_id)),
                superseded=tuple(
                    other.asked
                    for other in self.calls.values()
                    if other is not call
                    and other.accepted is not False
                    and self._begun(other) > call.asked
                ),
                lease_taken=tuple(self.lease_taken),
            )
