"""Whether the safety supervisor lives: without it nothing that moves is begun."""

from __future__ import annotations

SILENCE = 0.5
"""Of the permit after which the supervisor counts as dead [s]. The arm itself holds long before
(``permit_deadline``); this is as long as the skill server may itself be late, drafting."""


class Supervision:
    """Hears the supervisor's permits, whatever they allow."""

    def __init__(self) -> None:
        """Hear; one that was never heard is no matter of silence: no safety state came either."""
        self._heard: float | None = None

    def on_permit(self, steady: float) -> None:
        """A permit came; ``steady`` is steady time [s]."""
        self._heard = steady

    def objection(self, steady: float) -> str:
        """Why nothing may be begun, in words for whoever asked; empty while permits come.

        Args:
            steady: steady time [s].
        """
        if self._heard is None or steady - self._heard <= SILENCE:
            return ""
        return (
            f"the safety supervisor is silent for {steady - self._heard:.1f} s, the limit is "
            f"{SILENCE} s; start it again, reset what it latched, and send the goal anew"
        )
