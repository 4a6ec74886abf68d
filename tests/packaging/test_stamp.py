"""The second run starts at once, and a change is never missed (issue: one command)."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MADE_FROM = (
    "constraints.txt",
    "interfaces/msg/Receipt.msg",
    "interfaces/tf2_msgs/CMakeLists.txt",
    "package.xml",
    "setup.py",
    "setup_env/environment.py",
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("interfaces", "setup_env"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("constraints.txt", "package.xml", "pyproject.toml", "setup.cfg", "setup.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def digest(tree: Path, function: str = "of_tree") -> str:
    code = f"from setup_env import stamp; print(stamp.{function}())"
    result = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=tree, capture_output=True, text=True, check=True
    )
    return result.stdout


@pytest.mark.parametrize("name", MADE_FROM)
def test_digest_follows_every_source(tree: Path, name: str) -> None:
    """Whatever the environment is made from leads to a new set-up when it changes."""
    before = digest(tree)
    with (tree / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert digest(tree) != before


def test_digest_follows_requirements_but_not_settings_of_tools(tree: Path) -> None:
    """A new requirement is installed; a changed style rule costs nothing."""
    before = digest(tree)
    file = tree / "pyproject.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("line-length = 100", "line-length = 99"), encoding="utf-8")
    assert digest(tree) == before
    file.write_text(text.replace('"ruckig",', '"ruckig",\n  "scipy",'), encoding="utf-8")
    assert digest(tree) != before


def test_digest_names_the_folder(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A moved tree is set up anew, since scripts hold the folder's name."""
    moved = tmp_path_factory.mktemp("moved") / "tree"
    shutil.copytree(tree, moved)
    assert digest(moved) != digest(tree)


def test_interfaces_are_built_anew_only_when_they_change(tree: Path) -> None:
    """A change of the project leaves the interfaces' wheels as they are."""
    before = digest(tree, "of_interfaces")
    (tree / "setup.py").write_text("", encoding="utf-8")
    assert digest(tree, "of_interfaces") == before
    (tree / "interfaces/srv/StopMotion.srv").unlink()
    assert digest(tree, "of_interfaces") != before


def children_seconds() -> float:
    """Processor time of all child processes that have ended [s]."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_second_run_starts_at_once() -> None:
    """The environment that runs this test is fit already: nothing is done, for little work.

    Counted in processor time, which a busy machine leaves alone.
    """
    began = children_seconds()
    result = subprocess.run(
        ["make", "--no-print-directory", "setup"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    assert children_seconds() - began < 1.0
