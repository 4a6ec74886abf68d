"""The acceptance sheet of the desk task (requirement S3-64): six conditions, all needed."""

from __future__ import annotations

from enum import StrEnum

from xlerobot_agent.contracts.model import Contract


class Condition(StrEnum):
    """What must hold at the end, or have held throughout."""

    CUP_IN_TRAY = "cup_in_tray"
    PAPER_IN_BIN = "paper_in_bin"
    ARM_AT_REST = "arm_at_rest"
    NO_COLLISION = "no_collision"
    INSIDE_WORKSPACE = "inside_workspace"
    NO_HUMAN_HAND = "no_human_hand"


class ConditionScore(Contract):
    """One condition, judged from world truth."""

    condition: Condition
    met: bool
    because: str


class ScoreSheet(Contract):
    """The scorer's whole judgement of one run."""

    conditions: tuple[ConditionScore, ...]

    @property
    def success(self) -> bool:
        """All six conditions are there and met."""
        met = {c.condition for c in self.conditions if c.met}
        return met == set(Condition)

    def failed(self) -> tuple[ConditionScore, ...]:
        """The conditions that were not met."""
        return tuple(c for c in self.conditions if not c.met)
