"""From the tree as read to clauses with ids; whatever does not fit the catalogue is named."""

from __future__ import annotations

from typing import NoReturn

from agent_core.language.nouns import NounPhrase
from agent_core.language.syntax import RawClause
from agent_core.language.understanding import (
    Act,
    Clause,
    Misunderstanding,
    MisunderstandingKind,
    NotUnderstood,
)
from xlerobot_agent.contracts.catalogue import Affordance, ObjectCatalogue, Shape


def resolve(
    raw: tuple[RawClause, ...], catalogue: ObjectCatalogue, context: tuple[str, ...]
) -> tuple[Clause, ...]:
    """Turn names into ids and check that each wish can be meant.

    Args:
        raw: the clauses as read.
        catalogue: what there is.
        context: objects that a pronoun may stand for before the sentence named any.

    Raises:
        NotUnderstood: a name is ambiguous, a pronoun has no antecedent, a thing cannot be picked
            or cannot hold others, or the wishes contradict each other.
    """
    return _Resolver(catalogue, context).run(raw)


def _fail(kind: MisunderstandingKind, words: str = "", objects: tuple[str, ...] = ()) -> NoReturn:
    raise NotUnderstood(Misunderstanding(kind=kind, words=words, objects=objects))


class _Resolver:
    def __init__(self, catalogue: ObjectCatalogue, context: tuple[str, ...]) -> None:
        self._catalogue = catalogue
        self._antecedent = context
        self._pickable = tuple(o.object_id for o in catalogue.with_affordance(Affordance.PICKABLE))
        self._receptacles = tuple(
            o.object_id for o in catalogue.with_affordance(Affordance.RECEPTACLE)
        )

    def run(self, raw: tuple[RawClause, ...]) -> tuple[Clause, ...]:
        clauses: list[Clause] = []
        lifted: dict[str, str] = {}
        for entry in raw:
            objects = self._objects(entry.objects)
            if entry.act is Act.MOVE:
                self._require_pickable(objects)
                if entry.lifts:
                    lifted.update(dict.fromkeys(objects, entry.objects[0].words))
                    continue
                target = self._bin() if entry.away else self._target(entry.target)
                for object_id in objects:
                    lifted.pop(object_id, None)
                clauses.append(Clause(act=Act.MOVE, objects=objects, target=target))
            elif entry.act is Act.TIDY and objects:
                clauses.append(Clause(act=Act.TIDY))
                clauses.append(Clause(act=Act.LEAVE, objects=objects))
            else:
                clauses.append(Clause(act=entry.act, objects=objects))
        if lifted:
            _fail(MisunderstandingKind.NO_TARGET, objects=tuple(lifted))
        _refuse_contradictions(clauses)
        return tuple(clauses)

    def _objects(self, phrases: tuple[NounPhrase, ...]) -> tuple[str, ...]:
        found: list[str] = []
        for phrase in phrases:
            found.extend(self._named(phrase))
        unique = tuple(dict.fromkeys(found))
        if unique:
            self._antecedent = unique
        return unique

    def _named(self, phrase: NounPhrase) -> tuple[str, ...]:
        if phrase.everything:
            return self._pickable
        if phrase.pronoun == "it":
            if len(self._antecedent) != 1:
                _fail(MisunderstandingKind.NO_ANTECEDENT, phrase.words, self._antecedent)
            return self._antecedent
        if phrase.pronoun == "them":
            if len(self._antecedent) > 1:
                return self._antecedent
            if len(self._pickable) != 2:
                _fail(MisunderstandingKind.NO_ANTECEDENT, phrase.words, self._antecedent)
            return self._pickable
        if len(phrase.objects) > 1:
            _fail(MisunderstandingKind.AMBIGUOUS_OBJECT, phrase.words, phrase.objects)
        return phrase.objects

    def _require_pickable(self, objects: tuple[str, ...]) -> None:
        fixed = tuple(o for o in objects if o not in self._pickable)
        if fixed:
            _fail(MisunderstandingKind.NOT_PICKABLE, objects=fixed)

    def _target(self, phrase: NounPhrase | None) -> str:
        if phrase is None or phrase.everything or phrase.pronoun:
            _fail(MisunderstandingKind.NO_TARGET, phrase.words if phrase else "")
        fitting = tuple(o for o in phrase.objects if o in self._receptacles)
        if not fitting:
            _fail(MisunderstandingKind.NOT_RECEPTACLE, phrase.words, phrase.objects)
        if len(fitting) > 1:
            _fail(MisunderstandingKind.AMBIGUOUS_OBJECT, phrase.words, fitting)
        return fitting[0]

    def _bin(self) -> str:
        bins = tuple(o for o in self._receptacles if self._catalogue[o].shape is Shape.BIN)
        if len(bins) != 1:
            _fail(MisunderstandingKind.NO_TARGET)
        return bins[0]


def _refuse_contradictions(clauses: list[Clause]) -> None:
    """One thing has one place, and what is to be left is not moved afterwards."""
    places: dict[str, str] = {}
    for clause in clauses:
        for object_id in clause.objects:
            if clause.act is Act.MOVE:
                if places.setdefault(object_id, clause.target) != clause.target:
                    _fail(MisunderstandingKind.CONTRADICTION, objects=(object_id,))
            elif clause.act is Act.LEAVE and object_id in places:
                _fail(MisunderstandingKind.CONTRADICTION, objects=(object_id,))
