"""The English grammar: one rule a kind of clause, tried in order; each must reach a boundary."""

from __future__ import annotations

from agent_core.language import english_phrases as words
from agent_core.language.nouns import NounGrammar, NounLexicon, NounPhrase
from agent_core.language.reader import Phrases, Reader
from agent_core.language.syntax import RawClause, Rule, SentenceMarks
from agent_core.language.understanding import Act
from xlerobot_agent.contracts.catalogue import ObjectCatalogue

MARKS = SentenceMarks(
    prefixes=words.PREFIXES,
    suffixes=words.SUFFIXES,
    separators=words.SEPARATORS,
    final_marks=words.FINAL_MARKS,
    takings_back=words.TAKINGS_BACK,
)

_ALONE: tuple[tuple[Phrases, Act], ...] = (
    (words.ASK_SCENE, Act.ASK_SCENE),
    (words.ASK_ACTIVITY, Act.ASK_ACTIVITY),
    (words.ASK_ABILITY, Act.ASK_ABILITY),
    (words.CANCEL, Act.CANCEL),
    (words.STOP, Act.STOP),
    (words.CONTINUE, Act.CONTINUE),
    (words.REST, Act.REST),
    (words.TIDY_ALONE, Act.TIDY),
    (words.LOOK_ALONE, Act.LOOK),
    (words.THANKS, Act.THANKS),
    (words.GREETING, Act.GREETING),
)


class EnglishGrammar:
    """Rules over the names of one catalogue."""

    def __init__(self, catalogue: ObjectCatalogue) -> None:
        self.nouns = NounGrammar(
            lexicon=NounLexicon(catalogue, ("en",)),
            determiners=words.DETERMINERS,
            singular=words.SINGULAR,
            plural=words.PLURAL,
            everything=words.EVERYTHING,
            list_marks=words.LIST_MARKS,
        )

    def rules(self) -> tuple[Rule, ...]:
        """All rules, in the order in which they are tried."""
        alone = tuple(phrase_rule(phrases, act) for phrases, act in _ALONE)
        return (
            *alone,
            self._where,
            self._is_it_so,
            self._negated_move,
            self._negated,
            self._leave,
            self._except,
            self._tidy,
            self._look,
            self._throw_away,
            self._move,
            self._lift,
            self._want,
            self._belongs,
            self._gapped,
        )

    def _where(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.WHERE) is None:
            return None
        objects = self.nouns.nouns(reader)
        return RawClause(Act.ASK_SCENE, objects) if objects else None

    def _is_it_so(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.IS) is None:
            return None
        objects = self.nouns.nouns(reader)
        if not objects or self._target(reader) is None:
            return None
        return RawClause(Act.ASK_SCENE, objects)

    def _negated_move(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.NEGATIONS) is None or reader.accept(words.MOVE_VERBS) is None:
            return None
        objects = self.nouns.nouns(reader)
        if not objects or self._target(reader) is None:
            return None
        return RawClause(Act.LEAVE, objects)

    def _negated(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.NEGATIONS) is None:
            return None
        if reader.accept(words.LEAVE_VERBS) is None:
            reader.accept(words.MOVE_VERBS)
        objects = self.nouns.nouns(reader)
        if not objects:
            return None
        reader.skip(words.AWAY)
        reader.skip(words.LEAVE_TAILS)
        return RawClause(Act.LEAVE, objects)

    def _leave(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.LEAVE) is None:
            return None
        objects = self.nouns.nouns(reader)
        if not objects:
            return None
        reader.skip(words.LEAVE_TAILS)
        return RawClause(Act.LEAVE, objects)

    def _except(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.EXCEPT) is None:
            return None
        objects = self.nouns.nouns(reader)
        return RawClause(Act.LEAVE, objects) if objects else None

    def _tidy(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.TIDY_VERBS) is None:
            return None
        reader.skip(words.DETERMINERS)
        if reader.accept(words.DESK) is None:
            return None
        reader.accept(words.TIDY_TAILS)
        exceptions: tuple[NounPhrase, ...] = ()
        if reader.accept(words.EXCEPT) is not None:
            exceptions = self.nouns.nouns(reader)
            if not exceptions:
                return None
        return RawClause(Act.TIDY, exceptions)

    def _look(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.LOOK_VERBS) is not None:
            start = reader.position
            reader.skip(words.DETERMINERS)
            if reader.accept(words.LOOK_OBJECTS) is None:
                reader.position = start
                if not self.nouns.nouns(reader):
                    return None
        elif reader.accept(words.LOOK_ALONE) is None:
            return None
        reader.accept(words.LOOK_TAILS)
        return RawClause(Act.LOOK)

    def _throw_away(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.AWAY_VERBS) is not None:
            objects = self.nouns.nouns(reader)
        elif reader.accept(words.THROW_VERBS) is not None:
            objects = self.nouns.nouns(reader)
            if reader.accept(words.AWAY) is None:
                return None
        else:
            return None
        return RawClause(Act.MOVE, objects, away=True) if objects else None

    def _move(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.MOVE_VERBS) is None:
            return None
        return self._gapped(reader)

    def _lift(self, reader: Reader) -> RawClause | None:
        lifts = reader.accept(words.PICK_VERBS) is not None
        if not lifts and reader.accept(words.MOVE_VERBS) is None:
            return None
        objects = self.nouns.nouns(reader)
        if not objects:
            return None
        reader.accept(words.UP)
        return RawClause(Act.MOVE, objects, lifts=True)

    def _want(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.WANT) is None:
            return None
        objects = self.nouns.nouns(reader)
        reader.accept(words.IS)
        target = self._target(reader)
        return RawClause(Act.MOVE, objects, target) if objects and target is not None else None

    def _belongs(self, reader: Reader) -> RawClause | None:
        objects = self.nouns.nouns(reader)
        if not objects or reader.accept(words.BELONGS) is None:
            return None
        target = self._target(reader)
        return RawClause(Act.MOVE, objects, target) if target is not None else None

    def _gapped(self, reader: Reader) -> RawClause | None:
        objects = self.nouns.nouns(reader)
        if not objects:
            return None
        target = self._target(reader)
        return RawClause(Act.MOVE, objects, target) if target is not None else None

    def _target(self, reader: Reader) -> NounPhrase | None:
        if reader.accept(words.PLACE_PREPOSITIONS) is None:
            return None
        return self.nouns.noun(reader)


def phrase_rule(phrases: Phrases, act: Act) -> Rule:
    """A rule for clauses that are one fixed phrase."""

    def rule(reader: Reader) -> RawClause | None:
        return RawClause(act) if reader.accept(phrases) is not None else None

    return rule
