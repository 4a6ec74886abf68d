"""Names of things and of wishes, as said to a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xlerobot_agent.contracts.catalogue import Affordance, ObjectCatalogue
from xlerobot_agent.contracts.predicates import Predicate


class Names:
    """Says ids of one catalogue in ``en`` or ``zh``."""

    def __init__(self, catalogue: ObjectCatalogue) -> None:
        self._catalogue = catalogue

    def thing(self, object_id: str, language: str) -> str:
        """``the red cup``, 红色的杯子; an id that is not in the catalogue stays as it is."""
        if object_id not in self._catalogue:
            return object_id
        names = self._catalogue[object_id].names.get(language)
        name = names[0] if names else object_id.replace("_", " ")
        return name if language == "zh" else f"the {name}"

    def things(self, object_ids: Iterable[str], language: str) -> str:
        """A list in words."""
        return listed([self.thing(o, language) for o in object_ids], language)

    def pickable(self, language: str) -> str:
        """All things that can be moved."""
        found = self._catalogue.with_affordance(Affordance.PICKABLE)
        return self.things((o.object_id for o in found), language)

    def receptacles(self, language: str) -> str:
        """All things that hold others."""
        found = self._catalogue.with_affordance(Affordance.RECEPTACLE)
        return self.things((o.object_id for o in found), language)

    def goal(self, predicate: str, language: str) -> str:
        """``the red cup in the tray``, 红色的杯子放进托盘."""
        parsed = Predicate.parse(predicate)
        if parsed.name == "inside":
            thing, place = (self.thing(a, language) for a in parsed.args)
            return f"{thing}放进{place}" if language == "zh" else f"{thing} in {place}"
        if parsed.name == "at_rest_pose":
            return "手臂归位" if language == "zh" else "the arm at rest"
        return predicate

    def goals(self, predicates: Iterable[str], language: str) -> str:
        """Several of them."""
        return listed([self.goal(p, language) for p in predicates], language)


def listed(words: Sequence[str], language: str) -> str:
    """``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    if language == "zh":
        return "、".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
