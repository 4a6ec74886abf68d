"""What a report of one run holds."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from experiments.score_sheet import ScoreSheet
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.receipt import Receipt


class Lane(StrEnum):
    """The rows of the timeline, from why to what."""

    INTENT = "intent"
    TASK = "task"
    SKILL = "skill"
    CHUNK = "chunk"
    STOP = "stop"


class Span(Contract):
    """One bar of the timeline."""

    lane: Lane
    start: float
    """Node clock [s]."""
    end: float
    label: str
    outcome: str = ""
    """Terminal state, e.g. ``succeeded`` or ``discarded``; empty while open."""


class Claim(Contract):
    """What the agent itself says of the run."""

    succeeded: bool
    verified: tuple[str, ...] = ()
    """Goal predicates it confirmed by a new observation."""
    message: str = ""


class RunReport(Contract):
    """One run, whole."""

    title: str
    command: str
    """Reproduces the run."""
    seed: int | None = None
    instruction: str
    reply: str
    claim: Claim
    score: ScoreSheet | None = None
    """None where no truth is to be had: on hardware."""
    verdict: str
    """In one sentence."""
    sim_seconds: float = Field(ge=0.0)
    wall_seconds: float = Field(ge=0.0)
    real_time_factor: float | None = None
    spans: tuple[Span, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    pictures: dict[str, str] = Field(default_factory=dict)
    """Caption → file name beside the report."""
    settings_sha256: dict[str, str] = Field(default_factory=dict)
    """Configuration file → hash of what was used."""
    bag: str = ""

    @property
    def success(self) -> bool:
        """The agent's verified claim and, where there is one, the scorer's verdict."""
        return self.claim.succeeded and (self.score is None or self.score.success)
