"""Which ids tests name in their docstrings: each is a claim to check that row."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.traceability.inventory import IDENTIFIER

type Claims = dict[str, tuple[str, ...]]
"""Id → the tests that name it, as pytest calls them: a file, or ``file::function``."""

_NAMED = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def read_claims(root: Path) -> Claims:
    """The claims of all test files of the tree at ``root``."""
    claims: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((root / "tests").rglob("test_*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        for name, docstring in _docstrings(module, path.relative_to(root).as_posix()):
            for identifier in dict.fromkeys(IDENTIFIER.findall(docstring)):
                claims[identifier].append(name)
    return {identifier: tuple(names) for identifier, names in claims.items()}


def _docstrings(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, (ast.Module, *_NAMED)):
        yield name, ast.get_docstring(node) or ""
    for child in ast.iter_child_nodes(node):
        below = f"{name}::{child.name}" if isinstance(child, _NAMED) else name
        yield from _docstrings(child, below)
