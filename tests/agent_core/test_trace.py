"""Determinism, purity, and the hash-chained trace: B.6, B.13."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from agent_core.canonical import canonical, digest
from agent_core.reducer.core import Core
from agent_core.settings import AgentSettings
from agent_core.state import CoreState
from agent_core.trace import first_broken_link
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.events import Event

ROOT = Path(__file__).resolve().parents[2]
EPISODE = """
from agent_core.settings import AgentSettings
from tests.agent_core.conftest import CONFIG, Bench
from xlerobot_agent.configuration import load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
catalogue = load(CONFIG / "objects.yaml", ObjectCatalogue)
bench = Bench(catalogue, load(CONFIG / "agent.yaml", AgentSettings), p=0.4, seed=7)
bench.say("tidy the desk")
bench.until_skill("pick")
bench.say("stop, leave the paper")
bench.say("what do you see?")
bench.run()
bench.say("把纸团扔掉")
bench.run()
print("\\n".join(bench.trace))
"""


def _trace(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", EPISODE],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
    ).stdout


def test_the_same_inputs_give_the_same_bytes_in_any_process() -> None:
    first = _trace("0")
    assert first.count("\n") > 30
    assert first == _trace("4711")


def test_the_trace_is_chained_and_shows_where_it_was_touched(bench) -> None:  # type: ignore[no-untyped-def]
    bench.say("tidy the desk")
    bench.run()
    assert first_broken_link(bench.trace) is None
    touched = [*bench.trace]
    touched[5] = touched[5].replace('"version_in"', '"version_In"')
    assert first_broken_link(touched) == 6


def test_the_events_of_a_trace_reduce_to_the_same_states(  # type: ignore[no-untyped-def]
    make_bench, catalogue: ObjectCatalogue, settings: AgentSettings
) -> None:
    """The reducer is pure: no planner, clock or skill is needed to go through it again."""
    bench = make_bench(p=0.3, seed=3)
    bench.say("tidy the desk")
    bench.run()
    state, core = CoreState(), Core(catalogue, settings)
    for line in bench.trace:
        record = json.loads(line)
        events = [Event.model_validate(e) for e in record["events"]]
        state = core.reduce_batch(state, events).state
        assert digest(canonical(state)) == record["state"]
    assert state == bench.agent.state


def test_each_commit_is_one_version(bench) -> None:  # type: ignore[no-untyped-def]
    bench.say("tidy the desk")
    bench.run()
    for number, line in enumerate(bench.trace):
        record = json.loads(line)
        assert (record["version_in"], record["version_out"]) == (number, number + 1)


def test_duplicated_events_change_nothing(  # type: ignore[no-untyped-def]
    make_bench, catalogue: ObjectCatalogue, settings: AgentSettings
) -> None:
    """S1-22: every event three times over, and the state differs in its version alone."""
    bench = make_bench(p=0.3, seed=5)
    bench.say("tidy the desk")
    bench.run()
    core = Core(catalogue, settings)
    once, thrice = CoreState(), CoreState()
    for line in bench.trace:
        events = [Event.model_validate(e) for e in json.loads(line)["events"]]
        once = core.reduce_batch(once, events).state
        thrice = core.reduce_batch(thrice, [e for e in events for _ in range(3)]).state
        assert thrice == once


def test_a_late_or_foreign_result_is_only_noted(bench) -> None:  # type: ignore[no-untyped-def]
    """S0-48: exactly one terminal event a goal; what comes later is audited."""
    bench.say("put the cup in the tray")
    bench.until_skill("pick")
    results = []
    deliver = bench.agent.on_result
    bench.agent.on_result = lambda result: (results.append(result), deliver(result))
    bench.run()
    before = bench.agent.state
    late = results[0].model_copy(update={"goal_id": "goal:nobody"})
    deliver(late)
    bench.step()
    after = bench.agent.state
    ignored = {"version": 0, "now": 0.0, "seen_events": ()}
    assert after.model_copy(update=ignored) == before.model_copy(update=ignored)
    assert any(e.kind == "decision.late_result" for e in bench.agent.events)


def test_a_success_whose_receipt_is_of_another_goal_is_no_success(bench) -> None:  # type: ignore[no-untyped-def]
    """S1-24: a forged outcome is not believed to be one."""
    deliver = bench.agent.on_result

    def forged(result) -> None:  # type: ignore[no-untyped-def]
        if result.skill == "verify_state":
            receipt = result.receipt.model_copy(update={"goal_id": "goal:other"})
            result = result.model_copy(update={"receipt": receipt})
        deliver(result)

    bench.agent.on_result = forged
    bench.say("put the cup in the tray")
    bench.run(400.0)
    assert not bench.agent.status.succeeded


def test_the_state_is_frozen() -> None:
    """S2-31."""
    with pytest.raises(ValidationError):
        CoreState().version = 3  # type: ignore[misc]


CATALOGUE = load(config_directory() / "objects.yaml", ObjectCatalogue)
CORE = Core(CATALOGUE, AgentSettings())


@settings(max_examples=100)
@given(st.text(max_size=20), st.text(max_size=10))
def test_an_event_of_a_kind_nobody_knows_changes_nothing(kind: str, event_id: str) -> None:
    event = Event(
        event_id=f"x{event_id}", seq=0, t_source=0.0, t_received=0.0, source="s",
        channel="system", kind=f"?{kind}",
    )  # fmt: skip
    after, effects = CORE.reduce(CoreState(), event)
    assert effects == ()
    assert after.model_copy(update={"version": 0, "seen_events": ()}) == CoreState()
