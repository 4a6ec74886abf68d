"""A crumpled ball of paper: its facets are seen, its convex hull is touched."""

from __future__ import annotations

import mujoco

from sim.collision import drawn_only, movable, touched_only
from sim.interior import Interior
from sim.scene import ObjectPlacement
from sim.surfaces import add_faceted, crumpled_ball
from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.geometry import Size

SHAPE = Shape.CRUMPLED
MOVABLE = True

HULL_VERTICES = 32
"""Most corners of the hull that is touched; the facets seen are many more."""


def build(spec: mujoco.MjSpec, body: mujoco.MjsBody, placement: ObjectPlacement) -> None:
    """One irregular ball, chosen by the placement's form seed."""
    size = placement.size
    points, faces = crumpled_ball((size.x, size.y, size.z), placement.form_seed)
    name = placement.object_id
    add_faceted(spec, f"{name}_facets", points, faces)
    hull = spec.add_mesh()
    hull.name = f"{name}_hull"
    hull.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX
    hull.maxhullvert = HULL_VERTICES
    hull.uservert = points.ravel()
    hull.userface = faces.ravel()
    touched = body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_MESH, meshname=hull.name, mass=placement.mass
    )
    movable(touched)
    touched_only(touched)
    seen = body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_MESH,
        meshname=f"{name}_facets",
        rgba=(*placement.rgb, 1.0),
    )
    drawn_only(seen)


def interior(size: Size) -> Interior | None:
    """Nothing goes into it."""
    return None
