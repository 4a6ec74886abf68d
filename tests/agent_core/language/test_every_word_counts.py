"""Property tests of the grammar: no word may be skipped (issue 2, point 6)."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_core.language import chinese_phrases, english_phrases
from agent_core.language.interpreter import Interpreter
from agent_core.language.reader import Phrases
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.catalogue import (
    Affordance,
    HsvRange,
    ObjectCatalogue,
    ObjectModel,
    Shape,
)
from xlerobot_agent.contracts.geometry import Size

CATALOGUE = load(config_directory() / "objects.yaml", ObjectCatalogue)
INTERPRETER = Interpreter(CATALOGUE)
SENTENCES = (
    "put the red cup in the tray and the yellow paper in the bin , then check the desk",
    "pick up the red cup and put it in the tray",
    "please tidy the desk",
    "no , leave the paper",
    "the cup goes in the tray",
    "throw the paper away",
)
CHINESE = (
    "把红色杯子放进托盘，把黄色纸团扔进垃圾桶，再看一遍确认",
    "请帮我收拾一下桌面",
    "不要动纸团",
)


def _lexicon(module: object) -> frozenset[str]:
    phrases = [v for v in vars(module).values() if isinstance(v, Phrases)]
    return frozenset().union(*(p.words() for p in phrases))


KNOWN = _lexicon(english_phrases) | frozenset(
    word for o in CATALOGUE.objects for name in o.names["en"] for word in name.split()
)
KNOWN_HAN = _lexicon(chinese_phrases) | frozenset(
    character for o in CATALOGUE.objects for name in o.names["zh"] for character in name
)
WORDS = st.text(string.ascii_lowercase, min_size=2, max_size=10).filter(lambda w: w not in KNOWN)
HAN = st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5).filter(lambda c: c not in KNOWN_HAN)


@settings(max_examples=300)
@given(st.sampled_from(SENTENCES), WORDS, st.data())
def test_an_unknown_word_anywhere_refuses_the_sentence(
    sentence: str, word: str, data: st.DataObject
) -> None:
    words = sentence.split()
    position = data.draw(st.integers(0, len(words)))
    said = " ".join([*words[:position], word, *words[position:]])
    understanding = INTERPRETER.understand(said)
    assert understanding.misunderstanding is not None, said
    assert understanding.clauses == ()


@settings(max_examples=300)
@given(st.sampled_from(CHINESE), HAN, st.data())
def test_an_unknown_character_anywhere_refuses_the_sentence(
    sentence: str, character: str, data: st.DataObject
) -> None:
    position = data.draw(st.integers(0, len(sentence)))
    understanding = INTERPRETER.understand(sentence[:position] + character + sentence[position:])
    assert understanding.misunderstanding is not None
    assert understanding.clauses == ()


@settings(max_examples=300)
@given(st.text(max_size=200))
def test_any_text_at_all_is_read_or_refused(text: str) -> None:
    understanding = INTERPRETER.understand(text)
    assert understanding.clauses or understanding.misunderstanding is not None


@settings(max_examples=200)
@given(st.lists(st.sampled_from(sorted(KNOWN)), min_size=1, max_size=14).map(" ".join))
def test_known_words_in_any_order_name_only_what_the_sentence_names(text: str) -> None:
    """No object or place is ever added to what was said."""
    for clause in INTERPRETER.understand(text).clauses:
        assert not clause.target or clause.target in {o.object_id for o in CATALOGUE.objects}
        if clause.target == "tray":
            assert "tray" in text


@pytest.mark.parametrize("length", [100, 660])
def test_a_long_list_is_read_in_little_time(length: int) -> None:
    text = ("put " + "the cup and " * length)[:2000]
    assert INTERPRETER.understand(text).misunderstanding is not None


def _second_cup() -> ObjectCatalogue:
    blue = ObjectModel(
        object_id="blue_cup",
        shape=Shape.CUP,
        size=Size(x=0.05, y=0.05, z=0.08),
        mass=0.07,
        colour=HsvRange(hue_low=100, hue_high=120, saturation_low=90, value_low=40),
        rgb=(0.1, 0.1, 0.8),
        affordances=frozenset({Affordance.PICKABLE}),
        names={"en": ("blue cup", "cup"), "zh": ("蓝杯子", "杯子")},
    )
    return ObjectCatalogue(objects=(*CATALOGUE.objects, blue))


def test_a_new_object_is_a_new_entry_and_a_shared_name_is_asked_back() -> None:
    """The catalogue alone teaches a new thing; an ambiguous name is asked back."""
    interpreter = Interpreter(_second_cup())
    clause = interpreter.understand("put the blue cup in the tray").clauses[0]
    assert clause.objects == ("blue_cup",)
    assert interpreter.understand("把蓝杯子放进托盘").clauses[0].objects == ("blue_cup",)
    asked = interpreter.understand("put the cup in the tray").misunderstanding
    assert asked is not None
    assert asked.objects == ("red_cup", "blue_cup")
    assert interpreter.understand("put the red cup in the tray").clauses[0].objects == ("red_cup",)
