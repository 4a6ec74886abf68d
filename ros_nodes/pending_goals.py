"""Goals on their way through a skill server: who waits for the result, in which thread."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from xlerobot_agent.contracts.receipt import Receipt, Verdict
from xlerobot_agent.contracts.skills import SkillResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlerobot_agent.contracts.reasons import Reason
    from xlerobot_agent.contracts.skills import SkillFeedback, SkillGoal


class PendingGoal:
    """A goal's listener, and the place where another thread waits for its one result."""

    def __init__(
        self, goal: SkillGoal, publish: Callable[[SkillFeedback], None] | None = None
    ) -> None:
        """Track a goal; ``publish`` gets its progress, called in the server's thread."""
        self.goal = goal
        self.feedback: SkillFeedback | None = None
        self._publish = publish
        self._done = threading.Event()
        self._result: SkillResult | None = None

    @property
    def done(self) -> bool:
        """The result is there."""
        return self._done.is_set()

    def on_feedback(self, feedback: SkillFeedback) -> None:
        """Progress, from the server."""
        self.feedback = feedback
        if self._publish is not None and not self.done:
            self._publish(feedback)

    def on_result(self, result: SkillResult) -> None:
        """The end, from the server; a second one changes nothing."""
        if not self.done:
            self._result = result
            self._done.set()

    def wait(self, timeout: float | None = None) -> SkillResult | None:
        """Block until the result is there, or for ``timeout`` [s]; None when it is not."""
        self._done.wait(timeout)
        return self._result


def unfinished_result(
    goal: SkillGoal, verdict: Verdict, reason: Reason, message: str, now: float
) -> SkillResult:
    """The result of a goal that its server did not end: it claims nothing about the desk.

    Args:
        goal: what was asked.
        verdict: any but SUCCEEDED, which needs evidence.
        reason: typed reason.
        message: for a person.
        now: node time [s].
    """
    receipt = Receipt(
        goal_id=goal.goal_id,
        skill=goal.skill,
        epoch=goal.epoch,
        verdict=verdict,
        reason=reason,
        message=message,
        t_started=now,
        t_settled=now,
        t_finished=now,
    )
    return SkillResult(
        goal_id=goal.goal_id,
        skill=goal.skill,
        verdict=verdict,
        reason=reason,
        message=message,
        receipt=receipt,
    )
