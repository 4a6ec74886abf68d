"""The grid of what was seen. Covers B.7 (absence needs coverage)."""

from __future__ import annotations

import numpy as np
import pytest

from ros_nodes.perception.coverage import CoverageGrid
from ros_nodes.perception.settings import TableGrid


def test_cells_are_reported_where_they_are():
    grid = CoverageGrid(TableGrid(x_low=0.1, y_low=-0.2, cell=0.1, rows=2, columns=4))
    seen = np.zeros(8, bool)
    seen[5] = True
    region = grid.region(seen)
    assert region.seen == "00000100"
    assert grid.points[5] == pytest.approx((0.25, -0.05, 0.0))
    assert region.fraction(0.25, -0.05, 0.05) == 1.0
    assert region.fraction(0.25, 0.05, 0.05) == 0.0
    assert region.coverage() == 1 / 8


def test_a_desk_is_seen_but_for_what_stands_on_it_and_the_arm(desk_of):
    desk = desk_of(3)
    clear = desk.look()
    assert 0.6 < clear.seen.coverage() < 0.95
    cup = desk.truth.object("red_cup").pose
    assert clear.seen.fraction(cup.x, cup.y, 0.02) == 0.0
    desk.remove("red_cup")
    assert desk.look().seen.fraction(cup.x, cup.y, 0.02) == 1.0
    desk.arm(0.0, 0.2, -0.2, 1.2, 0.0, 0.0)
    assert desk.look().seen.coverage() < clear.seen.coverage()
