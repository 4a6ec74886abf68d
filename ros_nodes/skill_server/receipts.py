"""Results with their receipts: chained, and a success only with evidence from after the rest."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from pydantic import ValidationError

from xlerobot_agent.contracts.evidence import Evidence
from xlerobot_agent.contracts.predicates import PredicateVerdict
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Contributor, Receipt, Verdict
from xlerobot_agent.contracts.scene import SceneObservation
from xlerobot_agent.contracts.skills import SkillGoal, SkillResult


@dataclass(frozen=True)
class Account:
    """Everything a receipt is made of.

    Attributes:
        goal: what was asked.
        epoch: under which it ran.
        verdict, reason, message: how it ended.
        predicates: post-conditions as the last observation gave them.
        before: the observation the skill started on; None when nothing was moved.
        after: the observation after settling, if one came.
        holding: id of what is in the gripper now, empty for nothing.
        t_started, t_settled, t_finished: node clock [s].
        chunks, played, discarded: counts.
        contributors: what helped, e.g. the gripper's contact.
    """

    goal: SkillGoal
    epoch: int
    verdict: Verdict
    reason: Reason | None
    message: str
    predicates: tuple[PredicateVerdict, ...]
    before: SceneObservation | None
    after: SceneObservation | None
    holding: str
    t_started: float
    t_settled: float
    t_finished: float
    chunks: int
    played: int
    discarded: int
    contributors: tuple[Contributor, ...] = ()


class ReceiptBook:
    """Writes receipts, each with the hash of the one before."""

    def __init__(self) -> None:
        self._last = ""

    def close(self, account: Account) -> SkillResult:
        """The one result of a goal.

        A success that the receipt's rules do not bear out becomes ``perception_unsure``, with the
        rule that was broken.
        """
        try:
            receipt = self._receipt(account, account.verdict, account.reason, account.message)
        except ValidationError as error:
            why = "; ".join(str(e["msg"]) for e in error.errors())
            receipt = self._receipt(account, Verdict.FAILED, Reason.PERCEPTION_UNSURE, why)
        self._last = hashlib.sha256(receipt.model_dump_json().encode()).hexdigest()
        return SkillResult(
            goal_id=account.goal.goal_id,
            skill=account.goal.skill,
            verdict=receipt.verdict,
            reason=receipt.reason,
            message=receipt.message,
            holding=account.holding,
            receipt=receipt,
            observation=account.after,
        )

    def _receipt(
        self, account: Account, verdict: Verdict, reason: Reason | None, message: str
    ) -> Receipt:
        goal = account.goal
        return Receipt(
            goal_id=goal.goal_id,
            skill=goal.skill,
            args=_arguments(goal),
            epoch=account.epoch,
            pre_evidence=account.before.evidence if account.before is not None else (),
            post_evidence=_since(account.after, account.t_settled),
            predicates=account.predicates,
            verdict=verdict,
            reason=reason,
            message=message,
            contributors=account.contributors,
            t_started=account.t_started,
            t_settled=account.t_settled,
            t_finished=account.t_finished,
            chunks=account.chunks,
            set_points_played=account.played,
            set_points_discarded=account.discarded,
            prev_hash=self._last,
        )


def _arguments(goal: SkillGoal) -> dict[str, str]:
    named = {
        "object_id": goal.object_id,
        "target_id": goal.target_id,
        "predicates": ", ".join(goal.predicates),
        "method": goal.method,
    }
    return {name: value for name, value in named.items() if value}


def _since(observation: SceneObservation | None, settled: float) -> tuple[Evidence, ...]:
    if observation is None:
        return ()
    return tuple(e for e in observation.evidence if e.t_capture > settled)
