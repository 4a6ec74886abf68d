"""The words of replies to instructions."""

from __future__ import annotations

from collections.abc import Mapping

from agent_core.wording.names import Names, listed
from agent_core.wording.reports import say


def wish_in_words(
    goals: Mapping[str, str], names: Names, language: str, *, check: bool = False
) -> str:
    """``put the red cup in the tray and the yellow paper in the bin, then check the desk``."""
    parts = [names.goal(f"inside({thing}, {place})", language) for thing, place in goals.items()]
    if language == "zh":
        words = "把" + "，把".join(parts) if parts else ""
        return words + ("，再检查桌面" if check else "")
    words = f"put {listed(parts, 'en')}" if parts else ""
    return words + (", then check the desk" if check else "")


def accepted(words: str, language: str) -> str:
    """Taken on now."""
    return say(language, f"I will {words}.", f"好的，我来{words}。")


def postponed(words: str, language: str) -> str:
    """Taken on after what is under way."""
    return say(
        language, f"After what I am doing now I will {words}.", f"做完手上的事以后，我来{words}。"
    )


def crowded(waiting: int, language: str) -> str:
    """No room in the queue."""
    return say(
        language,
        f"{waiting} wishes wait already; say it again when one is done.",
        f"已有{waiting}个任务在等待，完成一个后请再说。",
    )


def already(words: str, language: str) -> str:
    """The same wish again."""
    return say(language, f"I am at it already: {words}.", f"我正在做：{words}。")
