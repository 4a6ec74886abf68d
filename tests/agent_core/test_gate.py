"""Planners that lie, sleep, invent or come late: B.10."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from agent_core.planning.gate import GateCode
from agent_core.planning.proposal import PlanningRequest, Proposal
from agent_core.planning.rule_planner import RulePlanner


class Twisted:
    """The rules, with one field of each proposal changed."""

    def __init__(self, **change: object) -> None:
        self.change = change

    def propose(self, request: PlanningRequest) -> Proposal:
        return RulePlanner().propose(request).model_copy(update=self.change)


class Silent:
    """Never has an opinion."""

    def propose(self, request: PlanningRequest) -> None:
        return None


def _codes(bench) -> set[str]:  # type: ignore[no-untyped-def]
    return {e.payload["code"] for e in bench.agent.events if e.kind == "decision.gate"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"request_id": "made up"}, GateCode.CANCELLED),
        ({"based_on_version": 0}, GateCode.STALE_VERSION),
        ({"candidate_id": "throw(red_cup, human)"}, GateCode.UNKNOWN_CANDIDATE),
        ({"candidate_id": "verify(inside(red_cup, tray))"}, GateCode.UNKNOWN_CANDIDATE),
    ],
)
def test_a_bad_proposal_is_refused_by_code_and_the_rules_finish_the_task(  # type: ignore[no-untyped-def]
    make_bench, change: dict[str, object], code: GateCode
) -> None:
    """S0-15, S1-24, S1-83."""
    bench = make_bench(planner=Twisted(**change))
    bench.say("tidy the desk")
    bench.run(300.0)
    assert code in _codes(bench)
    assert bench.agent.status.succeeded
    assert bench.desk.place == {"red_cup": "tray", "yellow_paper": "bin"}


def test_a_planner_that_says_nothing_expires(make_bench) -> None:  # type: ignore[no-untyped-def]
    """S0-32."""
    bench = make_bench(planner=Silent())
    bench.say("put the cup in the tray")
    bench.run(300.0)
    assert "expired" in _codes(bench)
    assert bench.agent.status.succeeded


def test_a_late_proposal_meets_a_state_that_moved_on(make_bench) -> None:  # type: ignore[no-untyped-def]
    """Its request was withdrawn by a stop: nothing starts."""
    held: list[PlanningRequest] = []

    class Slow:
        def propose(self, request: PlanningRequest) -> None:
            held.append(request)

    bench = make_bench(planner=Slow())
    bench.say("put the cup in the tray")
    bench.step(3)
    bench.say("stop")
    late = RulePlanner().propose(held[0])
    bench.agent._receive(
        "proposal", "system", late.model_dump(mode="json"), source="slow", stamp=0.0
    )
    bench.step(50)
    assert bench.desk.submitted == []
    assert GateCode.CANCELLED in _codes(bench)


def test_a_proposal_cannot_carry_motion_or_success() -> None:
    """S0-52, S3-67: there is no field for it."""
    fields = set(Proposal.model_fields)
    assert not fields & {"joints", "pose", "velocity", "verdict", "success", "positions"}
    with pytest.raises(ValidationError):
        Proposal(
            proposal_id="p",
            request_id="r",
            based_on_version=1,
            candidate_id="look",
            joints=(0.0,),  # type: ignore[call-arg]
        )
