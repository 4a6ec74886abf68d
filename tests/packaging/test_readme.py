"""The README tells the truth: its launch arguments, commands and exit codes are the real ones."""

from __future__ import annotations

import re
from pathlib import Path

from typer.main import get_command

from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.main import app
from xlerobot_agent.launching.plan import arguments

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_launch_argument_is_listed_with_its_description() -> None:
    for argument in arguments(ROOT / "launch" / "sim.launch.yaml"):
        row = next((r for r in README.splitlines() if r.startswith(f"| `{argument.name}` |")), "")
        assert row.endswith(f"| {argument.description} |"), argument.name


def test_every_command_is_named() -> None:
    for name in get_command(app).commands:  # type: ignore[attr-defined]
        assert re.search(rf"[` ]{name}\b", README), name


def test_exit_codes_are_the_ones_of_the_command() -> None:
    for code in ExitCode:
        assert f"{code.value} {code.name.lower().replace('_', ' ')}" in README


def test_pictures_and_files_it_points_to_exist() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
