"""The list of faults, and how a campaign counts (issue of the fault campaign)."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from experiments.faults import campaign
from experiments.faults.campaign import CampaignResult, run_fault
from experiments.faults.cases import faults
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import FieldError
from sim.faults import FaultSettings
from xlerobot_agent.cli.launch import find_launch_file
from xlerobot_agent.launching.plan import arguments


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
    assert len(faults()) >= 110
    for name, fault in faults().items():
        assert name == fault.name
        assert fault.expected
        assert fault.kind


def test_launch_arguments_of_faults_are_arguments_of_the_launch_file():
    """A slip in a name or in a fault of the simulation would only show on a live graph."""
    known = {a.name for a in arguments(find_launch_file("sim.launch.yaml"))}
    for name, fault in faults().items():
        assert set(fault.arguments) <= known, name
        FaultSettings.parse(fault.arguments.get("faults", "").split())


def test_what_a_fault_needs_around_it_names_launch_arguments(tmp_path):
    known = {a.name for a in arguments(find_launch_file("sim.launch.yaml"))}
    staged = [fault for fault in faults().values() if fault.stage is not None]
    assert staged
    for fault in staged:
        # Where nobody may mount a disk the fault is not injected.
        with suppress(FieldError), fault.stage(tmp_path) as given:
            assert set(given) <= known, fault.name


def test_what_is_staged_is_cleared_away_when_the_graph_is_left(tmp_path, monkeypatch):
    """The graph gets the arguments of its stage, a graph of its own, and an end of both."""
    given, open_stages = [], []

    class Graph:
        def __init__(self, launch_file, wanted, folder, on_stage):
            given.append(dict(wanted))
            on_stage("starting")

        def __enter__(self):
            return self

        def __exit__(self, *error):
            assert open_stages

        def recover(self):
            raise AssertionError("a graph with a stage is never used again")

    @contextmanager
    def stage(folder):
        open_stages.append(folder)
        yield {"audit": str(folder / "a")}
        open_stages.remove(folder)

    monkeypatch.setattr(campaign, "Field", Graph)
    stages = []
    fault = Fault("f", "k", "e", lambda field: Seen(True, "a"), {"seed": "4"}, stage=stage)
    with campaign.Ground(
        tmp_path, {"seed": "1"}, tmp_path, lambda *words: stages.append(words)
    ) as ground:
        run_fault(fault, ground, 2)
    assert [g["seed"] for g in given] == ["4", "4"]
    assert [Path(g["audit"]).parent.name for g in given] == ["graph-1", "graph-2"]
    assert stages == [("f", "starting")] * 2
    assert not open_stages


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
