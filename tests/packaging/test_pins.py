"""Everything is pinned, once, and the two ways to install agree (issue: one command)."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()[1:]
    requirements = [Requirement(line) for line in lines]
    return {canonicalize_name(one.name): str(one.specifier) for one in requirements}


def requirements() -> list[Requirement]:
    project = toml("pyproject.toml")["project"]
    texts = [*project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        texts += extra
    for name in ("interfaces/pyproject.toml", "interfaces/tf2_msgs/pyproject.toml"):
        interfaces = toml(name)
        texts += interfaces["build-system"]["requires"] + interfaces["project"]["dependencies"]
    return [Requirement(text) for text in texts]


def test_every_pin_is_exact() -> None:
    """Two installations a year apart are the same."""
    assert {
        name for name, version in pins().items() if not re.fullmatch(r"==[^*,]+", version)
    } == set()


def test_every_requirement_is_pinned_and_the_pin_fits() -> None:
    """Nothing is installed in whatever version is newest."""
    known = pins()
    for requirement in requirements():
        name = canonicalize_name(requirement.name)
        if name == "xlerobot-agent":
            continue
        assert name in known, f"{name} is not in constraints.txt; run 'make constraints'"
        assert requirement.specifier.contains(known[name].removeprefix("=="))


def test_both_interface_packages_are_built_with_the_same() -> None:
    """One list of build requirements, held in the two places where pip looks."""
    both = [toml(f"interfaces/{folder}pyproject.toml") for folder in ("", "tf2_msgs/")]
    assert both[0]["build-system"] == both[1]["build-system"]


def test_versions_agree() -> None:
    """The ROS package and the Python package are one thing."""
    for folder in ("", "interfaces/"):
        description = (ROOT / folder / "package.xml").read_text(encoding="utf-8")
        declared = description.partition("<version>")[2].partition("</version>")[0]
        assert declared == toml(f"{folder}pyproject.toml")["project"]["version"]


@pytest.mark.parametrize("script", sorted(toml("pyproject.toml")["project"]["scripts"].items()))
def test_every_executable_has_its_module(script: tuple[str, str]) -> None:
    """`ros2 run` and the launch files find something to run behind each name."""
    module, _, function = script[1].partition(":")
    assert importlib.util.find_spec(module) is not None
    assert function == "main"
