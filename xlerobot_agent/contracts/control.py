"""Who may move the arm: owners, leases and epochs (requirements B.3)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from xlerobot_agent.contracts.model import Contract


class Owner(StrEnum):
    """Whoever can hold the lease; SAFETY > OPERATOR > AGENT > POLICY."""

    NONE = "none"
    POLICY = "policy"
    AGENT = "agent"
    OPERATOR = "operator"
    SAFETY = "safety"


PRIORITY: dict[Owner, int] = {
    Owner.NONE: 0,
    Owner.POLICY: 1,
    Owner.AGENT: 2,
    Owner.OPERATOR: 3,
    Owner.SAFETY: 4,
}


class Lease(Contract):
    """The right to move the arm, under one epoch; every new lease has a higher epoch."""

    lease_id: str
    owner: Owner
    epoch: int = Field(ge=0)
    granted_at: float
    ttl: float = Field(gt=0.0)
    """[s]; a lease not renewed in time ends."""
