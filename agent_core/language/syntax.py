"""The tree that a grammar reads, before names are resolved to ids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent_core.language.nouns import NounPhrase
from agent_core.language.reader import Phrases, Reader
from agent_core.language.understanding import Act


@dataclass(frozen=True)
class RawClause:
    """One clause as read.

    Attributes:
        act: what it does.
        objects: what it is about, as said.
        target: where to, as said.
        away: it throws something away without naming where to.
        lifts: it only picks up; a later clause must say where to.
    """

    act: Act
    objects: tuple[NounPhrase, ...] = ()
    target: NounPhrase | None = None
    away: bool = False
    lifts: bool = False


Rule = Callable[[Reader], RawClause | None]
"""Reads one clause and moves on, or returns None."""


@dataclass(frozen=True)
class SentenceMarks:
    """The words that hold clauses together in one language."""

    prefixes: Phrases
    suffixes: Phrases
    separators: Phrases
    final_marks: Phrases
    takings_back: Phrases


def read_sentence(
    reader: Reader, rules: tuple[Rule, ...], marks: SentenceMarks
) -> tuple[tuple[RawClause, ...], bool] | None:
    """Read a whole sentence: its clauses and whether it takes something back.

    None when any token is left over; ``reader.furthest`` then tells where it broke off.
    """
    clauses = _clauses(reader, rules, marks)
    if clauses is not None:
        return clauses, False
    reader.position = 0
    reader.skip(marks.prefixes)
    if not reader.skip(marks.takings_back):
        return None
    clauses = _clauses(reader, rules, marks)
    return None if clauses is None else (clauses, True)


def _clauses(
    reader: Reader, rules: tuple[Rule, ...], marks: SentenceMarks
) -> tuple[RawClause, ...] | None:
    clauses: list[RawClause] = []
    while True:
        clause = _clause(reader, rules, marks)
        if clause is None:
            return None
        clauses.append(clause)
        mark = reader.position
        reader.skip(marks.final_marks)
        if reader.at_end:
            return tuple(clauses)
        reader.position = mark
        reader.skip(marks.separators)


def _clause(reader: Reader, rules: tuple[Rule, ...], marks: SentenceMarks) -> RawClause | None:
    starts = [reader.position]
    while reader.accept(marks.prefixes) is not None:
        starts.append(reader.position)
    for start in starts:
        for rule in rules:
            reader.position = start
            clause = rule(reader)
            if clause is not None and _at_boundary(reader, marks):
                return clause
    reader.position = starts[0]
    return None


def _at_boundary(reader: Reader, marks: SentenceMarks) -> bool:
    reader.skip(marks.suffixes)
    here = reader.position
    if reader.at_end:
        return True
    separated = reader.skip(marks.separators)
    reader.position = here
    return separated
