"""Makes the virtual environment and puts everything into it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from setup_env import stamp
from setup_env.paths import CONSTRAINTS, ENVIRONMENT, INTERFACES, PYTHON, ROOT, TF2_MSGS, UV, WHEELS

LOG = WHEELS / "build.log"


class SetupError(RuntimeError):
    """A step failed; the message says which and what to do."""


def run(command: list[str | Path], failed: str) -> None:
    """Run a command with its output in view.

    Raises:
        SetupError: it ended with another code than 0.
    """
    code = subprocess.run([str(word) for word in command], cwd=ROOT, check=False).returncode
    if code:
        raise SetupError(f"{failed} (exit code {code}); its messages stand above")


def _same_python() -> bool:
    """Whether the environment's Python is of the version that runs here, and works."""
    wanted = f"{sys.version_info.major}.{sys.version_info.minor}"
    query = "import sys; print('%d.%d' % sys.version_info[:2], sys.prefix)"
    if not PYTHON.exists():
        return False
    answer = subprocess.run(
        [str(PYTHON), "-c", query], capture_output=True, text=True, check=False
    ).stdout.strip()
    return answer == f"{wanted} {ENVIRONMENT}"


def create() -> None:
    """Make the environment, anew when it is another Python's, was moved or does not start."""
    if not _same_python():
        base = getattr(sys, "_base_executable", "") or sys.executable
        # Symbolic links keep one interpreter; a copy would miss its own library folder.
        run([base, "-m", "venv", "--clear", ENVIRONMENT], "python -m venv failed")
    if not UV.exists():
        command: list[str | Path] = [PYTHON, "-m", "pip", "install", "--quiet"]
        command += ["--disable-pip-version-check", "--constraint", CONSTRAINTS, "uv"]
        run(command, "pip could not install uv")


def start_interfaces() -> subprocess.Popen[bytes] | None:
    """Begin to build the wheels of our interfaces; None when they are there already."""
    if _built_from() == stamp.of_interfaces():
        return None
    WHEELS.mkdir(exist_ok=True)
    for old in WHEELS.iterdir():
        old.unlink()
    script = " && ".join(
        f"'{UV}' build --wheel --python '{PYTHON}' --build-constraints '{CONSTRAINTS}' "
        f"--out-dir '{WHEELS}' '{folder}'"
        for folder in (INTERFACES, TF2_MSGS)
    )
    with LOG.open("wb") as log:
        return subprocess.Popen(["sh", "-c", script], cwd=ROOT, stdout=log, stderr=log)


def _built_from() -> str:
    source = WHEELS / "built_from"
    return source.read_text(encoding="utf-8") if source.is_file() else ""


def install_interfaces(build: subprocess.Popen[bytes] | None) -> None:
    """Wait for the wheels and install them.

    Raises:
        SetupError: they could not be built or installed.
    """
    if build is not None:
        if build.wait():
            tail = LOG.read_text(encoding="utf-8", errors="replace").splitlines()[-40:]
            raise SetupError("\n".join([*tail, f"the interfaces did not build; see {LOG}"]))
        (WHEELS / "built_from").write_text(stamp.of_interfaces(), encoding="utf-8")
    command: list[str | Path] = [UV, "pip", "install", "--quiet", "--python", PYTHON]
    command += ["--no-deps", "--reinstall", *sorted(WHEELS.glob("*.whl"))]
    run(command, "uv could not install the interfaces")


def build_requirements() -> list[str]:
    """What the interfaces are built with; the tests build them once more, with colcon."""
    text = (INTERFACES / "pyproject.toml").read_text(encoding="utf-8")
    requires: list[str] = tomllib.loads(text)["build-system"]["requires"]
    return requires


def install_project(*, test: bool) -> None:
    """Install this tree, editable, with all it needs.

    Raises:
        SetupError: something could not be had.
    """
    os.environ.setdefault("UV_LINK_MODE", "hardlink" if _same_disk() else "copy")
    command: list[str | Path] = [UV, "pip", "install", "--python", PYTHON]
    command += ["--constraints", CONSTRAINTS, "--build-constraints", CONSTRAINTS]
    command += ["--editable", ".[test]" if test else "."]
    if test:
        command += build_requirements()
    run(command, "uv could not install the packages")


def _same_disk() -> bool:
    cache = subprocess.run([str(UV), "cache", "dir"], capture_output=True, text=True, check=False)
    folder = Path(cache.stdout.strip())
    while not folder.exists():
        folder = folder.parent
    return folder.stat().st_dev == ROOT.stat().st_dev
