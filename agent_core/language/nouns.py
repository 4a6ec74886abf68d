"""Names of things: from the object catalogue, and nothing but the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from agent_core.language.reader import Phrases, Reader
from agent_core.language.text import tokens_of
from xlerobot_agent.contracts.catalogue import ObjectCatalogue

Tokens = tuple[str, ...]


@dataclass(frozen=True)
class NounPhrase:
    """What a noun phrase may stand for.

    Attributes:
        objects: ids that bear the name; more than one is ambiguous.
        words: as said.
        pronoun: ``it`` or ``them`` in place of a name, else empty.
        everything: all things that can be picked.
    """

    objects: tuple[str, ...] = ()
    words: str = ""
    pronoun: str = ""
    everything: bool = False


class NounLexicon:
    """Reads ``modifier* name`` where name and modifiers belong to one object.

    A modifier is whatever stands before a shorter name in a longer one: with the names "red cup"
    and "cup", "red" modifies. So "red cup" is read, "blue cup" and a bare "red" are not.
    """

    def __init__(self, catalogue: ObjectCatalogue, languages: tuple[str, ...]) -> None:
        self._names: dict[str, tuple[Tokens, ...]] = {}
        self._modifiers: dict[str, tuple[Tokens, ...]] = {}
        for entry in catalogue.objects:
            names = [
                tokens_of(name) for language in languages for name in entry.names.get(language, ())
            ]
            modifiers = {
                long[: -len(short)]
                for long in names
                for short in names
                if len(short) < len(long) and long[-len(short) :] == short
            }
            self._names[entry.object_id] = tuple(sorted(set(names), key=_longest))
            self._modifiers[entry.object_id] = tuple(sorted(modifiers, key=_longest))

    def words(self) -> frozenset[str]:
        """Every token that occurs in a name."""
        return frozenset(t for names in self._names.values() for name in names for t in name)

    def read(self, reader: Reader) -> NounPhrase | None:
        """Read the longest name that stands here; None, standing still, when none does."""
        start = reader.position
        ends: dict[str, int] = {}
        for object_id in self._names:
            end = self._end(object_id, reader, start)
            if end is not None:
                ends[object_id] = end
        if not ends:
            reader.blame(start)
            reader.position = start
            return None
        longest = max(ends.values())
        reader.advance_to(longest)
        return NounPhrase(
            objects=tuple(o for o, end in ends.items() if end == longest),
            words=" ".join(reader.tokens[start:longest]),
        )

    def _end(self, object_id: str, reader: Reader, start: int) -> int | None:
        """Where this object's name ends that begins at ``start``, after its modifiers."""
        best: int | None = None
        position = start
        while True:
            for name in self._names[object_id]:
                if reader.tokens[position : position + len(name)] == name:
                    best = max(best or 0, position + len(name))
                    break
            step = next(
                (
                    len(m)
                    for m in self._modifiers[object_id]
                    if reader.tokens[position : position + len(m)] == m
                ),
                0,
            )
            if step == 0:
                break
            position += step
        if best is None and position > start:
            reader.advance_to(position)
        return best


def _longest(tokens: Tokens) -> tuple[int, Tokens]:
    return (-len(tokens), tokens)


@dataclass(frozen=True)
class NounGrammar:
    """How one language wraps names: determiners, pronouns, words for everything, list marks."""

    lexicon: NounLexicon
    determiners: Phrases
    singular: Phrases
    plural: Phrases
    everything: Phrases
    list_marks: Phrases

    def noun(self, reader: Reader) -> NounPhrase | None:
        """One noun phrase, or None standing still."""
        start = reader.position
        for phrases, pronoun in ((self.plural, "them"), (self.singular, "it")):
            words = reader.accept(phrases)
            if words is not None:
                return NounPhrase(words=words, pronoun=pronoun)
        words = reader.accept(self.everything)
        if words is not None:
            return NounPhrase(words=words, everything=True)
        reader.skip(self.determiners)
        found = self.lexicon.read(reader)
        if found is None:
            reader.position = start
        return found

    def nouns(self, reader: Reader) -> tuple[NounPhrase, ...]:
        """One or more noun phrases with list marks between; empty when none stands here."""
        first = self.noun(reader)
        if first is None:
            return ()
        found = [first]
        while True:
            start = reader.position
            if not reader.skip(self.list_marks):
                break
            following = self.noun(reader)
            if following is None:
                reader.position = start
                break
            found.append(following)
        return tuple(found)
