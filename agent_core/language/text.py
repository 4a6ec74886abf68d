"""From raw text to tokens; text that hides something is refused here."""

from __future__ import annotations

import re
import unicodedata

from agent_core.language.understanding import (
    Misunderstanding,
    MisunderstandingKind,
    NotUnderstood,
)
from xlerobot_agent.contracts.instruction import MAXIMUM_LENGTH

_TOKEN = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*|\S")
_HAN = re.compile(r"[\u3400-\u9fff]")
_BREAKS = "\t\n\r"
_HIDING = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that do not show: controls, bidi marks, zero widths, surrogates."""


def language_of(text: str) -> str:
    """``zh`` when any Han character stands in the text, else ``en``."""
    return "zh" if _HAN.search(text) else "en"


def tokens_of(text: str) -> tuple[str, ...]:
    """Lower-case words, single Han characters and single marks, in order.

    Raises:
        NotUnderstood: the text is empty, longer than ``MAXIMUM_LENGTH`` characters, or has
            characters that do not show (controls, direction marks, zero widths).
    """
    if len(text) > MAXIMUM_LENGTH:
        raise NotUnderstood(
            Misunderstanding(kind=MisunderstandingKind.TOO_LONG, words=str(len(text)))
        )
    for character in text:
        if character not in _BREAKS and unicodedata.category(character) in _HIDING:
            raise NotUnderstood(
                Misunderstanding(
                    kind=MisunderstandingKind.CONTROL_CHARACTER, words=f"U+{ord(character):04X}"
                )
            )
    plain = unicodedata.normalize("NFKC", text).lower().replace("\u2019", "'")
    tokens = tuple(_TOKEN.findall(plain))
    if not any(token.isalnum() or len(token) > 1 for token in tokens):
        raise NotUnderstood(Misunderstanding(kind=MisunderstandingKind.EMPTY))
    return tokens


def joined(tokens: tuple[str, ...]) -> str:
    """Tokens as a person would write them: spaces between words, none beside Han or marks."""
    out = ""
    for token in tokens:
        wordlike = token[0].isascii() and token[0].isalnum()
        out += (" " if wordlike and out and out[-1].isascii() else "") + token
    return out
