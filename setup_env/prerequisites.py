"""What must be on the machine before anything is installed, and which package brings it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

C_PROGRAM = "#include <stdio.h>\nint main(void) { return 0; }\n"
CPP_PROGRAM = "#include <string>\nint main() { return std::string().size(); }\n"


@dataclass(frozen=True)
class Missing:
    """One thing that is not there."""

    what: str
    debian: str
    """Debian's and Ubuntu's package that brings it."""


def _python_package(part: str) -> str:
    """Debian's package of a part (``dev``, ``venv``) of the running Python."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"python{version}-{part}"


def python_headers() -> Missing | None:
    """``Python.h``, which the interfaces' extension modules include."""
    if Path(sysconfig.get_path("include"), "Python.h").is_file():
        return None
    return Missing(f"the headers of {sys.executable}", _python_package("dev"))


def ensurepip() -> Missing | None:
    """What ``python -m venv`` makes pip from."""
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        return None
    return Missing(f"venv and ensurepip of {sys.executable}", _python_package("venv"))


def _compiles(compiler: str, suffix: str, program: str) -> bool:
    if shutil.which(compiler) is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, f"probe{suffix}")
        source.write_text(program, encoding="utf-8")
        command = [compiler, str(source), "-o", str(Path(folder, "probe"))]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def c_compiler() -> Missing | None:
    """A C compiler that makes a program."""
    if _compiles(os.environ.get("CC", "cc"), ".c", C_PROGRAM):
        return None
    return Missing("a working C compiler (cc, or the one named by CC)", "gcc libc6-dev")


def cpp_compiler() -> Missing | None:
    """A C++ compiler that makes a program."""
    if _compiles(os.environ.get("CXX", "c++"), ".cpp", CPP_PROGRAM):
        return None
    return Missing("a working C++ compiler (c++, or the one named by CXX)", "g++")


def make() -> Missing | None:
    """``make``, with which colcon's CMake builds."""
    return None if shutil.which("make") else Missing("make", "make")


def egl() -> Missing | None:
    """EGL that starts without a screen: the cameras of the simulated table are rendered with it."""
    probe = [sys.executable, "-S", str(Path(__file__).with_name("egl_probe.py"))]
    state = subprocess.run(probe, capture_output=True, text=True, check=False).stdout.strip()
    if state == "ready":
        return None
    if state == "library":
        return Missing("EGL (libEGL.so.1)", "libegl1 libgl1-mesa-dri libopengl0")
    if state == "opengl":
        return Missing("OpenGL (libOpenGL.so.0)", "libopengl0")
    return Missing(
        "a driver that EGL starts without a screen (Mesa)", "libegl-mesa0 libgl1-mesa-dri"
    )


def missing() -> list[Missing]:
    """Everything that is not there."""
    checks = (python_headers, ensurepip, c_compiler, cpp_compiler, make, egl)
    return [result for check in checks if (result := check()) is not None]


def packages(things: list[Missing]) -> str:
    """The packages to install, for one command line."""
    return " ".join(dict.fromkeys(" ".join(thing.debian for thing in things).split()))


def main() -> None:
    """Print the packages that are missing; nothing when all is there."""
    things = missing()
    if things:
        print(packages(things))


if __name__ == "__main__":
    main()
