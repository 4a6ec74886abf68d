"""The requirements: rows of part A and sections of part B, read from their Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

IDENTIFIER = re.compile(r"\b(?:S[0-4]-\d+|DC-\d+|B\.\d+)\b")
CHECKED = frozenset({"core", "skill", "safety"})
"""Modules whose rows must be named by a test or be listed as not yet."""
MODULES = ("core", "skill", "safety", "percep", "sim", "hw", "teleop", "eval", "ui", "ros", "oos")
_COLUMNS = ("id", "source", "what it says", "module", "machine test")


@dataclass(frozen=True)
class Row:
    """One requirement."""

    identifier: str
    requirement: str
    modules: tuple[str, ...]
    """As tagged; empty for a row about all of them."""

    @property
    def checked(self) -> bool:
        """Whether it must be accounted for."""
        return not CHECKED.isdisjoint(self.modules)


@dataclass(frozen=True)
class Inventory:
    """What can be named."""

    rows: dict[str, Row]
    sections: frozenset[str]
    """Of the model, part B, e.g. ``B.5``."""

    def knows(self, identifier: str) -> bool:
        """Whether there is such a row or section."""
        return identifier in self.rows or identifier in self.sections


class InventoryError(ValueError):
    """A table of part A cannot be read."""


def read_inventory(markdown: str) -> Inventory:
    """All rows and sections.

    Raises:
        InventoryError: an id occurs twice.
    """
    tree = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(markdown))
    rows: dict[str, Row] = {}
    for row in _rows(tree):
        if row.identifier in rows:
            raise InventoryError(f"row {row.identifier} occurs twice; give one another id")
        rows[row.identifier] = row
    headings = (_text(node) for node in tree.children if node.type == "heading")
    sections = frozenset(
        found.group()
        for heading in headings
        if (found := IDENTIFIER.match(heading)) and found.group().startswith("B.")
    )
    return Inventory(rows, sections)


def _rows(tree: SyntaxTreeNode) -> Iterator[Row]:
    for table in (node for node in tree.children if node.type == "table"):
        head, *body = (
            tuple(_text(cell) for cell in line.children)
            for part in table.children
            for line in part.children
        )
        if head == _COLUMNS:
            for identifier, _, requirement, module, _ in body:
                yield Row(identifier, requirement, _modules(module))


def _modules(tags: str) -> tuple[str, ...]:
    words = set(re.findall(r"[a-z]+", tags))
    return tuple(module for module in MODULES if module in words)


def _text(node: SyntaxTreeNode) -> str:
    return node.children[0].content if node.children else ""
