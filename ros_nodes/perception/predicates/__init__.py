"""How each predicate is judged: one module a predicate, registered by being in this folder.

A module is named like its predicate and offers ``evaluate`` (see :class:`Evaluator`).
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

from ros_nodes.perception.situation import verdict
from xlerobot_agent.contracts.catalogue import Affordance, ObjectCatalogue
from xlerobot_agent.contracts.predicates import Predicate, Truth

if TYPE_CHECKING:
    from ros_nodes.perception.situation import Situation
    from xlerobot_agent.contracts.predicates import PredicateVerdict


class Evaluator(Protocol):
    """What a module of this folder offers."""

    def evaluate(self, predicate: Predicate, situation: Situation) -> PredicateVerdict:
        """Judge the predicate by one look: true, false or unknown, with evidence and reason."""


@cache
def evaluators() -> dict[str, Evaluator]:
    """Every evaluator in this folder, by the predicate's name."""
    return {
        module.name: cast(Evaluator, importlib.import_module(f"{__name__}.{module.name}"))
        for module in pkgutil.iter_modules(__path__)
    }


def evaluate(predicate: Predicate, situation: Situation) -> PredicateVerdict:
    """Judge any predicate; one with an object that nobody knows is unknown, and says so."""
    strange = [name for name in predicate.args if name not in situation.catalogue]
    if strange:
        return verdict(predicate, Truth.UNKNOWN, f"the catalogue has no {strange[0]}")
    if predicate.name not in evaluators():
        return verdict(predicate, Truth.UNKNOWN, f"nobody can judge {predicate.name}")
    return evaluators()[predicate.name].evaluate(predicate, situation)


def default_predicates(catalogue: ObjectCatalogue) -> tuple[Predicate, ...]:
    """What every observation speaks of."""
    pickables = catalogue.with_affordance(Affordance.PICKABLE)
    receptacles = catalogue.with_affordance(Affordance.RECEPTACLE)
    inside = [
        Predicate(name="inside", args=(thing.object_id, receptacle.object_id))
        for thing in pickables
        for receptacle in receptacles
    ]
    holding = [Predicate(name="holding", args=(thing.object_id,)) for thing in pickables]
    return (*inside, *holding, Predicate(name="at_rest_pose"), Predicate(name="workspace_clear"))
