"""How each family of shapes is made: one module a family, registered by being in this folder.

A module names its ``SHAPE`` and offers ``build`` and ``interior`` (see ``ShapeBuilder``).
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

from xlerobot_agent.contracts.catalogue import Shape

if TYPE_CHECKING:
    import mujoco

    from sim.interior import Interior
    from sim.scene import ObjectPlacement
    from xlerobot_agent.contracts.geometry import Size


class ShapeBuilder(Protocol):
    """What a module of this folder offers."""

    SHAPE: Shape
    MOVABLE: bool
    """Free to move; what is not movable stands fixed on the table."""

    def build(self, spec: mujoco.MjSpec, body: mujoco.MjsBody, placement: ObjectPlacement) -> None:
        """Add the geoms to a body whose origin is the middle of the footprint, z up."""

    def interior(self, size: Size) -> Interior | None:
        """The room in it, in the body's frame; None for a shape that holds nothing."""


@cache
def shape_builders() -> dict[Shape, ShapeBuilder]:
    """Every family in this folder, by its shape."""
    builders: dict[Shape, ShapeBuilder] = {}
    for module in pkgutil.iter_modules(__path__):
        loaded = importlib.import_module(f"{__name__}.{module.name}")
        if hasattr(loaded, "SHAPE"):
            builder = cast(ShapeBuilder, loaded)
            builders[builder.SHAPE] = builder
    return builders


def shape_builder(shape: Shape) -> ShapeBuilder:
    """The family of one shape.

    Raises:
        KeyError: no module of this folder makes it.
    """
    builders = shape_builders()
    if shape not in builders:
        known = ", ".join(sorted(builders))
        raise KeyError(
            f"no module in sim/shapes makes the shape '{shape}'; there are {known}; add one"
        )
    return builders[shape]
