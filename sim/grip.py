"""Which movable thing is between the jaws, as the contacts say; for faults and truth only."""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray

from sim.collision import MOVABLE

FIXED_JAW = "gripper_link"
MOVING_JAW = "moving_jaw_link"


class GripSensor:
    """Reads the contacts of the two jaws."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Look at one world."""
        self._model = model
        self._data = data
        self._jaws = (model.body(FIXED_JAW).id, model.body(MOVING_JAW).id)
        self._movable = (model.geom_contype & MOVABLE) != 0

    def touched(self) -> tuple[frozenset[int], frozenset[int]]:
        """Bodies that the fixed and the moving jaw touch."""
        contacts = self._data.contact
        pairs = contacts.geom[contacts.exclude == 0]
        bodies = self._model.geom_bodyid[pairs]
        movable = self._movable[pairs]
        return (
            self._partners(bodies, movable, self._jaws[0]),
            self._partners(bodies, movable, self._jaws[1]),
        )

    def held(self) -> int | None:
        """The body that both jaws touch, None for none."""
        fixed, moving = self.touched()
        both = fixed & moving
        return min(both) if both else None

    @staticmethod
    def _partners(
        bodies: NDArray[np.int32], movable: NDArray[np.bool_], jaw: int
    ) -> frozenset[int]:
        first = bodies[(bodies[:, 1] == jaw) & movable[:, 0], 0]
        second = bodies[(bodies[:, 0] == jaw) & movable[:, 1], 1]
        return frozenset(map(int, (*first, *second)))
