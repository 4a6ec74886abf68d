"""Which movable thing is between the jaws, as the contacts say; for faults and truth only."""

from __future__ import annotations

import mujoco
import numpy as np

from sim.collision import MOVABLE

FIXED_JAW = "gripper_link"
MOVING_JAW = "moving_jaw_link"
_FIXED, _MOVING, _OBJECT = 1, 2, 4
_NONE: frozenset[int] = frozenset()


class GripSensor:
    """Reads the contacts of the two jaws."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Look at one world."""
        self._data = data
        self._bodies = model.geom_bodyid
        self._roles = np.zeros(model.ngeom, dtype=np.uint8)
        self._roles[self._bodies == model.body(FIXED_JAW).id] = _FIXED
        self._roles[self._bodies == model.body(MOVING_JAW).id] = _MOVING
        self._roles[(model.geom_contype & MOVABLE) != 0] = _OBJECT

    def touched(self) -> tuple[frozenset[int], frozenset[int]]:
        """Bodies that the fixed and the moving jaw touch."""
        geoms = self._data.contact.geom
        kinds = self._roles[geoms]
        together = kinds[:, 0] | kinds[:, 1]
        # Asked in every control period, and mostly the answer is no.
        if together.max(initial=0) <= _OBJECT:
            return _NONE, _NONE
        things = np.where(kinds[:, 0] == _OBJECT, geoms[:, 0], geoms[:, 1])
        fixed = self._bodies[things[together == _FIXED | _OBJECT]]
        moving = self._bodies[things[together == _MOVING | _OBJECT]]
        return frozenset(fixed.tolist()), frozenset(moving.tolist())

    def held(self) -> int | None:
        """The body that both jaws touch, None for none."""
        fixed, moving = self.touched()
        return min(fixed & moving, default=None)
