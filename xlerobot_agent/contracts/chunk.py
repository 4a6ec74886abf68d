"""Action chunks: the only way set-points reach an arm."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, model_validator

from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.reasons import Reason

MINIMUM_DT = 0.005
MAXIMUM_DT = 0.05
MAXIMUM_DURATION = 0.5
"""Longest chunk [s]; longer ones are staler without being smoother (requirement S3-76)."""


class ActionChunk(Contract):
    """A short run of joint set-points, played or discarded whole.

    ``positions[i]`` [rad] is due ``(i + 1) * dt`` after the chunk starts to play; the chunk starts
    from the last set-point of the chunk before it or, at rest, from the measured state.
    """

    chunk_id: str = Field(min_length=1)
    goal_id: str = Field(min_length=1)
    index: int = Field(ge=0)
    """Counts the chunks of one goal from 0."""
    owner: Owner
    epoch: int = Field(ge=0)
    joint_names: tuple[str, ...] = Field(min_length=1)
    dt: float = Field(ge=MINIMUM_DT, le=MAXIMUM_DT)
    positions: tuple[tuple[float, ...], ...] = Field(min_length=1)
    observation_id: str
    """The observation this motion rests on."""
    observation_stamp: float
    stamp: float
    """When it was drafted, node clock [s]."""
    final: bool = False
    """No chunk of this goal's motion follows; the last set-point is at rest."""

    @model_validator(mode="after")
    def _complete(self) -> ActionChunk:
        width = len(self.joint_names)
        for i, row in enumerate(self.positions):
            if len(row) != width:
                raise ValueError(
                    f"set-point {i} has {len(row)} values for {width} joints; give one per joint"
                )
        if self.duration > MAXIMUM_DURATION + 1e-9:
            raise ValueError(
                f"chunk lasts {self.duration:.3f} s, the limit is {MAXIMUM_DURATION} s; split it"
            )
        return self

    @property
    def duration(self) -> float:
        """How long it plays [s]."""
        return self.dt * len(self.positions)


class ChunkState(StrEnum):
    """DRAFTED → ADMITTED → PLAYING → DRAINED or DISCARDED; REFUSED by the supervisor's gate."""

    DRAFTED = "drafted"
    ADMITTED = "admitted"
    PLAYING = "playing"
    DRAINED = "drained"
    DISCARDED = "discarded"
    REFUSED = "refused"


class ChunkStatus(Contract):
    """What became of a chunk, said by the part that plays or refuses it."""

    chunk_id: str
    goal_id: str
    state: ChunkState
    played: int = Field(ge=0)
    """Set-points of this chunk written to the arm so far."""
    discarded: int = Field(ge=0)
    """Set-points of this chunk that will never be written."""
    reason: Reason | None = None
    message: str = ""
    at_rest: bool = False
    """The arm's set-point no longer moves."""
    stamp: float


class HoldRequest(Contract):
    """Ask the arm to ramp to rest and stay energised; never refused, needs no permit."""

    goal_id: str = ""
    """Only chunks of this goal; empty for whatever plays."""
    reason: Reason = Reason.CANCELLED
    source: str
