"""Who may move the arm: leases, priority and the epoch that fences off everybody else (B.3)."""

from __future__ import annotations

from ros_nodes.safety_supervisor.refusal import Refusal
from xlerobot_agent.contracts.control import PRIORITY, Lease, Owner
from xlerobot_agent.contracts.reasons import Reason

_GRANTABLE = frozenset({Owner.POLICY, Owner.AGENT, Owner.OPERATOR})


class Arbiter:
    """One lease at a time. The epoch only rises: at each change of control, latch and reset.

    Operator comes before agent before policy. Among equals the newcomer takes over: the epoch
    fences the one before off, so that a restarted agent need not wait for its own old lease.
    """

    def __init__(self, ttl: float, first_epoch: int = 1) -> None:
        """Nobody holds the lease.

        Args:
            ttl: a lease not renewed for so long ends [s].
            first_epoch: higher than any epoch of an earlier process.
        """
        self._ttl = ttl
        self._lease: Lease | None = None
        self._renewed = 0.0
        self._granted = 0
        self.epoch = first_epoch

    @property
    def owner(self) -> Owner:
        """Who holds the lease."""
        return self._lease.owner if self._lease is not None else Owner.NONE

    def advance_epoch(self) -> None:
        """Make everything under the epoch so far void; the lease goes on under the new one."""
        self.epoch += 1
        if self._lease is not None:
            self._lease = self._lease.model_copy(update={"epoch": self.epoch})

    def acquire(self, owner: Owner, now: float, steady: float) -> Lease | Refusal:
        """Ask for control.

        Args:
            owner: for whom.
            now: node clock, for the lease's stamp [s].
            steady: monotonic time, by which the lease ends [s].
        """
        if owner not in _GRANTABLE:
            return Refusal(
                Reason.INVALID_GOAL,
                f"control cannot be given to '{owner}'; ask for policy, agent or operator",
            )
        held = self._lease
        if held is not None and PRIORITY[owner] < PRIORITY[held.owner]:
            ends = self._renewed + held.ttl - steady
            return Refusal(
                Reason.LEASE_LOST,
                f"control is with '{held.owner}', which comes before '{owner}'; wait for its "
                f"release, at most {ends:.0f} s",
            )
        self.epoch += 1
        self._granted += 1
        self._renewed = steady
        self._lease = Lease(
            lease_id=f"lease-{self.epoch}-{self._granted}",
            owner=owner,
            epoch=self.epoch,
            granted_at=now,
            ttl=self._ttl,
        )
        return self._lease

    def renew(self, lease_id: str, now: float, steady: float) -> Lease | Refusal:
        """Prolong a lease; it comes back with the epoch in force."""
        lease = self._held(lease_id)
        if lease is None:
            return self._unknown(lease_id)
        self._renewed = steady
        self._lease = lease.model_copy(update={"granted_at": now})
        return self._lease

    def release(self, lease_id: str) -> Refusal | None:
        """Give control back."""
        if self._held(lease_id) is None:
            return self._unknown(lease_id)
        self._lease = None
        self.epoch += 1
        return None

    def abandon(self, owner: Owner) -> bool:
        """Take control back from an owner that is gone; whether it had it."""
        if self.owner is not owner:
            return False
        self._lease = None
        self.epoch += 1
        return True

    def expire(self, steady: float) -> Lease | None:
        """End a lease that was not renewed in time; the lease that ended."""
        lease = self._lease
        if lease is None or steady - self._renewed <= lease.ttl:
            return None
        self._lease = None
        self.epoch += 1
        return lease

    def _held(self, lease_id: str) -> Lease | None:
        lease = self._lease
        return lease if lease is not None and lease.lease_id == lease_id else None

    def _unknown(self, lease_id: str) -> Refusal:
        return Refusal(
            Reason.LEASE_LOST,
            f"lease '{lease_id}' is not in force, control is with '{self.owner}'; acquire it anew",
        )
