"""Pictures of a model: one GL context a process, no shadows, no multisampling.

``mujoco.Renderer`` makes a context for each renderer (about 0.1 s with Mesa's software EGL) and
keeps the effects that cost most; here all worlds of a process share one context.
"""

from __future__ import annotations

from functools import cache

import mujoco
import numpy as np
from numpy.typing import NDArray

MAXIMUM_GEOMS = 400
MAXIMUM_SIDE = 2048
"""Pixels of the shared context's own buffer; pictures go to a buffer of the model's size."""


class NoRendererError(RuntimeError):
    """No OpenGL context can be made on this machine."""


@cache
def _shared_context() -> mujoco.GLContext:
    try:
        return mujoco.GLContext(MAXIMUM_SIDE, MAXIMUM_SIDE)
    except (AttributeError, ImportError, RuntimeError, mujoco.FatalError) as error:
        raise NoRendererError(
            "cannot make an OpenGL context for the cameras; set MUJOCO_GL=egl and install Mesa's "
            f"EGL (Debian: apt-get install libegl1 libgl1-mesa-dri). The driver said: {error}"
        ) from error


class SceneRenderer:
    """Draws one model. To be used from the thread that made it."""

    def __init__(self, model: mujoco.MjModel) -> None:
        """Upload the model's textures and meshes.

        Raises:
            NoRendererError: there is no OpenGL on this machine.
        """
        self._model = model
        _shared_context().make_current()
        self._context = mujoco.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_100)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        self._scene = mujoco.MjvScene(model, maxgeom=MAXIMUM_GEOMS)
        for flag in (
            mujoco.mjtRndFlag.mjRND_SHADOW,
            mujoco.mjtRndFlag.mjRND_REFLECTION,
            mujoco.mjtRndFlag.mjRND_SKYBOX,
            mujoco.mjtRndFlag.mjRND_HAZE,
            mujoco.mjtRndFlag.mjRND_FOG,
        ):
            self._scene.flags[flag] = False
        self._options = mujoco.MjvOption()
        self._options.flags[:] = 0
        self._options.flags[mujoco.mjtVisFlag.mjVIS_TEXTURE] = 1
        self._options.flags[mujoco.mjtVisFlag.mjVIS_STATIC] = 1
        self._perturbation = mujoco.MjvPerturb()
        self._camera = mujoco.MjvCamera()
        self._camera.type = mujoco.mjtCamera.mjCAMERA_FIXED

    def render(
        self, data: mujoco.MjData, camera_id: int, width: int, height: int
    ) -> NDArray[np.uint8]:
        """The picture of one camera now: rgb8, shape (height, width, 3), row 0 at the top."""
        _shared_context().make_current()
        self._camera.fixedcamid = camera_id
        mujoco.mjv_updateScene(
            self._model,
            data,
            self._options,
            self._perturbation,
            self._camera,
            mujoco.mjtCatBit.mjCAT_ALL,
            self._scene,
        )
        viewport = mujoco.MjrRect(0, 0, width, height)
        mujoco.mjr_render(viewport, self._scene, self._context)
        pixels = np.empty((height, width, 3), dtype=np.uint8)
        mujoco.mjr_readPixels(pixels, None, viewport, self._context)
        return np.ascontiguousarray(pixels[::-1])

    def close(self) -> None:
        """Free the model's textures and meshes."""
        _shared_context().make_current()
        self._context.free()
