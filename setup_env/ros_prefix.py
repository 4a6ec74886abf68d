"""Makes the environment a ROS prefix that holds this package, as colcon's install folder would be.

``find-pkg-share xlerobot_agent`` leads to the tree's own ``launch`` and ``config``; the nodes lie
in ``lib/xlerobot_agent``.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from setup_env.paths import ENVIRONMENT, PACKAGE, PYTHON, ROOT

if TYPE_CHECKING:
    from pathlib import Path

PREFIX_ON_PATH = (
    "import os, sys; os.environ['AMENT_PREFIX_PATH'] = os.pathsep.join(dict.fromkeys("
    "[p for p in os.environ.get('AMENT_PREFIX_PATH', '').split(os.pathsep) if p] + [sys.prefix]))\n"
)
"""A line of a ``.pth`` file: every Python of the environment finds its ROS packages."""


def _link(place: Path, target: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.is_symlink() or place.exists():
        place.unlink()
    place.symlink_to(target)


def _site_packages() -> Path:
    return next((ENVIRONMENT / "lib").glob("python3.*/site-packages"))


def scripts() -> list[str]:
    """The executables that pyproject.toml declares."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return sorted(tomllib.loads(text)["project"]["scripts"])


def link() -> None:
    """Put the package into the prefix."""
    for name in ("package.xml", "launch", "config"):
        _link(ENVIRONMENT / "share" / PACKAGE / name, ROOT / name)
    index = ENVIRONMENT / "share" / "ament_index" / "resource_index" / "packages"
    _link(index / PACKAGE, ROOT / "resource" / PACKAGE)
    for name in scripts():
        _link(ENVIRONMENT / "lib" / PACKAGE / name, PYTHON.with_name(name))
    (_site_packages() / "ros_prefix.pth").write_text(PREFIX_ON_PATH, encoding="utf-8")
