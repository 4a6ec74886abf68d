"""The native way: colcon builds both packages, here against the wheels (issue: one command)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from setup_env.ros_prefix import scripts

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def environment() -> dict[str, str]:
    path = f"{Path(sys.prefix, 'bin')}{os.pathsep}{os.environ['PATH']}"
    prefix = {"AMENT_PREFIX_PATH": sys.prefix, "CMAKE_PREFIX_PATH": sys.prefix}
    return {**os.environ, **prefix, "PATH": path}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with colcon's ``install`` in it."""
    folder = tmp_path_factory.mktemp("workspace")
    command = [
        "colcon",
        "--log-base",
        str(folder / "log"),
        "build",
        "--base-paths",
        ".",
        "interfaces",
    ]
    command += ["--build-base", str(folder / "build"), "--install-base", str(folder / "install")]
    command += ["--cmake-args", "-G", "Ninja", "-DBUILD_TESTING=OFF", "-DPYTHON_ONLY=ON"]
    command += [f"-DPython3_EXECUTABLE={sys.executable}"]
    command += [f"-DCMAKE_PROJECT_INCLUDE={ROOT}/interfaces/cmake/ros_from_wheels.cmake"]
    build = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    assert build.returncode == 0, build.stdout[-4000:] + build.stderr[-4000:]
    return folder


def sourced(workspace: Path, command: str) -> str:
    """What a command prints in a shell that has sourced the workspace."""
    result = subprocess.run(
        ["bash", "-c", f"source '{workspace}/install/local_setup.bash' && {command}"],
        env=environment(),
        cwd=workspace,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def test_executables_land_where_ros2_run_looks(workspace: Path) -> None:
    """Every node lies in lib/xlerobot_agent of the package's own prefix."""
    folder = workspace / "install" / "xlerobot_agent" / "lib" / "xlerobot_agent"
    assert sorted(path.name for path in folder.iterdir()) == scripts()
    assert all(os.access(path, os.X_OK) for path in folder.iterdir())


def test_data_files_are_installed(workspace: Path) -> None:
    """Launch files, configuration and the files inside packages come along."""
    prefix = workspace / "install" / "xlerobot_agent"
    share = prefix / "share" / "xlerobot_agent"
    for folder in ("launch", "config"):
        there = {path.name for path in (share / folder).iterdir()}
        assert there == {path.name for path in (ROOT / folder).iterdir()}
    installed = {path.name for path in (prefix / "lib").rglob("*") if path.is_file()}
    assert {"so101.urdf", "report.html"} <= installed


def test_packages_are_found_and_imported(workspace: Path) -> None:
    """After sourcing, Python takes both packages from the workspace."""
    code = (
        "import xlerobot_agent, xlerobot_interfaces.msg as m; m.ActionChunk(); "
        "from ament_index_python.packages import get_package_prefix as p; "
        "print(xlerobot_agent.__file__, m.__file__, p('xlerobot_agent'), sep='\\n')"
    )
    for line in sourced(workspace, f'"{sys.executable}" -c "{code}"').splitlines():
        assert line.startswith(str(workspace / "install")), line


def test_command_runs(workspace: Path) -> None:
    """The installed command starts."""
    folder = workspace / "install" / "xlerobot_agent" / "lib" / "xlerobot_agent"
    assert "launch" in sourced(workspace, f"'{folder}/xlerobot' --help")
