"""Which cells of a grid on the table were seen: in the image, and hidden by nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from xlerobot_agent.contracts.scene import SeenRegion

if TYPE_CHECKING:
    from ros_nodes.perception.camera_geometry import Array, View
    from ros_nodes.perception.settings import TableGrid


class CoverageGrid:
    """A grid of points on the table's surface, one at the middle of each cell."""

    def __init__(self, grid: TableGrid) -> None:
        self._grid = grid
        xs = grid.x_low + (np.arange(grid.rows) + 0.5) * grid.cell
        ys = grid.y_low + (np.arange(grid.columns) + 0.5) * grid.cell
        self.points: Array = np.stack(
            [*np.meshgrid(xs, ys, indexing="ij"), np.zeros((grid.rows, grid.columns))], axis=-1
        ).reshape(-1, 3)
        """Middles of the cells in ``base_link`` [m], row by row, shape (cells, 3)."""
        self._placed: dict[str, tuple[bytes, NDArray[np.int64], NDArray[np.bool_]]] = {}

    def in_image(self, view: View) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Each cell's pixel (cells, 2) and whether it lies in the image (cells,).

        Kept until the camera moves.
        """
        key = view.pose.tobytes() + repr(view.intrinsics).encode()
        placed = self._placed.get(view.camera)
        if placed is None or placed[0] != key:
            pixels, _ = view.project(self.points)
            inside = view.contains(pixels)
            whole = np.rint(np.where(inside[:, None], pixels, 0.0)).astype(np.int64)
            placed = self._placed[view.camera] = (key, whole, inside)
        return placed[1], placed[2]

    def region(self, seen: NDArray[np.bool_]) -> SeenRegion:
        """The contract's form of what was seen."""
        grid = self._grid
        return SeenRegion(
            origin_x=grid.x_low,
            origin_y=grid.y_low,
            cell=grid.cell,
            rows=grid.rows,
            columns=grid.columns,
            seen=np.where(seen, b"1", b"0").astype("S1").tobytes().decode(),
        )
