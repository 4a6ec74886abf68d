"""Where things lie."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
INTERFACES = ROOT / "interfaces"
TF2_MSGS = INTERFACES / "tf2_msgs"
PACKAGE = "xlerobot_agent"

ENVIRONMENT = ROOT / ".venv"
"""The virtual environment, which is the ROS prefix at the same time."""
PYTHON = ENVIRONMENT / "bin" / "python"
UV = ENVIRONMENT / "bin" / "uv"
WHEELS = ENVIRONMENT / "built"
"""The wheels of our own interfaces."""
