"""The one entry: text in, Understanding out. Pure, and the same for the same text."""

from __future__ import annotations

from agent_core.language import chinese, chinese_phrases, english, english_phrases
from agent_core.language.reader import Reader
from agent_core.language.resolve import resolve
from agent_core.language.syntax import Rule, SentenceMarks, read_sentence
from agent_core.language.text import joined, language_of, tokens_of
from agent_core.language.understanding import (
    Act,
    Clause,
    Misunderstanding,
    MisunderstandingKind,
    NotUnderstood,
    Understanding,
)
from xlerobot_agent.contracts.catalogue import ObjectCatalogue

_CUTS = frozenset(",.;!?:、。&") | {"and", "then", "in", "into", "on", "onto", "to", "里"}
"""Tokens at which a quotation ends."""
_QUOTED = 12
"""Tokens of a sentence that a reply quotes at most."""


class Interpreter:
    """Reads sentences about the things of one catalogue."""

    def __init__(self, catalogue: ObjectCatalogue) -> None:
        self._catalogue = catalogue
        english_grammar = english.EnglishGrammar(catalogue)
        chinese_grammar = chinese.ChineseGrammar(catalogue)
        self._grammars: dict[str, tuple[tuple[Rule, ...], SentenceMarks]] = {
            "en": (english_grammar.rules(), english.MARKS),
            "zh": (chinese_grammar.rules(), chinese.MARKS),
        }

    def understand(self, text: str, context: tuple[str, ...] = ()) -> Understanding:
        """Read one sentence or several, whole or not at all.

        Args:
            text: what was said.
            context: objects of the work in hand, for pronouns.
        """
        language = language_of(text)
        try:
            tokens = tokens_of(text)
            return self._read(language, tokens, context)
        except NotUnderstood as error:
            return Understanding(language=language, misunderstanding=error.misunderstanding)

    def _read(
        self, language: str, tokens: tuple[str, ...], context: tuple[str, ...]
    ) -> Understanding:
        rules, marks = self._grammars[language]
        reader = Reader(tokens)
        read = read_sentence(reader, rules, marks)
        if read is None:
            return _broken_off(language, reader)
        raw, correction = read
        return Understanding(
            language=language,
            clauses=resolve(raw, self._catalogue, context),
            correction=correction,
        )


def _broken_off(language: str, reader: Reader) -> Understanding:
    """What is said of a sentence with tokens left over.

    A sentence that cannot be read but says "stop" still stops: that is the safe side.
    """
    misunderstanding = Misunderstanding(
        kind=MisunderstandingKind.UNKNOWN_WORDS, words=_unread(reader)
    )
    stops = (Clause(act=Act.STOP),) if _says_stop(language, reader.tokens) else ()
    return Understanding(language=language, clauses=stops, misunderstanding=misunderstanding)


def _unread(reader: Reader) -> str:
    """The words from where reading broke off, or from the start of the name it broke in."""
    start = min(reader.furthest, len(reader.tokens) - 1)
    if reader.noun_start is not None:
        start = min(start, reader.noun_start)
    end = start + 1
    while end < len(reader.tokens) and end < start + _QUOTED:
        if end > reader.furthest and reader.tokens[end] in _CUTS:
            break
        end += 1
    return joined(reader.tokens[start:end])


def _says_stop(language: str, tokens: tuple[str, ...]) -> bool:
    lexicon = english_phrases if language == "en" else chinese_phrases
    for position, token in enumerate(tokens):
        if token in lexicon.STOP_WORDS:
            before = tokens[max(0, position - 2) : position]
            return not any(word in lexicon.NEGATION_WORDS for word in before)
    return False
