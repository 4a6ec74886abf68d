"""What a sentence was understood to say, or why it was not understood."""

from __future__ import annotations

from enum import StrEnum

from xlerobot_agent.contracts.model import Contract


class Act(StrEnum):
    """What a clause does."""

    MOVE = "move"
    TIDY = "tidy"
    LEAVE = "leave"
    LOOK = "look"
    REST = "rest"
    STOP = "stop"
    CONTINUE = "continue"
    CANCEL = "cancel"
    ASK_SCENE = "ask_scene"
    ASK_ACTIVITY = "ask_activity"
    ASK_ABILITY = "ask_ability"
    THANKS = "thanks"
    GREETING = "greeting"


class Clause(Contract):
    """One wish, question or courtesy, with the catalogue's ids."""

    act: Act
    objects: tuple[str, ...] = ()
    target: str = ""


class MisunderstandingKind(StrEnum):
    """Why a whole sentence is refused."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    CONTROL_CHARACTER = "control_character"
    UNKNOWN_WORDS = "unknown_words"
    AMBIGUOUS_OBJECT = "ambiguous_object"
    NO_ANTECEDENT = "no_antecedent"
    NO_TARGET = "no_target"
    NOT_PICKABLE = "not_pickable"
    NOT_RECEPTACLE = "not_receptacle"
    CONTRADICTION = "contradiction"


class Misunderstanding(Contract):
    """What stands in the way, in the speaker's own words and, where known, as ids."""

    kind: MisunderstandingKind
    words: str = ""
    objects: tuple[str, ...] = ()


class Understanding(Contract):
    """A sentence read: its clauses in order, or what was not understood.

    Beside a misunderstanding stands at most a STOP, which is obeyed from any sentence that says it.
    """

    language: str
    """``en`` or ``zh``."""
    clauses: tuple[Clause, ...] = ()
    correction: bool = False
    """It began by taking something back ("no, …", 不，…)."""
    misunderstanding: Misunderstanding | None = None

    def has(self, act: Act) -> bool:
        """Whether any clause is of this kind."""
        return any(clause.act is act for clause in self.clauses)


class NotUnderstood(Exception):
    """Raised inside the reader; carries what the reply must name."""

    def __init__(self, misunderstanding: Misunderstanding) -> None:
        super().__init__(f"{misunderstanding.kind}: {misunderstanding.words}")
        self.misunderstanding = misunderstanding
