"""Receipts: chained, and no success without new evidence from after the rest (B.7)."""

from __future__ import annotations

import hashlib
import itertools

import pytest

from ros_nodes.skill_server.receipts import Account, ReceiptBook
from xlerobot_agent.contracts.evidence import Evidence, EvidenceKind
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.scene import SceneObservation, SeenRegion
from xlerobot_agent.contracts.skills import SkillGoal


def observation(name, captured, digest=None):
    return SceneObservation(
        observation_id=name,
        sequence=1,
        stamp=captured,
        objects=(),
        seen=SeenRegion(origin_x=0, origin_y=0, cell=1, rows=1, columns=1, seen="1"),
        predicates=(),
        evidence=(
            Evidence(
                evidence_id=name,
                kind=EvidenceKind.GEOMETRIC_VISION,
                sha256=digest or name,
                t_capture=captured,
                t_received=captured,
                sensor="front",
            ),
        ),
    )


def account(**changes):
    verdict = PredicateVerdict(
        predicate=Predicate(name="holding", args=("red_cup",)), value=Truth.TRUE, confidence=1.0
    )
    fields = {
        "goal": SkillGoal(goal_id="g", skill="pick", object_id="red_cup"),
        "epoch": 1,
        "verdict": Verdict.SUCCEEDED,
        "reason": None,
        "message": "",
        "predicates": (verdict,),
        "before": observation("before", 1.0),
        "after": observation("after", 6.0),
        "holding": "red_cup",
        "t_started": 1.0,
        "t_settled": 5.0,
        "t_finished": 6.1,
        "chunks": 3,
        "played": 40,
        "discarded": 0,
    }
    return Account(**(fields | changes))


def test_a_borne_out_success_stands():
    result = ReceiptBook().close(account())
    assert result.verdict is Verdict.SUCCEEDED
    assert result.receipt.post_evidence[0].t_capture > result.receipt.t_settled


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"after": observation("after", 4.0)}, "physical|evidence|observ|camera"),
        ({"after": None}, "camera frame"),
        ({"after": observation("after", 6.0, "before")}, "known before"),
        ({"predicates": ()}, "at least one post-condition"),
    ],
)
def test_a_success_without_new_evidence_is_none(changes, words):
    """S3-49, S3-70."""
    result = ReceiptBook().close(account(**changes))
    assert result.verdict is Verdict.FAILED
    assert result.reason is Reason.PERCEPTION_UNSURE
    assert any(word in result.message for word in words.split("|"))


def test_receipts_are_chained():
    book = ReceiptBook()
    results = [book.close(account()) for _ in range(3)]
    assert results[0].receipt.prev_hash == ""
    for before, after in itertools.pairwise(results):
        digest = hashlib.sha256(before.receipt.model_dump_json().encode()).hexdigest()
        assert after.receipt.prev_hash == digest
