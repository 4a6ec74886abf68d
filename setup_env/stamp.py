"""Knows whether the environment fits the tree, so that the second run starts at once."""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from typing import TYPE_CHECKING

from setup_env.paths import CONSTRAINTS, ENVIRONMENT, INTERFACES, PYTHON, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FILES = ("package.xml", "setup.cfg", "setup.py")
SOURCES = (".action", ".cmake", ".msg", ".py", ".srv", ".toml", ".txt", ".xml")


def _sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SOURCES and path.is_file())


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.relative_to(ROOT)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _project() -> str:
    """What pyproject.toml says of the package; its settings of tools change no environment."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    content = tomllib.loads(text)
    parts = [content["build-system"], content["project"], content["tool"]["setuptools"]]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def of_interfaces() -> str:
    """Digest of what the interfaces' wheels are built from."""
    return _digest([CONSTRAINTS, *_sources(INTERFACES)])


def of_tree() -> str:
    """Digest of all that the environment is made from; it names the folder, which scripts hold."""
    files = [CONSTRAINTS, *(ROOT / name for name in FILES)]
    sources = [*_sources(INTERFACES), *_sources(ROOT / "setup_env")]
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"{ROOT} {version} {_project()} {_digest(files + sources)}"


def _file(level: str) -> Path:
    return ENVIRONMENT / f"setup-{level}.stamp"


def fits(level: str, digest: str) -> bool:
    """Whether the environment was set up to a level from what the digest stands for."""
    return (
        PYTHON.exists()
        and _file(level).is_file()
        and _file(level).read_text(encoding="utf-8") == digest
    )


def write(level: str, digest: str) -> None:
    """Remember that the environment fits."""
    _file(level).write_text(digest, encoding="utf-8")
