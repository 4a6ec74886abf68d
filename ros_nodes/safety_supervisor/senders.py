"""Whether those whose chunks are under way are still alive."""

from __future__ import annotations

from collections.abc import Iterable


class SenderWatch:
    """Remembers when each goal's sender was last heard: by a heartbeat, or by an admitted chunk.

    A sender that dies leaves up to two chunks behind, half a second of motion for which nobody
    answers any more.
    """

    def __init__(self, deadline: float) -> None:
        """Nobody was heard yet.

        Args:
            deadline: silence after which a sender counts as dead [s].
        """
        self._deadline = deadline
        self._heard: dict[str, float] = {}

    def heard(self, goal_id: str, steady: float) -> None:
        """A sign of life of a goal's sender, at ``steady`` [s]."""
        self._heard[goal_id] = steady

    def silent(self, goals: Iterable[str], steady: float) -> tuple[str, ...]:
        """Those goals under way whose sender is silent for too long; all others are forgotten.

        Args:
            goals: which have chunks under way.
            steady: now, monotonic [s].
        """
        self._heard = {goal: self._heard.get(goal, steady) for goal in goals}
        return tuple(g for g, last in self._heard.items() if steady - last > self._deadline)
