"""Writes ``docs/requirements-status.md``; says on stderr what does not fit, and then exits 1."""

from __future__ import annotations

import sys

from tests.traceability.status import ROOT, STATUS, read_status


def main() -> int:
    """Write the page; 1 when something does not fit."""
    status = read_status()
    (ROOT / STATUS).write_text(status.render(), encoding="utf-8")
    problems = list(status.problems())
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
