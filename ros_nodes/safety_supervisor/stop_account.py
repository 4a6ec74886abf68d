"""What a stop came to: how long until the arm stood, how far it went, what was discarded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from xlerobot_agent.contracts.chunk import ChunkState

if TYPE_CHECKING:
    from ros_nodes.safety_supervisor.envelope.proposal import Array
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.contracts.chunk import ChunkStatus
    from xlerobot_agent.robot_model.arm_model import ArmModel

STANDS = 0.05
"""A joint slower than this stands [rad/s]."""
STOOD = 0.1
"""The arm is at rest when it has stood for so long [s]."""
LONGEST = 2.0
"""An arm that moves on for longer is recorded as moving [s]."""
_NOISE = 2e-4
"""Smaller steps of the tool point are noise, which would add up [m]."""


class StopAccount:
    """Follows the arm from a stop to rest."""

    def __init__(
        self, model: ArmModel, latch_id: int, cause: str, state: ArmState | None, steady: float
    ) -> None:
        """A stop was asserted just now.

        Args:
            model: for the tool point.
            latch_id: of the latch that it set; 0 for a stop that is not latched.
            cause: source and reason.
            state: the newest joint state; None where none came.
            steady: monotonic time [s].
        """
        self._model = model
        self._latch_id, self._cause = latch_id, cause
        self._began = steady
        self._point = None if state is None else self._tool(state)
        self._moving_at = steady
        self._travel = 0.0
        self._discarded: list[dict[str, Any]] = []

    def on_state(self, state: ArmState, steady: float) -> None:
        """A reading of the joints."""
        if max(map(abs, state.velocities), default=0.0) >= STANDS:
            self._moving_at = steady
        point = self._tool(state)
        step = 0.0 if self._point is None else float(np.linalg.norm(point - self._point))
        if self._point is None or step > _NOISE:
            self._travel += step
            self._point = point

    def on_status(self, status: ChunkStatus) -> None:
        """What became of a chunk."""
        if status.state is ChunkState.DISCARDED:
            self._discarded.append(
                {
                    "chunk_id": status.chunk_id,
                    "goal_id": status.goal_id,
                    "played": status.played,
                    "discarded": status.discarded,
                }
            )

    def over(self, steady: float) -> bool:
        """The arm stands, or moves on for too long."""
        return steady - self._moving_at >= STOOD or steady - self._began >= LONGEST

    def fields(self, steady: float) -> dict[str, Any]:
        """The stop as it goes into the audit; times in s, travel in m."""
        return {
            "latch_id": self._latch_id,
            "cause": self._cause,
            "still_after": round(self._moving_at - self._began, 4),
            "at_rest": steady - self._moving_at >= STOOD,
            "travel": round(self._travel, 5),
            "discarded": self._discarded,
        }

    def _tool(self, state: ArmState) -> Array:
        return np.array(self._model.frame_pose(state.positions)[:3, 3])
