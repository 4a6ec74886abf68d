"""Rows, claims and what is not yet, put together: what does not fit, and the table for people."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.traceability.claims import Claims, read_claims
from tests.traceability.inventory import MODULES, Inventory, Row, read_inventory
from tests.traceability.not_yet import NotYet
from xlerobot_agent.configuration import load

ROOT = Path(__file__).resolve().parents[2]
INVENTORY = "docs/requirements.md"
NOT_YET = "docs/requirements-not-yet.yaml"
STATUS = "docs/requirements-status.md"
COMMAND = "python -m tests.traceability"
INTRODUCTION = f"""\
# Requirements: where we stand

Written by `{COMMAND}`, not by hand: from the ids that tests name in their
docstrings, and from [{Path(NOT_YET).name}]({Path(NOT_YET).name}). What a machine can
test of each row stands in [{Path(INVENTORY).name}]({Path(INVENTORY).name}). Rows of core, skill
and safety are covered or say why not yet; others are shown as far as tests name them. A row of
several modules counts for each of them and stands under the first.
"""
_SHORT = 110


@dataclass(frozen=True)
class Status:
    """Where the project stands."""

    inventory: Inventory
    claims: Claims
    not_yet: NotYet

    def problems(self) -> Iterator[str]:
        """What contradicts, each with what to do."""
        for identifier, tests in self.claims.items():
            if not self.inventory.knows(identifier):
                yield (f"{', '.join(tests)}: no {identifier} in {INVENTORY}; correct the docstring")
        listed = Counter(identifier for identifier, _, _ in self.not_yet.entries())
        for identifier, times in listed.items():
            if times > 1:
                yield f"{NOT_YET}: {identifier} is listed {times} times; keep one"
            if identifier not in self.inventory.rows:
                yield f"{NOT_YET}: no {identifier} in {INVENTORY}; remove it"
            elif identifier in self.claims:
                yield (
                    f"{NOT_YET}: {identifier} is named by {', '.join(self.claims[identifier])}; "
                    "remove it from here, or from the docstring if that test does not check it"
                )
        for row in self.inventory.rows.values():
            if row.checked and row.identifier not in self.claims and row.identifier not in listed:
                yield (
                    f"{row.identifier} is not accounted for: name it in the docstring of the test "
                    f"that checks it, or say in {NOT_YET} why that is not yet"
                )

    def render(self) -> str:
        """The whole page."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield INTRODUCTION
        yield from self._counts()
        yield from self._plan()
        for module in (*MODULES, ""):
            yield from self._section(module)

    def _counts(self) -> Iterator[str]:
        yield "| module | rows | covered | not yet | not tracked |"
        yield "| --- | --- | --- | --- | --- |"
        listed = {identifier for identifier, _, _ in self.not_yet.entries()}
        for module in MODULES:
            ids = {i for i, row in self.inventory.rows.items() if module in row.modules}
            covered, not_yet = len(ids & self.claims.keys()), len(ids & listed)
            rest = len(ids) - covered - not_yet
            yield f"| {module} | {len(ids)} | {covered} | {not_yet} | {rest} |"
        yield ""

    def _plan(self) -> Iterator[str]:
        yield "| what is missing | rows that wait for it |"
        yield "| --- | --- |"
        for missing, rows in self.not_yet.root.items():
            yield f"| {missing} | {', '.join(rows)} |"
        yield ""

    def _section(self, module: str) -> Iterator[str]:
        yield f"## {module or 'all'}"
        yield ""
        yield "| id | requirement | module | status |"
        yield "| --- | --- | --- | --- |"
        for row in self.inventory.rows.values():
            if row.modules[:1] == ((module,) if module else ()):
                cells = (
                    row.identifier, _short(row), ", ".join(row.modules) or "all", self._of(row)
                )  # fmt: skip
                yield f"| {' | '.join(cell.replace('|', '\\|') for cell in cells)} |"
        yield ""

    def _of(self, row: Row) -> str:
        tests = self.claims.get(row.identifier)
        if tests:
            return "**covered**: " + ", ".join(f"`{test}`" for test in tests)
        for identifier, missing, why in self.not_yet.entries():
            if identifier == row.identifier:
                return f"not yet ({missing}): {why}"
        return "not tracked"


def _short(row: Row) -> str:
    return textwrap.shorten(row.requirement, _SHORT, placeholder=" …")


def read_status(root: Path = ROOT) -> Status:
    """As the files of a tree say now."""
    return Status(
        inventory=read_inventory((root / INVENTORY).read_text(encoding="utf-8")),
        claims=read_claims(root),
        not_yet=load(root / NOT_YET, NotYet),
    )
