"""The table of a skill goal's phases (B.2): one way in, one way out, nothing after DONE."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.skill_server.transaction import (
    TRANSITIONS,
    IllegalTransitionError,
    Signal,
    next_phase,
)
from xlerobot_agent.contracts.skills import Phase


@given(st.lists(st.sampled_from(list(Signal)), max_size=40))
def test_any_walk_stays_in_the_table_and_ends_in_done(signals):
    phase, concluded = Phase.WAITING, 0
    for signal in signals:
        if (phase, signal) not in TRANSITIONS:
            with pytest.raises(IllegalTransitionError, match=phase.value):
                next_phase(phase, signal)
            continue
        phase = next_phase(phase, signal)
        concluded += signal is Signal.CONCLUDE
    assert concluded <= 1
    assert (concluded == 1) == (phase is Phase.DONE)


def test_every_phase_is_reachable_and_done_is_reachable_from_every_phase():
    reach = {Phase.WAITING}
    for _ in Phase:
        reach |= {to for (origin, _), to in TRANSITIONS.items() if origin in reach}
    assert reach == set(Phase)
    ending = {Phase.DONE}
    for _ in Phase:
        ending |= {origin for (origin, _), to in TRANSITIONS.items() if to in ending}
    assert ending == set(Phase)


def test_no_result_while_the_arm_may_move():
    for phase in (Phase.RUNNING, Phase.STOPPING, Phase.SETTLING):
        with pytest.raises(IllegalTransitionError):
            next_phase(phase, Signal.CONCLUDE)
