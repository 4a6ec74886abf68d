"""The list of faults, and how a campaign counts (issue of the fault campaign; S3-86)."""

from __future__ import annotations

import pytest

from experiments.faults.campaign import CampaignResult, run_fault
from experiments.faults.cases import faults
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import FieldError


class Ground:
    """Gives the fault nothing to attack, and remembers when it was left."""

    def __init__(self):
        self.left = 0

    def field_for(self, fault):
        return None

    def leave(self):
        self.left += 1


def run(outcomes, spoils=False):
    """A fault whose injections come to these."""
    queue = list(outcomes)

    def inject(field):
        outcome = queue.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    ground = Ground()
    fault = Fault("f", "k", "e", inject, spoils=spoils)
    return run_fault(fault, ground, len(outcomes)), ground


def test_every_fault_says_what_must_happen():
    assert len(faults()) >= 60
    for name, fault in faults().items():
        assert name == fault.name
        assert fault.expected
        assert fault.kind


def test_the_worst_repeat_is_told():
    record, _ = run([Seen(True, "fine", 10.0, 1.0), Seen(False, "late", 400.0, 9.0)])
    assert not record.passed
    assert (record.passes, record.repeats, record.seen) == (1, 2, "late")
    assert (record.latency_ms_max, record.travel_mm_max) == (400.0, 9.0)


def test_a_fault_that_could_not_be_injected_did_not_pass():
    record, ground = run([FieldError("no arm")])
    assert not record.passed
    assert "not injected: no arm" in record.seen
    assert record.latency_ms_max is None
    assert ground.left == 1


@pytest.mark.parametrize(("spoils", "left"), [(False, 0), (True, 2)])
def test_a_spoilt_graph_is_left(spoils, left):
    record, ground = run([Seen(True, "a"), Seen(True, "b")], spoils)
    assert record.passed
    assert ground.left == left


def test_a_campaign_counts_faults_not_repeats():
    good, _ = run([Seen(True, "a"), Seen(True, "b")])
    bad, _ = run([Seen(True, "a"), Seen(False, "b")])
    result = CampaignResult(faults=(good, bad))
    assert (result.passed, result.failed) == (1, 1)
    assert set(result.model_dump()) == {"faults", "passed", "failed"}
