"""Feels by the joints' efforts that what is lowered has met something."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ros_nodes.skill_server.cell import Cell

_SHARE = 0.85
"""Of a servo's largest effort: far more than moving or holding takes."""
_READINGS = 4
"""In a row, so that a knock is not taken for a touch."""


class Touch:
    """A guard: true once a joint of the arm pushes with nearly all it has."""

    def __init__(self) -> None:
        """Nothing felt yet."""
        self._felt = 0

    def __call__(self, cell: Cell) -> bool:
        """One control period."""
        if cell.arm is None:
            return False
        pushes = zip(cell.arm.efforts[:-1], cell.model.effort_limit[:-1], strict=True)
        pushing = any(abs(effort) >= _SHARE * limit for effort, limit in pushes)
        self._felt = self._felt + 1 if pushing else 0
        return self._felt >= _READINGS
