"""Hold to run: whether an enabling switch (dead-man) allows motion now."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from xlerobot_agent.contracts.control import Owner

if TYPE_CHECKING:
    from xlerobot_agent.contracts.safety import HoldToRun

_MOST_SOURCES = 32
"""Sources that are remembered; beyond them one that nobody holds is forgotten for a new one."""


class HoldToRunRule(StrEnum):
    """Whose motion needs a switch that is held."""

    NEVER = "never"
    """Nobody's."""
    OPERATOR = "operator"
    """An operator's: teleoperation."""
    ALWAYS = "always"
    """Everybody's."""


class _Grip(StrEnum):
    """What is known of one switch."""

    LET_GO = "let_go"
    PRESSED = "pressed"
    """Held, by a press that was seen: it enables."""
    HELD = "held"
    """Held, but not freshly: it enables nothing until it is let go and pressed again."""
    SILENT = "silent"
    """It fell silent while it was held, or was never heard."""


_WHEN_HELD: dict[_Grip, _Grip] = {
    _Grip.LET_GO: _Grip.PRESSED,
    _Grip.PRESSED: _Grip.PRESSED,
    _Grip.HELD: _Grip.HELD,
    _Grip.SILENT: _Grip.HELD,
}
_HOLDING = frozenset({_Grip.PRESSED, _Grip.HELD})


@dataclass(slots=True)
class _Source:
    grip: _Grip
    heard: float
    """Steady clock [s]."""


class EnablingSwitch:
    """Any number of switches, of which one that is held enables motion.

    The rules err towards no motion:

    - Only a press that was *seen* enables: a word "not held" and then "held" of the same source. A
      switch that says "held" when it is first heard, or after it was silent, may be jammed, taped
      down, or have lost its radio for a while under a hand that let go; it has to be let go and
      pressed again.
    - A source that lets go, or is silent for longer than the deadline while it is held, is someone
      who wants no motion, whoever else still holds theirs. It voids every press so far: motion is
      enabled again only by a fresh press, of that source or of another.
    """

    def __init__(self, rule: HoldToRunRule, deadline: float) -> None:
        """Nothing is held.

        Args:
            rule: whose motion needs a switch.
            deadline: silence of a held source that counts as letting go [s].
        """
        self._rule = rule
        self._deadline = deadline
        self._sources: dict[str, _Source] = {}
        self._cause = "no hold-to-run switch was pressed yet; press one and keep it held"
        self._lost = False

    def on_word(self, word: HoldToRun, steady: float) -> None:
        """Take what a switch says.

        Args:
            word: it.
            steady: monotonic time [s].
        """
        self._note_silence(steady)
        known = self._sources.get(word.source)
        if known is None and not self._make_room():
            return
        before = _Grip.SILENT if known is None else known.grip
        after = _WHEN_HELD[before] if word.held else _Grip.LET_GO
        if after is _Grip.LET_GO and before in _HOLDING:
            self._void(f"'{word.source}' let go; press it or another switch to go on")
        elif after is _Grip.HELD and not self._enabled:
            self._cause = (
                f"'{word.source}' is held since before a press was seen; let go and press it again"
            )
        self._sources[word.source] = _Source(after, steady)

    def denial(self, owner: Owner, steady: float) -> str | None:
        """Why motion of this owner is not enabled; None when it is, or needs no switch.

        Args:
            owner: who has control.
            steady: monotonic time [s].
        """
        self._note_silence(steady)
        return self._cause if self._needed(owner) and not self._enabled else None

    def lost(self, owner: Owner, steady: float) -> bool:
        """Whether motion of this owner was enabled and has ceased to be since this was last asked.

        A press that came meanwhile changes nothing: what was under way is void all the same.
        """
        self._note_silence(steady)
        lost, self._lost = self._lost, False
        return lost and self._needed(owner)

    @property
    def _enabled(self) -> bool:
        return any(source.grip is _Grip.PRESSED for source in self._sources.values())

    def _needed(self, owner: Owner) -> bool:
        operated = self._rule is HoldToRunRule.OPERATOR and owner is Owner.OPERATOR
        return self._rule is HoldToRunRule.ALWAYS or operated

    def _note_silence(self, steady: float) -> None:
        for name, source in self._sources.items():
            silence = steady - source.heard
            if source.grip in _HOLDING and silence > self._deadline:
                self._void(
                    f"'{name}' is silent for {silence * 1e3:.0f} ms, the limit is "
                    f"{self._deadline * 1e3:.0f} ms; see whether it runs, let go and press again"
                )
                source.grip = _Grip.SILENT

    def _void(self, cause: str) -> None:
        """No press so far enables any more."""
        self._lost = self._lost or self._enabled
        self._cause = cause
        for source in self._sources.values():
            if source.grip is _Grip.PRESSED:
                source.grip = _Grip.HELD

    def _make_room(self) -> bool:
        """Whether one more source can be remembered."""
        if len(self._sources) < _MOST_SOURCES:
            return True
        idle = next((n for n, s in self._sources.items() if s.grip not in _HOLDING), None)
        if idle is not None:
            del self._sources[idle]
        return idle is not None
