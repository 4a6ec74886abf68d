"""A reader over tokens that tries phrases, and remembers how far any attempt came."""

from __future__ import annotations

from collections.abc import Iterable

from agent_core.language.text import tokens_of


class Phrases:
    """A set of phrases, matched the longest first."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for phrase in dict.fromkeys(phrases):
            tokens = tokens_of(phrase) if phrase.isprintable() and _wordy(phrase) else (phrase,)
            self._by_first.setdefault(tokens[0], []).append(tokens)
        for entries in self._by_first.values():
            entries.sort(key=len, reverse=True)

    def at(self, tokens: tuple[str, ...], position: int) -> list[tuple[str, ...]]:
        """All phrases that stand at a position, the longest first."""
        if position >= len(tokens):
            return []
        return [
            phrase
            for phrase in self._by_first.get(tokens[position], ())
            if tokens[position : position + len(phrase)] == phrase
        ]

    def words(self) -> frozenset[str]:
        """Every token of every phrase."""
        return frozenset(t for group in self._by_first.values() for p in group for t in p)


def _wordy(phrase: str) -> bool:
    return any(character.isalnum() for character in phrase)


class Reader:
    """Where reading stands; ``furthest`` is the first token that nothing ever got past."""

    def __init__(self, tokens: tuple[str, ...]) -> None:
        self.tokens = tokens
        self.position = 0
        self.furthest = 0
        self.noun_start: int | None = None
        """Where the noun phrase began that failed at ``furthest``, if one did."""

    @property
    def at_end(self) -> bool:
        """No token is left."""
        return self.position >= len(self.tokens)

    def advance_to(self, position: int) -> None:
        """Stand at ``position``."""
        self.position = position
        if position > self.furthest:
            self.furthest = position
            self.noun_start = None

    def accept(self, phrases: Phrases) -> str | None:
        """Read the longest phrase of the set, if one stands here; the phrase, or None."""
        found = phrases.at(self.tokens, self.position)
        if not found:
            return None
        self.advance_to(self.position + len(found[0]))
        return " ".join(found[0])

    def skip(self, phrases: Phrases) -> bool:
        """Read as many phrases of the set as stand here; whether there was any."""
        start = self.position
        while self.accept(phrases) is not None:
            pass
        return self.position > start

    def blame(self, start: int) -> None:
        """A noun phrase that began at ``start`` failed where reading came furthest."""
        if start <= self.furthest and self.noun_start is None:
            self.noun_start = start
