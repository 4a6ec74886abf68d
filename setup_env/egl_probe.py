"""Asks Mesa for a display without a screen, in a process of its own since a driver may crash.

Prints one word: ``ready``; ``library`` when libEGL is absent; ``opengl`` when there is no OpenGL
library beside it; ``driver`` when no device starts.
"""

from __future__ import annotations

import ctypes

EGL_PLATFORM_DEVICE_EXT = 0x313F
MAXIMUM_DEVICES = 16


def _library(name: str) -> ctypes.CDLL | None:
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None


def _function(egl: ctypes.CDLL, name: bytes, *arguments: object) -> object:
    address = egl.eglGetProcAddress(name)
    return ctypes.CFUNCTYPE(ctypes.c_void_p, *arguments)(address) if address else None  # type: ignore[arg-type]


def _starts(egl: ctypes.CDLL) -> bool:
    """Whether any EGL device initialises, as MuJoCo's renderer will ask it to."""
    egl.eglGetProcAddress.restype = ctypes.c_void_p
    egl.eglInitialize.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    query = _function(
        egl, b"eglQueryDevicesEXT", ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)
    )
    display_of = _function(
        egl, b"eglGetPlatformDisplayEXT", ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p
    )
    if not callable(query) or not callable(display_of):
        return False
    devices = (ctypes.c_void_p * MAXIMUM_DEVICES)()
    count = ctypes.c_int()
    if not query(MAXIMUM_DEVICES, devices, ctypes.byref(count)):
        return False
    displays = (display_of(EGL_PLATFORM_DEVICE_EXT, devices[i], None) for i in range(count.value))
    return any(display and egl.eglInitialize(display, None, None) for display in displays)


def state() -> str:
    """What is there, in the one word of the module's docstring."""
    egl = _library("libEGL.so.1")
    if egl is None:
        return "library"
    if _library("libOpenGL.so.0") is None and _library("libGL.so.1") is None:
        return "opengl"
    return "ready" if _starts(egl) else "driver"


if __name__ == "__main__":
    print(state())
