"""A missing prerequisite is named, with the package that brings it (issue: one command)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from setup_env import prerequisites

ROOT = Path(__file__).resolve().parents[2]
RUN = ROOT / "setup_env" / "run.sh"


def run(
    *arguments: str, environment: dict[str, str], script: Path = RUN
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(script), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """The script in a tree without an environment."""
    shutil.copytree(ROOT / "setup_env", tmp_path / "setup_env")
    return tmp_path / "setup_env" / "run.sh"


def test_this_machine_has_everything() -> None:
    """What CI runs on is complete, by the real probes."""
    assert prerequisites.missing() == []


@pytest.mark.parametrize(
    ("variable", "check", "package"),
    [("CC", "c_compiler", "gcc libc6-dev"), ("CXX", "cpp_compiler", "g++")],
)
def test_broken_compiler_is_named(
    monkeypatch: pytest.MonkeyPatch, variable: str, check: str, package: str
) -> None:
    """A compiler that is absent, or makes no program, is missing."""
    for compiler in ("/nowhere/cc", "/bin/false"):
        monkeypatch.setenv(variable, compiler)
        missing = getattr(prerequisites, check)()
        assert missing is not None
        assert missing.debian == package
        assert variable in missing.what


def test_egl_without_a_driver_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A libEGL alone renders nothing: the driver is asked to start."""
    monkeypatch.setenv("__EGL_VENDOR_LIBRARY_DIRS", str(tmp_path))
    missing = prerequisites.egl()
    assert missing is not None
    assert missing.debian == "libegl-mesa0 libgl1-mesa-dri"


def test_packages_are_one_line_without_repeats() -> None:
    """They are copied into one apt-get line."""
    things = [
        prerequisites.Missing("a", "gcc libc6-dev"),
        prerequisites.Missing("b", "g++ gcc"),
    ]
    assert prerequisites.packages(things) == "gcc libc6-dev g++"


def test_named_python_of_another_version_is_refused(bare: Path, tmp_path: Path) -> None:
    """PYTHON= is taken at its word, or refused with the reason."""
    old = tmp_path / "python3.9"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    result = run(
        "setup_env", environment={"PATH": "/usr/bin:/bin", "PYTHON": str(old)}, script=bare
    )
    assert result.returncode == 2
    assert f"PYTHON={old} is not CPython 3.12 or 3.13" in result.stderr


def test_no_python_at_all_names_what_brings_one(bare: Path, tmp_path: Path) -> None:
    """Without any Python the remedy stands in the message."""
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "dirname").symlink_to(shutil.which("dirname") or "/usr/bin/dirname")
    environment = {"PATH": str(tools), "HOME": str(tmp_path)}
    result = run("setup_env", environment=environment, script=bare)
    assert result.returncode == 2
    assert "python3-dev python3-venv" in result.stderr
    assert "pyenv install 3.12" in result.stderr


def test_python_is_found_under_pyenv(bare: Path, tmp_path: Path) -> None:
    """A version that pyenv holds but has not activated is used."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    versions = tmp_path / "pyenv" / "versions" / f"{version}.9" / "bin"
    versions.mkdir(parents=True)
    (versions / "python").symlink_to(Path(sys.executable).resolve())
    (tmp_path / "setup_env" / "where.py").write_text("import sys; print(sys.executable)")
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "dirname").symlink_to(shutil.which("dirname") or "/usr/bin/dirname")
    environment = {"PATH": str(tools), "HOME": str(tmp_path), "PYENV_ROOT": str(tmp_path / "pyenv")}
    result = run("setup_env.where", environment=environment, script=bare)
    assert result.stdout.strip() == str(versions / "python"), result.stderr
    assert os.access(versions / "python", os.X_OK)
