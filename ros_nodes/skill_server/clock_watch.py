"""Whether the node's clock goes on while goals wait by it."""

from __future__ import annotations

SILENCE = 2.0
"""Real time that goals wait while the node's clock stands still before they are given up [s]."""


class ClockWatch:
    """Compares node time with steady time."""

    def __init__(self, steady: float) -> None:
        """Watch from now on; ``steady`` is steady time [s]."""
        self._moved = (0.0, steady)

    def stands(self, now: float, steady: float, waited_for: bool) -> bool:
        """Whether somebody has waited too long by a clock that stands still.

        Args:
            now: node time [s].
            steady: steady time [s].
            waited_for: whether any goal waits; a clock that nobody waits for may stand.
        """
        if now != self._moved[0] or not waited_for:
            self._moved = (now, steady)
            return False
        return steady - self._moved[1] > SILENCE
