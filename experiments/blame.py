"""Whose failure an episode was: task, perception, planning, control or infrastructure."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.score_sheet import Condition, ScoreSheet
from xlerobot_agent.contracts.reasons import FailureKind, Reason, failure_kind
from xlerobot_agent.contracts.receipt import Receipt, Verdict

_WORLD = {Condition.NO_COLLISION, Condition.INSIDE_WORKSPACE, Condition.ARM_AT_REST}
_UNTOLD = frozenset({Reason.CANCELLED, Reason.SUPERSEDED, Reason.STOPPED})
"""Ends that somebody wanted; they blame nobody."""


def blame(receipts: Sequence[Receipt], sheet: ScoreSheet, *, claimed: bool) -> FailureKind:
    """The kind of a failed episode.

    A success that was claimed and is not one is perception's, unless the arm touched or left what
    it should not: that is control's. Otherwise the last skill that failed by itself decides; an
    episode in which none did is the task's (nothing was tried, or what there was to do could not
    be done).
    """
    if claimed:
        unmet = {c.condition for c in sheet.failed()}
        return FailureKind.CONTROL if unmet & _WORLD else FailureKind.PERCEPTION
    for receipt in reversed(receipts):
        if receipt.verdict is not Verdict.SUCCEEDED and receipt.reason not in _UNTOLD:
            return failure_kind(receipt.reason or Reason.UNKNOWN)
    return FailureKind.TASK
