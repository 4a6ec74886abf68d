"""A joystick's buttons and its silence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.joystick_estop.buttons import NONE, ButtonMap, JoystickButtons

SILENCE = 0.5
indices = st.integers(NONE, 5)
messages = st.lists(
    st.tuples(st.lists(st.integers(0, 1), max_size=6), st.floats(0.0, 0.9)), max_size=20
)
"""Buttons, and the time until the next message [s]."""


@given(estop=indices, hold=indices, said=messages)
def test_it_asserts_exactly_while_pressed_or_silent(
    estop: int, hold: int, said: list[tuple[list[int], float]]
) -> None:
    if estop == hold:
        with pytest.raises(ValueError, match="button"):
            ButtonMap(estop, hold)
        return
    joystick, now = JoystickButtons(ButtonMap(estop, hold), SILENCE), 5.0
    assert joystick.assertion(1e9) is None, "never heard, never asserted"
    for pressed, gap in said:
        joystick.on_buttons(pressed, now)
        down = {n for n, value in enumerate(pressed) if value}
        assert (joystick.assertion(now) is not None) is (estop in down)
        assert joystick.held is (hold in down)
        missing = max(estop, hold) >= len(pressed)
        assert (joystick.fault() is not None) is missing
        later = joystick.assertion(now + gap)
        assert (later is not None) is (estop in down or now + gap - now > SILENCE)
        now += gap


def test_a_missing_button_is_named_with_what_there_is() -> None:
    joystick = JoystickButtons(ButtonMap(estop=1, hold=9), SILENCE)
    assert joystick.fault() is None
    joystick.on_buttons([0, 0, 1], 0.0)
    assert "hold_button is 9, the joystick has 3 buttons" in str(joystick.fault())
    assert not joystick.held


def test_the_reason_does_not_change_while_it_is_silent() -> None:
    """Every change is told anew."""
    joystick = JoystickButtons(ButtonMap(estop=1, hold=NONE), SILENCE)
    joystick.on_buttons([0, 0], 0.0)
    assert joystick.assertion(0.6) == joystick.assertion(60.0)
