"""What the player turns away at the door, whoever admitted it."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import TYPE_CHECKING

from ros_nodes.arm.permission import Denial
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlerobot_agent.contracts.chunk import ActionChunk, HoldRequest

_HELD_GOALS = 64
"""Goals whose chunks stay refused after a hold, latest first."""


class Intake:
    """Refuses malformed chunks, and those that a hold has made void while they travelled."""

    def __init__(self, joint_names: Sequence[str]) -> None:
        self._names = tuple(joint_names)
        self._held_goals: OrderedDict[str, Reason] = OrderedDict()
        """Why each goal was held first."""
        self._held_before = -math.inf

    def on_hold(self, request: HoldRequest, now: float) -> None:
        """Remember what a hold voids: one goal, or all that was drafted before now."""
        if request.goal_id:
            self._held_goals.setdefault(request.goal_id, request.reason)
            while len(self._held_goals) > _HELD_GOALS:
                self._held_goals.popitem(last=False)
        else:
            self._held_before = now

    def denial(self, chunk: ActionChunk, now: float) -> Denial | None:
        """Why a chunk is turned away; None when it may come in."""
        return self._malformed(chunk) or self._void(chunk, now)

    def _malformed(self, chunk: ActionChunk) -> Denial | None:
        if chunk.joint_names != self._names:
            return Denial(
                Reason.INVALID_GOAL,
                f"chunk names joints {chunk.joint_names}, the arm has {self._names}; "
                "give them in this order",
            )
        for i, row in enumerate(chunk.positions):
            if len(row) != len(self._names) or not all(map(math.isfinite, row)):
                return Denial(
                    Reason.INVALID_GOAL,
                    f"set-point {i} is {row}; give {len(self._names)} finite positions",
                )
        return None

    def _void(self, chunk: ActionChunk, now: float) -> Denial | None:
        held_for = self._held_goals.get(chunk.goal_id)
        if held_for is not None:
            return Denial(held_for, f"goal '{chunk.goal_id}' was held; send a new goal")
        # A clock that was set back makes no later chunk older than the hold.
        if chunk.stamp < min(self._held_before, now):
            return Denial(
                Reason.STOPPED, "all motion drafted before the last hold is void; draft anew"
            )
        return None
