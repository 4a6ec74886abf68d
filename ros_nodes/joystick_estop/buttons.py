"""What the buttons of a joystick, or its silence, say about stopping and running."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

NONE = -1
"""The index of a button that is not used."""


@dataclass(frozen=True, slots=True)
class ButtonMap:
    """Which button does what; they count from 0, `NONE` is not used."""

    estop: int
    hold: int

    def __post_init__(self) -> None:
        """Refuse a map that does nothing, or gives one button two meanings."""
        if self.estop == NONE and self.hold == NONE:
            raise ValueError(
                "neither estop_button nor hold_button is set, so the joystick does nothing; "
                "give at least one of them an index"
            )
        if self.estop == self.hold:
            raise ValueError(
                f"estop_button and hold_button are both {self.estop}; give them different buttons"
            )


class JoystickButtons:
    """Feed it every message of the joystick; ask it at any time.

    Before the joystick was heard once nothing is asserted: it may not be plugged in yet, and need
    not be. From then on its silence is as bad as its button.
    """

    def __init__(self, buttons: ButtonMap, silence: float) -> None:
        """Nothing was heard.

        Args:
            buttons: which does what.
            silence: of a joystick that was heard once, after which it asserts [s].
        """
        self._map = buttons
        self._silence = silence
        self._heard: float | None = None
        self._pressed: Sequence[int] = ()

    @property
    def heard(self) -> bool:
        """The joystick was heard at least once."""
        return self._heard is not None

    @property
    def held(self) -> bool:
        """The hold button is down, by the last message."""
        return self._down(self._map.hold)

    def on_buttons(self, pressed: Sequence[int], steady: float) -> None:
        """Take a message.

        Args:
            pressed: 1 for every button that is down, 0 for the others.
            steady: monotonic time [s].
        """
        self._pressed, self._heard = tuple(pressed), steady

    def assertion(self, steady: float) -> str | None:
        """Why the e-stop is asserted; None when it is not.

        Args:
            steady: monotonic time [s].
        """
        if self._heard is None:
            return None
        if steady - self._heard > self._silence:
            return (
                f"the joystick is silent for more than {self._silence:.2f} s; "
                "plug it in, and let its driver repeat what it last saw (autorepeat_rate)"
            )
        return "the joystick's button is pressed" if self._down(self._map.estop) else None

    def fault(self) -> str | None:
        """A button that is asked for and not there; None when all are."""
        if self._heard is None:
            return None
        there = len(self._pressed)
        for name, index in (("estop_button", self._map.estop), ("hold_button", self._map.hold)):
            if index >= there:
                return (
                    f"{name} is {index}, the joystick has {there} buttons, counted from 0; "
                    f"set {name} to one that is there (ros2 topic echo joy shows which)"
                )
        return None

    def _down(self, index: int) -> bool:
        return index != NONE and index < len(self._pressed) and self._pressed[index] != 0
