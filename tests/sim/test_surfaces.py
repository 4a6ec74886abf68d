"""Shapes made in code have the size they are asked for. Covers issue 2 point 2 (sizes ±10 %)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.shapes import shape_builder, shape_builders
from sim.surfaces import crumpled_ball, icosphere
from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.geometry import Size

EXTENT = st.floats(0.02, 0.08)


@given(EXTENT, EXTENT, EXTENT, st.integers(0, 2**31))
def test_crumpled_ball_has_its_extent(x: float, y: float, z: float, seed: int) -> None:
    """Exactly the size asked for, its lowest points in the plane z = 0 so that it lies."""
    points, faces = crumpled_ball((x, y, z), seed)
    assert np.ptp(points, axis=0) == pytest.approx((x, y, z), rel=1e-9)
    assert points[:, 2].min() == pytest.approx(0.0, abs=1e-12)
    assert (points[:, 2] < 1e-9).sum() >= 8
    assert faces.max() < len(points)


def test_icosphere_is_closed() -> None:
    """Every edge belongs to two triangles, once in each direction."""
    points, faces = icosphere(2)
    assert len(points) == 162
    edges = [(int(f[i]), int(f[(i + 1) % 3])) for f in faces for i in range(3)]
    assert len(set(edges)) == len(edges)
    assert {(b, a) for a, b in edges} == set(edges)


def test_every_shape_of_the_contract_is_made() -> None:
    """A family is registered by its module; none is missing."""
    assert set(shape_builders()) == set(Shape)


def test_interiors_lie_inside_the_walls() -> None:
    """Receptacles have room, pickables none."""
    size = Size(x=0.15, y=0.13, z=0.05)
    for shape in (Shape.TRAY, Shape.BIN):
        room = shape_builder(shape).interior(size)
        assert room is not None
        assert room.contains(0.0, 0.0, 0.03)
        assert not room.contains(0.075, 0.0, 0.03)
        assert not room.contains(0.0, 0.0, 0.0)
        assert not room.contains(0.0, 0.0, 0.06)
    for shape in (Shape.CUP, Shape.CRUMPLED):
        assert shape_builder(shape).interior(size) is None
