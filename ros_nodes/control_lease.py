"""Holding the control lease: acquire when it is free, renew in time, notice its loss."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from xlerobot_interfaces import srv

from xlerobot_agent.contracts.control import Owner

if TYPE_CHECKING:
    from rclpy.task import Future

    from xlerobot_agent.contracts.safety import SafetyState

CHECK_PERIOD = 0.5
"""[s]"""
RENEW_SHARE = 1.0 / 3.0
"""Of a lease's length after which it is renewed."""
ANSWER_TIME = 3.0
"""After which an unanswered request is sent anew [s]."""


class ControlLease:
    """Keeps one owner's lease at the supervisor; needs the node to spin."""

    def __init__(self, node: Any, owner: Owner) -> None:
        """Begin to ask.

        Args:
            node: a node with ``steady_clock``.
            owner: for whom.
        """
        self._node = node
        self._owner = owner
        self._lease_id = ""
        self._renewed_at = 0.0
        self._ttl = 0.0
        self._state: SafetyState | None = None
        self._asked: float | None = None
        self._acquire = node.create_client(srv.AcquireControl, "control/acquire")
        self._release = node.create_client(srv.ReleaseControl, "control/release")
        self._timer = node.create_timer(CHECK_PERIOD, self._check, clock=node.steady_clock)

    @property
    def held(self) -> bool:
        """The lease is ours, as far as was heard."""
        return bool(self._lease_id)

    def on_safety(self, state: SafetyState) -> None:
        """The supervisor's state tells who has control; SAFETY keeps leases as they are."""
        self._state = state
        if self.held and state.owner not in (self._owner, Owner.SAFETY):
            self._node.get_logger().warning(f"control went to {state.owner.value}")
            self._lease_id = ""
        elif not self.held:
            self._check()

    def release(self) -> None:
        """Give control back, without waiting for the answer, and ask no more."""
        self._node.destroy_timer(self._timer)
        self._asked = math.inf
        if self.held and self._release.service_is_ready():
            self._release.call_async(srv.ReleaseControl.Request(lease_id=self._lease_id))
        self._lease_id = ""

    def _check(self) -> None:
        steady = time.monotonic()
        waiting = self._asked is not None and steady - self._asked < ANSWER_TIME
        if waiting or self._state is None or not self._acquire.service_is_ready():
            return
        if self.held:
            if steady - self._renewed_at > self._ttl * RENEW_SHARE:
                self._ask(self._lease_id)
        elif self._state.owner in (Owner.NONE, self._owner):
            self._ask("")

    def _ask(self, lease_id: str) -> None:
        self._asked = time.monotonic()
        request = srv.AcquireControl.Request(
            owner=self._owner.value, client=self._node.get_name(), lease_id=lease_id
        )
        self._acquire.call_async(request).add_done_callback(self._on_answer)

    def _on_answer(self, future: Future) -> None:
        self._asked = None
        answer = future.result()
        if answer is None or not answer.accepted:
            self._lease_id = ""
            why = "no answer" if answer is None else answer.error_message
            self._node.get_logger().warning(f"no control: {why}")
            return
        if not self.held:
            self._node.get_logger().info(f"control acquired under epoch {answer.epoch}")
        self._lease_id = answer.lease_id
        self._renewed_at = time.monotonic()
        self._ttl = answer.ttl
