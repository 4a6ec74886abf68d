"""Which geoms touch which, how, and which are drawn."""

from __future__ import annotations

import mujoco

FIXED, ARM, MOVABLE = 1, 2, 4
"""Bits of contype: the table and what stands fixed on it, the arm, what can be moved."""

DRAWN_GROUP = 1
COLLISION_GROUP = 3
"""MuJoCo draws the geom groups 0 to 2 by default; group 3 is touched but not seen."""

STIFF = (0.98, 0.999, 0.001, 0.5, 2.0)
"""Constraint impedance of grasping contacts.

MuJoCo's contacts give way in proportion to acceleration, so a servo's 36 N would press its pads
centimetres into a 6 g ball of paper at the default 0.95; at 0.999 it is half a millimetre.
"""
QUICK = (0.01, 1.0)
"""Time constant [s] and damping ratio of the same contacts; two timesteps at least."""
PAD_FRICTION = (1.2, 0.01, 0.0002)
"""Sliding, torsional [m], rolling [m] friction of the rubber finger pads on anything."""
OBJECT_FRICTION = (0.6, 0.004, 0.0002)
"""Paper and plastic on the table."""


def fixed(geom: mujoco.MjsGeom) -> None:
    """A geom that never moves; it touches the arm and the movable things."""
    geom.contype, geom.conaffinity = FIXED, ARM | MOVABLE
    geom.friction = OBJECT_FRICTION


def movable(geom: mujoco.MjsGeom) -> None:
    """A geom of a free object; it touches everything."""
    geom.contype, geom.conaffinity = MOVABLE, FIXED | ARM | MOVABLE
    geom.friction = OBJECT_FRICTION
    geom.condim = 4
    geom.solimp, geom.solref = STIFF, QUICK


def drawn_only(geom: mujoco.MjsGeom) -> None:
    """A geom that is seen and touches nothing."""
    geom.contype, geom.conaffinity = 0, 0
    geom.mass = 0.0
    geom.group = DRAWN_GROUP


def touched_only(geom: mujoco.MjsGeom) -> None:
    """Take a geom out of the pictures."""
    geom.group = COLLISION_GROUP
