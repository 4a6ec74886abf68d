"""Where the arm's one description lies: ``so101.urdf``, installed beside this module."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

_PACKAGE = "xlerobot_agent.robot_model"


def urdf_path() -> Path:
    """Path of the URDF, for readers that want a file (``mujoco.MjSpec.from_file``)."""
    return Path(str(resources.files(_PACKAGE) / "so101.urdf"))


def urdf_text() -> str:
    """The URDF as text, as ``robot_description`` publishes it."""
    return urdf_path().read_text(encoding="utf-8")


def resource_text(name: str) -> str:
    """Text of another file of this room, such as ``servo.yaml``.

    Raises:
        FileNotFoundError: no such file is installed.
    """
    return (resources.files(_PACKAGE) / name).read_text(encoding="utf-8")
