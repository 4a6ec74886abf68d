"""Draws the interleavings: the same seed gives the same schedule."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from experiments.cancels.cases import PLACE, RECIPES, REST, Case, Moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xlerobot_agent.contracts.skills import SkillName

MOST_CHUNKS = RECIPES[Case.CHUNK_INDEX].chunks
OBJECTS = ("red_cup", "yellow_paper")


@dataclass(frozen=True, slots=True)
class Plan:
    """One interleaving.

    Attributes:
        number: in its schedule, from 0.
        case: what is tried.
        skill: of the goal that it is tried on.
        object_id: that a pick is for.
        moment: what is awaited first.
        chunk: index of the chunk that ``Moment.CHUNK`` awaits.
        delay: from the moment to the deed [s].
        gap: from the deed to the next one, where a case has two [s].
        swapped: the two deeds come in the other order.
    """

    number: int
    case: Case
    skill: SkillName
    object_id: str
    moment: Moment
    chunk: int
    delay: float
    gap: float
    swapped: bool


def schedule(count: int, seed: int, cases: Sequence[Case] = tuple(Case)) -> tuple[Plan, ...]:
    """Draw interleavings: the cases by their weights, in random order, each at least once.

    Args:
        count: how many.
        seed: of the random numbers.
        cases: to choose from.

    Raises:
        ValueError: fewer interleavings than cases.
    """
    if count < len(cases):
        raise ValueError(f"{count} interleavings for {len(cases)} cases; ask for one of each")
    draw = random.Random(seed)
    weights = [RECIPES[case].weight for case in cases]
    deck = [*cases, *draw.choices(cases, weights, k=count - len(cases))]
    draw.shuffle(deck)
    # Every index comes before one comes again.
    indices = draw.sample(range(MOST_CHUNKS), MOST_CHUNKS)
    plans = [_plan(case, indices[turn % MOST_CHUNKS], draw) for case, turn in _counted(deck)]
    return tuple(replace(p, number=number) for number, p in enumerate(_in_turns(plans)))


def _counted(deck: Iterable[Case]) -> Iterator[tuple[Case, int]]:
    """Each case with how often it came before."""
    turns: Counter[Case] = Counter()
    for case in deck:
        yield case, turns[case]
        turns[case] += 1


def _in_turns(plans: Sequence[Plan]) -> list[Plan]:
    """Evenly mixed: what moves the arm away spares what moves it back its preparation."""
    parts = [[p for p in plans if (p.skill is REST) is back] for back in (False, True)]
    placed = [
        ((index + 0.5) / len(part), plan) for part in parts for index, plan in enumerate(part)
    ]
    return [plan for _, plan in sorted(placed, key=lambda entry: entry[0])]


def _plan(case: Case, index: int, draw: random.Random) -> Plan:
    recipe = RECIPES[case]
    skill, moment = draw.choice(recipe.starts)
    grasps = moment in (Moment.CLOSE, Moment.LIFT) or skill is PLACE
    return Plan(
        number=0,
        case=case,
        skill=skill,
        object_id=OBJECTS[0] if grasps else draw.choice(OBJECTS),
        moment=moment,
        chunk=index % recipe.chunks,
        delay=draw.uniform(0.0, recipe.delay),
        gap=draw.uniform(0.0, recipe.gap),
        swapped=draw.random() < 0.5,
    )
