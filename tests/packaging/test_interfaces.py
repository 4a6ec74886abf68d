"""The ROS interfaces say what the contracts say (B.4, B.7; architecture, ROS graph)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import pytest
from xlerobot_interfaces.action import MoveToRest, Pick, Place
from xlerobot_interfaces.msg import (
    ActionChunk,
    AgentEvent,
    AgentState,
    ChunkStatus,
    Evidence,
    MotionPermit,
    PredicateVerdict,
    Receipt,
    SafetyState,
)
from xlerobot_interfaces.srv import AcquireControl, ObserveScene, SubmitInstruction, VerifyState

from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.events import Channel, Urgency
from xlerobot_agent.contracts.evidence import EvidenceKind
from xlerobot_agent.contracts.instruction import Activity, Answer
from xlerobot_agent.contracts.predicates import Truth
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.safety import SafetyMode
from xlerobot_agent.contracts.skills import Phase


def constants(message: Any, prefix: str) -> dict[str, str]:
    """A message's constants with a prefix, by what follows it."""
    return {
        name.removeprefix(prefix): getattr(message, name)
        for name in dir(type(message))
        if name.startswith(prefix)
    }


def members(enum: type[StrEnum], *without: StrEnum) -> dict[str, str]:
    return {member.name: member.value for member in enum if member not in without}


@pytest.mark.parametrize(
    ("message", "prefix", "expected"),
    [
        (ActionChunk, "OWNER_", members(Owner, Owner.NONE)),
        (AcquireControl.Request, "OWNER_", members(Owner, Owner.NONE)),
        (MotionPermit, "OWNER_", members(Owner)),
        (SafetyState, "OWNER_", members(Owner)),
        (SafetyState, "MODE_", members(SafetyMode)),
        (ChunkStatus, "STATE_", members(ChunkState)),
        (Evidence, "KIND_", members(EvidenceKind)),
        (PredicateVerdict, "VALUE_", members(Truth)),
        (Receipt, "VERDICT_", members(Verdict)),
        (AgentState, "ACTIVITY_", members(Activity)),
        (AgentEvent, "CHANNEL_", members(Channel)),
        (AgentEvent, "URGENCY_", members(Urgency)),
        (SubmitInstruction.Response, "ANSWER_", members(Answer)),
        (Pick.Feedback, "PHASE_", members(Phase)),
        (Place.Feedback, "PHASE_", members(Phase)),
        (MoveToRest.Feedback, "PHASE_", members(Phase)),
    ],
)
def test_constants_are_the_contracts_words(
    message: Any, prefix: str, expected: dict[str, str]
) -> None:
    """Architecture, ROS graph: every enumeration has the same words on both sides."""
    assert constants(message(), prefix) == expected


@pytest.mark.parametrize(
    "message",
    [Pick.Result, Place.Result, MoveToRest.Result, ObserveScene.Response, VerifyState.Response],
)
def test_error_codes_name_every_reason(message: Any) -> None:
    """B.4: the list of reasons is closed; each has an error code, and success has NONE = 0."""
    codes = {
        name: getattr(message(), name)
        for name in dir(type(message()))
        if name.isupper() and isinstance(getattr(message(), name), int)
    }
    assert codes.pop("NONE") == 0
    assert set(codes) == {reason.name for reason in Reason}
    assert sorted(codes.values()) == list(range(1, len(codes) + 1))
