"""What a skill says of itself before it runs (requirement S0-10)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.reasons import Reason


class Resource(StrEnum):
    """What a skill needs for itself while it runs."""

    ARM = "arm"
    GRIPPER = "gripper"
    """The hand and its one holding slot."""
    GAZE = "gaze"
    """The cameras; looking alone disturbs nobody, so it may be shared."""
    PLACE = "place"
    """The room in a receptacle."""


class SkillDescriptor(Contract):
    """Every field is filled, or the skill is not registered."""

    name: str = Field(pattern=r"^[a-z][a-z_]*$")
    start_condition: str = Field(min_length=1)
    """What the newest observation must say."""
    physical_condition: str = Field(min_length=1)
    """What the arm itself checks when it acts."""
    resources: frozenset[Resource] = Field(min_length=1)
    max_duration: float = Field(gt=0.0)
    """[s]; a goal's own timeout may be shorter."""
    safe_points: tuple[str, ...] = Field(min_length=1)
    """Steps between which a cancel leaves a tidy state; a cancel inside a step holds at once."""
    commit_point: str = Field(min_length=1)
    """The step from which on an object's place may have changed."""
    success_condition: str = Field(min_length=1)
    failures: frozenset[Reason] = Field(min_length=1)
    """Reasons this skill itself gives; the executor's own come on top."""
    on_abort: str = Field(min_length=1)
    """What is kept and what is released."""
    methods: tuple[str, ...] = ("",)
    """Variants a goal may ask for; the empty one is the default."""
