"""The environment is a ROS prefix that holds this package (issue: one command)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ament_index_python.packages import get_package_prefix, get_package_share_directory

from setup_env.ros_prefix import scripts

ROOT = Path(__file__).resolve().parents[2]


def test_share_leads_to_the_tree() -> None:
    """`$(find-pkg-share xlerobot_agent)` gives the launch files and the configuration."""
    share = Path(get_package_share_directory("xlerobot_agent"))
    for name in ("launch", "config", "package.xml"):
        assert (share / name).resolve() == ROOT / name


def test_executables_lie_where_launch_looks() -> None:
    """Every node can be started by package and name."""
    folder = Path(get_package_prefix("xlerobot_agent")) / "lib" / "xlerobot_agent"
    assert [name for name in scripts() if not os.access(folder / name, os.X_OK)] == []


def test_an_overlay_goes_before_the_environment() -> None:
    """A workspace that was sourced keeps its place in front."""
    code = "import os; print(os.environ['AMENT_PREFIX_PATH'])"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "AMENT_PREFIX_PATH": "/workspace/install"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip().split(os.pathsep) == ["/workspace/install", sys.prefix]
