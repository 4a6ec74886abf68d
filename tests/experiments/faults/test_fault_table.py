"""The page on the fault table names every row once, and only faults that there are."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

from experiments.faults.cases import faults

PAGE = Path(__file__).resolve().parents[3] / "docs" / "fault-table.md"
ROWS = 58
_FAULT = re.compile(r"`([a-z0-9*-]+)`")


def rows() -> list[list[str]]:
    """The cells of each row of the table."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [[c.strip() for c in x.strip("|").split("|")] for x in lines if x.startswith("|")]
    return [row for row in cells if row[0].isdigit()]


def test_every_row_is_there_once():
    assert [int(row[0]) for row in rows()] == list(range(1, ROWS + 1))


def test_every_fault_that_is_named_exists():
    names = set(faults())
    for number, _, told, *_ in rows():
        patterns = _FAULT.findall(told)
        assert patterns or told == "none", f"row {number} names no fault and does not say 'none'"
        for pattern in patterns:
            assert any(fnmatchcase(n, pattern) for n in names), f"row {number}: {pattern}"
