"""The Chinese grammar: characters are the tokens, the rules stand beside the English ones."""

from __future__ import annotations

from agent_core.language import chinese_phrases as words
from agent_core.language.english import phrase_rule
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
    (words.THANKS, Act.THANKS),
    (words.GREETING, Act.GREETING),
)


class ChineseGrammar:
    """Rules over the names of one catalogue; English names may be mixed in."""

    def __init__(self, catalogue: ObjectCatalogue) -> None:
        self.nouns = NounGrammar(
            lexicon=NounLexicon(catalogue, ("zh", "en")),
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
            self._negated,
            self._keep,
            self._kept,
            self._except,
            self._tidy,
            self._look,
            self._throw_away,
            self._taken_move,
            self._verb_first,
            self._continued,
            self._toward,
            self._lift,
        )

    def _where(self, reader: Reader) -> RawClause | None:
        objects = self.nouns.nouns(reader)
        if not objects:
            return None
        if reader.accept(words.WHERE) is not None:
            return RawClause(Act.ASK_SCENE, objects)
        return None

    def _negated(self, reader: Reader) -> RawClause | None:
        """不要动纸团; 别把纸团放进托盘; 纸团不要动."""
        objects = self.nouns.nouns(reader)
        if reader.accept(words.NEGATIONS) is None:
            return None
        if objects:
            return RawClause(Act.LEAVE, objects) if reader.accept(words.LEAVE_VERBS) else None
        if reader.accept(words.TAKE) is not None:
            taken = self._taken(reader)
            if taken is None:
                return None
            return RawClause(Act.LEAVE, taken.objects)
        if reader.accept(words.LEAVE_VERBS) is None:
            return None
        objects = self.nouns.nouns(reader)
        return RawClause(Act.LEAVE, objects) if objects else None

    def _keep(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.KEEP) is None:
            return None
        objects = self.nouns.nouns(reader)
        return RawClause(Act.LEAVE, objects) if objects else None

    def _kept(self, reader: Reader) -> RawClause | None:
        reader.accept(words.TAKE)
        objects = self.nouns.nouns(reader)
        if not objects or reader.accept(words.KEEP_TAILS) is None:
            return None
        return RawClause(Act.LEAVE, objects)

    def _except(self, reader: Reader) -> RawClause | None:
        if reader.accept(words.EXCEPT) is None:
            return None
        objects = self.nouns.nouns(reader)
        reader.accept(words.EXCEPT_TAILS)
        return RawClause(Act.LEAVE, objects) if objects else None

    def _tidy(self, reader: Reader) -> RawClause | None:
        """收拾桌面; 把桌子收拾干净; 桌面收拾一下."""
        if reader.accept(words.TIDY_VERBS) is not None:
            reader.skip(words.TIDY_TAILS)
            if reader.accept(words.DESK) is None:
                return None
        else:
            reader.accept(words.TAKE)
            if reader.accept(words.DESK) is None or reader.accept(words.TIDY_VERBS) is None:
                return None
        reader.skip(words.TIDY_TAILS)
        return RawClause(Act.TIDY)

    def _look(self, reader: Reader) -> RawClause | None:
        """再看一遍确认; 检查一下桌面."""
        looked = False
        while True:
            reader.accept(words.LOOK_AGAIN)
            if reader.accept(words.LOOK_VERBS) is None:
                return RawClause(Act.LOOK) if looked else None
            looked = True
            reader.accept(words.LOOK_TAILS)
            reader.accept(words.LOOK_OBJECTS)
            reader.accept(words.LOOK_TAILS)

    def _throw_away(self, reader: Reader) -> RawClause | None:
        """扔掉纸团; 把纸团扔掉."""
        if reader.accept(words.AWAY_VERBS) is not None:
            objects = self.nouns.nouns(reader)
        else:
            reader.accept(words.TAKE)
            objects = self.nouns.nouns(reader)
            reader.skip(words.ALL)
            if reader.accept(words.AWAY_VERBS) is None:
                return None
        return RawClause(Act.MOVE, objects, away=True) if objects else None

    def _taken_move(self, reader: Reader) -> RawClause | None:
        """把红杯子放进托盘; 红杯子放到托盘里; 红杯子应该放在托盘里."""
        reader.accept(words.TAKE)
        return self._taken(reader)

    def _taken(self, reader: Reader) -> RawClause | None:
        objects = self.nouns.nouns(reader)
        if not objects:
            return None
        reader.skip(words.ALL)
        reader.accept(words.LIFT_TAILS)
        if reader.accept(words.BELONGS) is None and reader.accept(words.MOVE_VERBS) is None:
            return None
        reader.accept(words.INTO)
        target = self.nouns.noun(reader)
        if target is None:
            return None
        reader.accept(words.WITHIN)
        return RawClause(Act.MOVE, objects, target)

    def _verb_first(self, reader: Reader) -> RawClause | None:
        """放红杯子到托盘里; 扔纸团进垃圾桶; 拿起红杯子放进托盘."""
        lifted = reader.accept(words.LIFT_VERBS) is not None
        if not lifted and reader.accept(words.MOVE_VERBS) is None:
            return None
        objects = self.nouns.nouns(reader)
        if not objects:
            return None
        reader.skip(words.ALL)
        if lifted:
            reader.accept(words.MOVE_VERBS)
        target = self._target(reader)
        return RawClause(Act.MOVE, objects, target) if target is not None else None

    def _continued(self, reader: Reader) -> RawClause | None:
        """…，放进托盘: the thing named just before."""
        if reader.accept(words.MOVE_VERBS) is None:
            return None
        target = self._target(reader)
        if target is None:
            return None
        return RawClause(Act.MOVE, (NounPhrase(words="它", pronoun="it"),), target)

    def _toward(self, reader: Reader) -> RawClause | None:
        """往托盘里放红杯子."""
        if reader.accept(words.TOWARD) is None:
            return None
        target = self.nouns.noun(reader)
        reader.accept(words.WITHIN)
        if target is None or reader.accept(words.MOVE_VERBS) is None:
            return None
        objects = self.nouns.nouns(reader)
        return RawClause(Act.MOVE, objects, target) if objects else None

    def _lift(self, reader: Reader) -> RawClause | None:
        """拿起红杯子; 把红杯子拿起来."""
        if (
            reader.accept(words.LIFT_VERBS) is not None
            or reader.accept(words.MOVE_VERBS) is not None
        ):
            objects = self.nouns.nouns(reader)
        else:
            if reader.accept(words.TAKE) is None:
                return None
            objects = self.nouns.nouns(reader)
            if reader.accept(words.LIFT_TAILS) is None:
                return None
        return RawClause(Act.MOVE, objects, lifts=True) if objects else None

    def _target(self, reader: Reader) -> NounPhrase | None:
        if reader.accept(words.INTO) is None:
            return None
        target = self.nouns.noun(reader)
        if target is not None:
            reader.accept(words.WITHIN)
        return target
