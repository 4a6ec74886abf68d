"""State machines as tables, walked at random: B.2."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_core.lifecycles.intent import INTENT, IntentState
from agent_core.lifecycles.machine import IllegalTransition, Machine
from agent_core.lifecycles.skill_goal import PHASE_TRIGGER, SKILL, VERDICT_TRIGGER, SkillState
from agent_core.lifecycles.task import TASK, TaskState, is_open
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import Phase

MACHINES: list[Machine[Any, Any]] = [INTENT, TASK, SKILL]


def _states(machine: Machine[Any, Any]) -> type[StrEnum]:
    return type(machine.initial)


def _triggers(machine: Machine[Any, Any]) -> type[StrEnum]:
    return type(next(iter(machine.table))[1])


@pytest.mark.parametrize("machine", MACHINES, ids=lambda m: m.name)
def test_every_state_is_reached_and_every_life_can_end(machine: Machine[Any, Any]) -> None:
    """S0-04, S0-07."""
    reached = {machine.initial}
    while True:
        more = {end for (start, _), end in machine.table.items() if start in reached} - reached
        if not more:
            break
        reached |= more
    assert reached == set(_states(machine))
    assert any(machine.is_terminal(state) for state in reached)


@pytest.mark.parametrize("machine", MACHINES, ids=lambda m: m.name)
@given(data=st.data())
def test_a_random_walk_takes_legal_edges_and_ends_once(
    machine: Machine[Any, Any], data: st.DataObject
) -> None:
    """S0-04, S0-07, S0-48."""
    state = machine.initial
    for trigger in data.draw(st.lists(st.sampled_from(list(_triggers(machine))), max_size=40)):
        if machine.allows(state, trigger):
            assert not machine.is_terminal(state)
            state = machine.step(state, trigger)
        else:
            with pytest.raises(IllegalTransition, match=machine.name):
                machine.step(state, trigger)


def test_terminal_states_are_those_of_the_model() -> None:
    assert {s for s in IntentState if INTENT.is_terminal(s)} == {
        IntentState.COMPLETED,
        IntentState.ABANDONED,
    }
    assert {s for s in TaskState if TASK.is_terminal(s)} == {s for s in TaskState if not is_open(s)}
    assert {s for s in SkillState if SKILL.is_terminal(s)} == {
        SKILL.step(SkillState.RUNNING, trigger) for trigger in VERDICT_TRIGGER.values()
    }


def test_every_phase_and_verdict_of_the_contract_has_its_trigger() -> None:
    assert set(PHASE_TRIGGER) == set(Phase)
    assert set(VERDICT_TRIGGER) == set(Verdict)


def test_an_error_says_what_is_allowed() -> None:
    trigger = next(iter(_triggers(INTENT)))
    with pytest.raises(IllegalTransition, match="nothing: it ended"):
        INTENT.step(IntentState.COMPLETED, trigger)
