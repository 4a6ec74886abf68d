"""Failures are split by whose they are (architecture: honesty)."""

from __future__ import annotations

import pytest

from experiments.blame import blame
from experiments.score_sheet import Condition, ConditionScore, ScoreSheet
from xlerobot_agent.contracts.reasons import FailureKind, Reason, failure_kind
from xlerobot_agent.contracts.receipt import Receipt, Verdict


def sheet(*unmet: Condition) -> ScoreSheet:
    return ScoreSheet(
        conditions=tuple(
            ConditionScore(condition=c, met=c not in unmet, because="") for c in Condition
        )
    )


def receipt(reason: Reason) -> Receipt:
    return Receipt(
        goal_id="g",
        skill="pick",
        epoch=1,
        verdict=Verdict.FAILED,
        reason=reason,
        t_started=0.0,
        t_settled=1.0,
        t_finished=2.0,
    )


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_kind(reason: Reason) -> None:
    assert failure_kind(reason) in FailureKind


def test_a_false_claim_is_perceptions_unless_the_arm_misbehaved() -> None:
    assert blame([], sheet(Condition.CUP_IN_TRAY), claimed=True) is FailureKind.PERCEPTION
    both = sheet(Condition.CUP_IN_TRAY, Condition.NO_COLLISION)
    assert blame([], both, claimed=True) is FailureKind.CONTROL


def test_the_last_failure_of_its_own_decides() -> None:
    receipts = [receipt(Reason.UNREACHABLE), receipt(Reason.SLIPPED), receipt(Reason.CANCELLED)]
    assert blame(receipts, sheet(), claimed=False) is FailureKind.CONTROL
    assert blame([], sheet(), claimed=False) is FailureKind.TASK
