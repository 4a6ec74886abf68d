"""What colcon installs beside the Python packages; everything else stands in pyproject.toml."""

from __future__ import annotations

from pathlib import Path

from setuptools import setup

PACKAGE = "xlerobot_agent"
SHARE = Path("share") / PACKAGE


def share(folder: str) -> list[tuple[str, list[str]]]:
    """The files of a folder of this tree, by the folder of the share they go to."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    parents = sorted({path.parent for path in files})
    return [
        (str(SHARE / parent), [str(path) for path in files if path.parent == parent])
        for parent in parents
    ]


setup(
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{PACKAGE}"]),
        (str(SHARE), ["package.xml"]),
        *share("launch"),
        *share("config"),
    ],
)
