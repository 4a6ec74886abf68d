"""The counters: local retries, method repairs, the global cap and its locks."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from agent_core.budgets.disturbance import DISTURBANCE, MOVED_REFUTES, NEW_VIEW, Disturbance
from agent_core.canonical import canonical, digest
from agent_core.settings import BudgetSettings
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.reasons import Reason


class Premise(Contract):
    """What an attempt assumes will work; a repair must assume something else."""

    grasp: str = ""
    """The variant of `pick`."""
    release: str = ""
    """The variant of `place`."""
    view: int = 0
    """How often the desk was looked at anew, from the rest pose, for this task."""

    def hash(self) -> str:
        """Identity of the premise."""
        return digest(canonical(self))[:16]


class GoalFamily(Contract):
    """What failures of one goal add up under: canonical, so re-wording changes nothing."""

    goal: str
    """The goal predicate, e.g. ``inside(red_cup, tray)``, or a skill's name."""
    kind: str
    """The predicate's name."""
    family: str
    """The object's shape."""


class Lock(Contract):
    """A goal that could not be had, until new evidence refutes the premise."""

    goal: str
    reason: Reason
    since: float
    object_id: str
    x: float | None = None
    y: float | None = None
    """Where the object was then [m], if that was known."""


_NO_WAY = frozenset({Reason.INVALID_GOAL, Reason.TOO_HEAVY})
"""Refusals, beside those of reach, that the same attempt would only meet again."""


class Next(StrEnum):
    """What the budget allows after a failure."""

    RETRY = "retry"
    REPAIR = "repair"
    EXHAUSTED = "exhausted"


class Ledger(Contract):
    """All counters. Keys are strings of canonical parts, so they survive a restart as they are."""

    local: dict[str, int] = Field(default_factory=dict)
    repairs: dict[str, int] = Field(default_factory=dict)
    tried: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Goal → hashes of the premises that were given up."""
    overall: dict[str, int] = Field(default_factory=dict)
    locks: dict[str, Lock] = Field(default_factory=dict)

    def failures(self, family: GoalFamily, disturbance: Disturbance) -> int:
        """Failures so far that count against the global cap."""
        return self.overall.get(_global_key(family, disturbance), 0)

    def is_locked(self, goal: str) -> bool:
        """Whether the goal is marked unreachable."""
        return goal in self.locks


class Charge(Contract):
    """The ledger after a failure and what it allows: the same premise, another, or none."""

    ledger: Ledger
    next: Next
    premise: Premise


def charge(
    ledger: Ledger,
    family: GoalFamily,
    premise: Premise,
    reason: Reason,
    options: tuple[Premise, ...],
    settings: BudgetSettings,
    *,
    refused: bool = False,
) -> Charge:
    """Count one failure of an attempt.

    Args:
        ledger: before.
        family: whose failure.
        premise: what the attempt assumed.
        reason: why it failed.
        options: other premises under the same view, in the order in which to try them.
        settings: the limits.
        refused: a gate said no and nothing moved. A way that is out of reach, or unknown to the
            skill, is then not tried again under this view, and the next way costs no repair.
    """
    disturbance = DISTURBANCE[reason]
    local_key = "|".join((family.goal, premise.hash(), reason.value))
    local = {**ledger.local, local_key: ledger.local.get(local_key, 0) + 1}
    global_key = _global_key(family, disturbance)
    overall = {**ledger.overall, global_key: ledger.overall.get(global_key, 0) + 1}
    counted = ledger.model_copy(update={"local": local, "overall": overall})
    if overall[global_key] >= settings.global_attempts:
        return Charge(ledger=counted, next=Next.EXHAUSTED, premise=premise)
    no_way = refused and (reason in _NO_WAY or disturbance is Disturbance.REACH)
    if not no_way and local[local_key] <= settings.direct_retries:
        return Charge(ledger=counted, next=Next.RETRY, premise=premise)
    return _repair(counted, family.goal, premise, disturbance, options, settings, free=no_way)


def _repair(
    ledger: Ledger,
    goal: str,
    premise: Premise,
    disturbance: Disturbance,
    options: tuple[Premise, ...],
    settings: BudgetSettings,
    *,
    free: bool,
) -> Charge:
    """The next premise that was not given up; ``free``: another way under this view costs none."""
    tried = (*ledger.tried.get(goal, ()), premise.hash())
    used = ledger.repairs.get(goal, 0)
    untried = [o for o in options if o.hash() not in tried and disturbance not in NEW_VIEW]
    if not (free and untried):
        if used >= settings.method_repairs:
            return Charge(ledger=ledger, next=Next.EXHAUSTED, premise=premise)
        used += 1
    repaired = ledger.model_copy(
        update={
            "repairs": {**ledger.repairs, goal: used},
            "tried": {**ledger.tried, goal: tried},
        }
    )
    chosen = untried[0] if untried else _other_view(premise, disturbance)
    return Charge(ledger=repaired, next=Next.REPAIR, premise=chosen)


def _other_view(premise: Premise, disturbance: Disturbance) -> Premise:
    """Looked at anew; the usual ways are open again unless seeing was all that was wrong."""
    if disturbance in NEW_VIEW:
        return premise.model_copy(update={"view": premise.view + 1})
    return Premise(view=premise.view + 1)


def locked(ledger: Ledger, lock: Lock) -> Ledger:
    """The ledger with a goal marked unreachable."""
    return ledger.model_copy(update={"locks": {**ledger.locks, lock.goal: lock}})


def rearmed(ledger: Ledger, family: GoalFamily) -> Ledger:
    """The ledger after evidence that refutes the premise of a goal's failures.

    Nothing else clears a counter: not time, not wording, not a new object version.
    """
    prefix = f"{family.goal}|"
    shared = f"{family.kind}|{family.family}|"
    return ledger.model_copy(
        update={
            "local": {k: n for k, n in ledger.local.items() if not k.startswith(prefix)},
            "repairs": {k: n for k, n in ledger.repairs.items() if k != family.goal},
            "tried": {k: n for k, n in ledger.tried.items() if k != family.goal},
            "overall": {k: n for k, n in ledger.overall.items() if not k.startswith(shared)},
            "locks": {k: lock for k, lock in ledger.locks.items() if k != family.goal},
        }
    )


def refuted_by_sight(
    ledger: Ledger, object_id: str, x: float, y: float, settings: BudgetSettings
) -> tuple[Lock, ...]:
    """Locks whose premise falls when the object is seen at (x, y) [m], elsewhere than it was."""
    return tuple(
        lock
        for lock in ledger.locks.values()
        if lock.object_id == object_id
        and DISTURBANCE[lock.reason] in MOVED_REFUTES
        and (
            lock.x is None
            or lock.y is None
            or (lock.x - x) ** 2 + (lock.y - y) ** 2 > settings.evidence_distance**2
        )
    )


def _global_key(family: GoalFamily, disturbance: Disturbance) -> str:
    return "|".join((family.kind, family.family, disturbance.value))
