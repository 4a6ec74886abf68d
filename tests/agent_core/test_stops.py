"""Stop words, e-stop, lost control: B.11, B.2 (safety), issue 2."""

from __future__ import annotations

import random

import pytest

from agent_core.lifecycles.intent import IntentState
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.instruction import Activity
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict


@pytest.mark.parametrize("words", ["stop", "停", "stop you silly machine", "别动"])
@pytest.mark.parametrize("moment", ["observe_scene", "pick", "place", "move_to_rest"])
def test_stop_acts_in_the_very_call_and_waits_for_a_word(bench, words: str, moment: str) -> None:  # type: ignore[no-untyped-def]
    bench.say("tidy the desk")
    bench.until_skill(moment)
    bench.say(words)
    assert len(bench.desk.stops) == 1
    started = len(bench.desk.submitted)
    bench.step(500)
    assert len(bench.desk.submitted) == started
    assert bench.agent.status.activity is Activity.WAITING
    bench.say("continue")
    bench.run()
    assert bench.desk.submitted[started].skill == "observe_scene"
    assert bench.agent.status.succeeded


def test_stop_between_skills_cancels_what_was_about_to_start(bench) -> None:  # type: ignore[no-untyped-def]
    bench.say("tidy the desk")
    bench.say("stop")
    bench.step(50)
    assert bench.desk.submitted == []
    bench.say("continue")
    bench.run()
    assert bench.agent.status.succeeded
    assert bench.desk.time < 2.0


def test_without_a_word_it_ends_after_the_wait(bench) -> None:  # type: ignore[no-untyped-def]
    """Waiting for a person has a deadline."""
    bench.say("tidy the desk")
    bench.until_skill("pick")
    bench.say("stop")
    bench.run(100.0)
    assert bench.agent.state.intents[-1].state is IntentState.ABANDONED
    assert 59.0 < bench.desk.time < 62.0


def test_stop_and_leave_goes_on_with_the_rest(bench) -> None:  # type: ignore[no-untyped-def]
    bench.say("tidy the desk")
    bench.until_skill("pick")
    bench.say("stop, leave the paper")
    assert len(bench.desk.stops) == 1
    bench.run()
    assert bench.agent.status.succeeded
    assert bench.desk.place == {"red_cup": "tray", "yellow_paper": "table"}


def test_never_mind_after_stop(bench) -> None:  # type: ignore[no-untyped-def]
    bench.say("tidy the desk")
    bench.until_skill("place")
    bench.say("stop")
    bench.step(10)
    bench.say("never mind")
    bench.run()
    assert bench.desk.held == ""
    assert bench.desk.at_rest
    assert bench.agent.status.finished


def test_a_new_wish_after_stop_is_taken_on_at_once(bench) -> None:  # type: ignore[no-untyped-def]
    bench.say("put the cup in the tray")
    bench.until_skill("pick")
    bench.say("stop")
    bench.step(10)
    bench.say("put the paper in the bin")
    bench.until(lambda: bench.desk.place["yellow_paper"] == "bin")
    assert bench.desk.place["red_cup"] == "table"


def test_the_stop_service_is_a_persons_word_too(bench) -> None:  # type: ignore[no-untyped-def]
    bench.say("tidy the desk")
    bench.until_skill("pick")
    bench.desk.stop("somebody called the stop service")
    bench.step(100)
    assert bench.agent.status.activity is Activity.WAITING
    assert bench.desk.running is None
    bench.say("continue")
    bench.run()
    assert bench.agent.status.succeeded


def test_stop_with_nothing_to_do_still_holds(bench) -> None:  # type: ignore[no-untyped-def]
    bench.say("stop")
    assert len(bench.desk.stops) == 1


@pytest.mark.parametrize("seed", range(20))
def test_an_estop_at_any_instant_holds_until_reset_then_it_looks_and_finishes(  # type: ignore[no-untyped-def]
    bench, seed: int
) -> None:
    """Issue 2: 20 of 20; nothing starts before the reset, the desk is observed anew after it."""
    bench.say("tidy the desk")
    bench.step(random.Random(seed).randint(1, 36))
    bench.agent.on_safety(bench.desk.estop())
    started = len(bench.desk.submitted)
    bench.step(200)
    assert len(bench.desk.submitted) == started
    status = bench.agent.status
    assert status.activity is Activity.UNSAFE
    assert "e-stop" in status.reason
    bench.agent.on_safety(bench.desk.reset())
    bench.step()
    assert bench.agent.status.activity is Activity.RECOVERING
    bench.run()
    assert bench.desk.submitted[started].skill == "observe_scene"
    assert bench.agent.status.succeeded
    assert all(g.epoch == 5 for g in bench.desk.submitted[started:])


def test_words_during_an_estop_are_taken_and_wait(bench) -> None:  # type: ignore[no-untyped-def]
    bench.agent.on_safety(bench.desk.estop())
    bench.step(2)
    reply = bench.say("tidy the desk")
    assert "e-stop" in reply.message
    bench.step(100)
    assert bench.desk.submitted == []
    bench.agent.on_safety(bench.desk.reset())
    bench.run()
    assert bench.agent.status.succeeded


def test_nothing_starts_before_safety_was_heard_of(make_bench) -> None:  # type: ignore[no-untyped-def]
    bench = make_bench()
    bench.agent._inbox.clear()
    bench.say("tidy the desk")
    bench.step(50)
    assert bench.desk.submitted == []
    assert bench.agent.status.activity is Activity.WAITING
    assert "supervisor" in bench.agent.status.reason


def test_an_operator_has_the_arm_and_gives_it_back(bench) -> None:  # type: ignore[no-untyped-def]
    bench.say("tidy the desk")
    bench.until_skill("pick")
    taken = bench.desk.safety.model_copy(update={"owner": Owner.OPERATOR, "epoch": 4})
    bench.desk._end(Verdict.FAILED, Reason.LEASE_LOST)
    bench.agent.on_safety(taken)
    bench.step(300)
    assert bench.desk.running is None
    bench.agent.on_safety(bench.desk.reset())
    bench.run()
    assert bench.agent.status.succeeded


def test_interruptions_are_no_failures_of_the_method(bench) -> None:  # type: ignore[no-untyped-def]
    """Nothing is charged for them, and they end in bounded time all the same."""
    bench.desk.forced = [("pick", Reason.LEASE_LOST, Verdict.REJECTED)] * 3
    bench.say("put the cup in the tray")
    bench.run()
    assert bench.agent.status.succeeded
    assert bench.agent.state.ledger.overall == {}
    bench.desk.always = {"pick": (Reason.LEASE_LOST, Verdict.REJECTED)}
    bench.say("put the paper in the bin")
    bench.run()
    assert bench.agent.status.finished
    assert not bench.agent.status.succeeded
    assert "control" in bench.agent.status.reason
