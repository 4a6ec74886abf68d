"""What an understood sentence wants, before it meets what is under way."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent_core.language.understanding import Act, Understanding
from xlerobot_agent.contracts.catalogue import ObjectCatalogue


@dataclass
class Wish:
    """Clauses added up.

    Attributes:
        places: object id → receptacle id, in the order wished.
        left: objects to be left alone.
        look, rest: to look at the desk, to go to the rest pose.
        takes_back: it corrects something.
    """

    places: dict[str, str] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    look: bool = False
    rest: bool = False
    takes_back: bool = False

    @property
    def empty(self) -> bool:
        """Nothing is wished."""
        return not (self.places or self.left or self.look or self.rest)


def wish_of(understanding: Understanding, catalogue: ObjectCatalogue, tidy: dict[str, str]) -> Wish:
    """Add up the clauses; what is to be left is taken out of a tidying, wherever it is said."""
    wish = Wish(
        look=understanding.has(Act.LOOK),
        rest=understanding.has(Act.REST),
        takes_back=understanding.correction or understanding.has(Act.STOP),
    )
    left: dict[str, None] = {}
    for clause in understanding.clauses:
        if clause.act is Act.TIDY:
            wish.places = {**_homes(catalogue, tidy), **wish.places}
        elif clause.act is Act.MOVE:
            wish.places.update(dict.fromkeys(clause.objects, clause.target))
            left = {thing: None for thing in left if thing not in clause.objects}
        elif clause.act is Act.LEAVE:
            left.update(dict.fromkeys(clause.objects))
    wish.left = tuple(left)
    wish.places = {o: place for o, place in wish.places.items() if o not in left}
    return wish


def _homes(catalogue: ObjectCatalogue, tidy: dict[str, str]) -> dict[str, str]:
    return {o: place for o, place in tidy.items() if o in catalogue and place in catalogue}


def overfull(wish: Wish, catalogue: ObjectCatalogue) -> str:
    """A receptacle that is wished to take more than it can; empty when none is."""
    for place in dict.fromkeys(wish.places.values()):
        wanted = sum(1 for p in wish.places.values() if p == place)
        if wanted > catalogue[place].capacity:
            return place
    return ""
