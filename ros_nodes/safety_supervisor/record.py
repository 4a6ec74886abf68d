"""What goes into the audit, and when: a stop is never held up by the disk, a reset waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ros_nodes.safety_supervisor.audit import LATCH, RESET
from ros_nodes.safety_supervisor.stop_account import StopAccount

if TYPE_CHECKING:
    from ros_nodes.safety_supervisor.audit import AuditLog
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.contracts.chunk import ChunkStatus
    from xlerobot_agent.contracts.safety import Latch, SafetyMode
    from xlerobot_agent.robot_model.arm_model import ArmModel

MODE = "mode"
STOPPED = "stopped"
_MOST_PENDING = 1000
"""Records kept while the disk takes none; beyond that only latches are."""


class StopRecord:
    """Records of latches, resets, modes and of what each stop came to, in order.

    They are kept in memory while they cannot be written. Without a log (in simulation) nothing is
    recorded and every reset may go ahead.
    """

    def __init__(self, log: AuditLog | None, model: ArmModel) -> None:
        self._log = log
        self._model = model
        self._account: StopAccount | None = None
        self._pending: list[tuple[str, float, dict[str, Any]]] = []
        self._failure = ""

    def open_latches(self) -> tuple[Latch, ...]:
        """Latches that the process before this one left open."""
        return () if self._log is None else self._log.open_latches()

    def next_latch_id(self) -> int:
        """A latch number that no earlier process has used."""
        return 1 if self._log is None else self._log.last_latch_id() + 1

    def latch(self, latch: Latch, state: ArmState | None, now: float) -> None:
        """A stop was latched, with the arm here."""
        positions = None if state is None else list(state.positions)
        self._add(LATCH, now, latch=latch.model_dump(mode="json"), positions=positions)

    def mode(self, before: SafetyMode, after: SafetyMode, reason: str, now: float) -> None:
        """The mode changed."""
        if len(self._pending) < _MOST_PENDING:
            self._add(MODE, now, before=before.value, after=after.value, reason=reason)

    def follow(self, latch_id: int, cause: str, state: ArmState | None, steady: float) -> None:
        """Account for a stop until the arm stands; a second one meanwhile belongs to the first.

        Args: see `StopAccount`.
        """
        if self._account is None:
            self._account = StopAccount(self._model, latch_id, cause, state, steady)

    def on_state(self, state: ArmState, steady: float) -> None:
        """A reading of the joints."""
        if self._account is not None:
            self._account.on_state(state, steady)

    def on_status(self, status: ChunkStatus) -> None:
        """What became of a chunk."""
        if self._account is not None:
            self._account.on_status(status)

    def tick(self, now: float, steady: float) -> None:
        """Time passes: a stop that has come to rest is recorded."""
        if self._account is not None and self._account.over(steady):
            self.close(now, steady)

    def close(self, now: float, steady: float) -> None:
        """Record the stop that is accounted for, as far as it came."""
        account, self._account = self._account, None
        if account is not None and len(self._pending) < _MOST_PENDING:
            self._add(STOPPED, now, **account.fields(steady))

    def reset(self, latch_id: int, operator: str, now: float) -> str | None:
        """Record a reset that is about to happen; why it cannot be recorded, or None."""
        if self._log is None:
            return None
        if not self.flush():
            return (
                f"latch {latch_id}: the stop is not on disk yet ({self._failure}); make the audit "
                "log writable and try again"
            )
        try:
            self._log.append(RESET, now, latch_id=latch_id, operator=operator)
        except OSError as error:
            return f"latch {latch_id}: the reset cannot be recorded ({error}); free the disk"
        return None

    def flush(self) -> bool:
        """Write what is pending; whether all of it is on disk."""
        log = self._log
        while log is not None and self._pending:
            kind, now, fields = self._pending[0]
            try:
                log.append(kind, now, **fields)
            except OSError as error:
                self._failure = str(error)
                return False
            self._pending.pop(0)
        return True

    def _add(self, kind: str, now: float, **fields: Any) -> None:
        if self._log is not None:
            self._pending.append((kind, now, fields))
