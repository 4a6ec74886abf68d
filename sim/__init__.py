"""The MuJoCo table: the arm from its URDF, the objects of the catalogue, cameras, faults, truth.

``sim.world.SimWorld`` is the way in. Only this package imports mujoco; only the scorer and tests
may import ``sim.truth``.
"""

from __future__ import annotations

import importlib
import os

# MuJoCo reads it once, when it is first imported; Mesa's software EGL needs no display.
os.environ.setdefault("MUJOCO_GL", "egl")

try:
    importlib.import_module("mujoco")
except AttributeError as error:
    # PyOpenGL's way of saying that there is no libEGL.
    raise ImportError(
        f"MuJoCo cannot load OpenGL by MUJOCO_GL={os.environ['MUJOCO_GL']}: install Mesa's EGL "
        "(Debian: apt-get install libegl1 libgl1-mesa-dri), or set MUJOCO_GL=disable to run "
        "without cameras"
    ) from error
