"""Why something was not granted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlerobot_agent.contracts.reasons import Reason


@dataclass(frozen=True, slots=True)
class Refusal:
    """A typed reason and a message with the value, the limit and what to do next."""

    reason: Reason
    message: str


@dataclass(frozen=True, slots=True)
class Admission:
    """The gate's answer to one chunk."""

    admitted: bool
    reason: Reason | None = None
    message: str = ""
