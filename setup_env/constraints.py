"""``python -m setup_env.constraints``: pins everything anew, for both Pythons, to constraints.txt.

What is pinned stays as it is while it still fits; delete lines to let them move.
"""

from __future__ import annotations

import subprocess
from collections import Counter

from setup_env.environment import build_requirements
from setup_env.paths import CONSTRAINTS, ROOT, UV

HEADER = "# Every version, exactly, for Python 3.12 and 3.13. Made by `make constraints`.\n"
BOOTSTRAP = ("uv", "pip", "setuptools", "wheel")


def _common_marker(lines: list[str]) -> str:
    """The marker that says "on Linux with CPython", which nearly every line ends with."""
    markers = Counter(" ; " + line.split(" ; ", 1)[1] for line in lines if " ; " in line)
    return markers.most_common(1)[0][0] if markers else ""


def main() -> None:
    """Resolve the project with all extras and the build requirements."""
    requirements = "\n".join([*BOOTSTRAP, *build_requirements(), "cmake", "ninja"])
    command = [str(UV), "pip", "compile", "--quiet", "--universal", "--python-version", "3.12"]
    command += ["--all-extras", "--no-header", "--no-annotate", "--no-emit-index-url"]
    command += ["--no-emit-find-links", "--no-emit-package", "xlerobot-agent"]
    command += ["--output-file", str(CONSTRAINTS), "pyproject.toml", "-"]
    subprocess.run(command, cwd=ROOT, input=requirements, text=True, check=True)
    lines = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    pins = [line.removesuffix(_common_marker(lines)) for line in lines if "==" in line]
    CONSTRAINTS.write_text(HEADER + "\n".join(pins) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
