"""Why a wish is refused: what was not understood, and what can be done instead."""

from __future__ import annotations

from agent_core.language.understanding import Misunderstanding, MisunderstandingKind
from agent_core.wording.names import Names
from xlerobot_agent.contracts.instruction import MAXIMUM_LENGTH

_EN: dict[MisunderstandingKind, str] = {
    MisunderstandingKind.EMPTY: "I got no words. {can}",
    MisunderstandingKind.TOO_LONG: (
        "That is {words} characters, I take at most {limit}. Say it shorter. {can}"
    ),
    MisunderstandingKind.CONTROL_CHARACTER: (
        "The text has a character that does not show ({words}). Send it as plain text. {can}"
    ),
    MisunderstandingKind.UNKNOWN_WORDS: (
        'I do not understand "{words}", so I do nothing of it. {can}'
    ),
    MisunderstandingKind.AMBIGUOUS_OBJECT: 'Which one is "{words}": {objects}?',
    MisunderstandingKind.NO_ANTECEDENT: (
        'I do not know what "{words}" stands for. Name the thing. {can}'
    ),
    MisunderstandingKind.NO_TARGET: "Where should I put {objects}? I can use {places}.",
    MisunderstandingKind.NOT_PICKABLE: "I cannot move {objects}. {can}",
    MisunderstandingKind.NOT_RECEPTACLE: "I cannot put things into {objects}. {can}",
    MisunderstandingKind.CONTRADICTION: (
        "You ask for two different things with {objects}. Say which one you want."
    ),
}
_ZH: dict[MisunderstandingKind, str] = {
    MisunderstandingKind.EMPTY: "我没有收到任何内容。{can}",
    MisunderstandingKind.TOO_LONG: "这段话有{words}个字符，我最多接受{limit}个，请说短一点。{can}",
    MisunderstandingKind.CONTROL_CHARACTER: (
        "文字里有不可见的字符（{words}），请用纯文本发送。{can}"
    ),
    MisunderstandingKind.UNKNOWN_WORDS: "我不明白“{words}”，所以什么都不做。{can}",
    MisunderstandingKind.AMBIGUOUS_OBJECT: "“{words}”指的是哪一个：{objects}？",
    MisunderstandingKind.NO_ANTECEDENT: "我不知道“{words}”指什么，请说出名字。{can}",
    MisunderstandingKind.NO_TARGET: "要把{objects}放到哪里？可以放进{places}。",
    MisunderstandingKind.NOT_PICKABLE: "我不能移动{objects}。{can}",
    MisunderstandingKind.NOT_RECEPTACLE: "不能往{objects}里放东西。{can}",
    MisunderstandingKind.CONTRADICTION: "关于{objects}的要求前后矛盾，请说明要哪一个。",
}

ASKS = frozenset(
    {
        MisunderstandingKind.AMBIGUOUS_OBJECT,
        MisunderstandingKind.NO_ANTECEDENT,
        MisunderstandingKind.NO_TARGET,
        MisunderstandingKind.CONTRADICTION,
    }
)
"""Kinds where one more word would do: they are asked back, not refused."""


def ability(names: Names, language: str) -> str:
    """What can be asked for, in one sentence."""
    things, places = names.pickable(language), names.receptacles(language)
    if language == "zh":
        return f"我可以把{things}放进{places}，收拾桌面，查看桌面，停下或归位。"
    return f"I can put {things} in {places}, tidy the desk, check the desk, stop, or go to rest."


def refusal(misunderstanding: Misunderstanding, names: Names, language: str) -> str:
    """The sentence to say back."""
    templates = _ZH if language == "zh" else _EN
    objects = names.things(misunderstanding.objects, language) or misunderstanding.words
    return templates[misunderstanding.kind].format(
        words=misunderstanding.words,
        objects=objects or ("它" if language == "zh" else "it"),
        places=names.receptacles(language),
        limit=MAXIMUM_LENGTH,
        can=ability(names, language),
    )
