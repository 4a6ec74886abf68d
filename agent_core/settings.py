"""``config/agent.yaml``: what can be tuned about deliberation, validated."""

from __future__ import annotations

from pydantic import Field

from xlerobot_agent.contracts.model import Contract


class BudgetSettings(Contract):
    """How often what may be tried again (requirements B.5)."""

    direct_retries: int = Field(default=2, ge=0, le=10)
    """Per (goal, method, target, reason); one more than this many attempts in all."""
    method_repairs: int = Field(default=3, ge=0, le=10)
    """Per task; each changes the premise."""
    global_attempts: int = Field(default=8, ge=1, le=1000)
    """Failures per (goal kind, object family, disturbance class) before the goal is locked."""
    back_off: float = Field(default=0.5, ge=0.0, le=60.0)
    """First wait after a failure that was not the hand's [s]; it doubles each time."""
    back_off_limit: float = Field(default=4.0, ge=0.0, le=600.0)
    """[s]"""
    evidence_distance: float = Field(default=0.05, gt=0.0)
    """An object seen this far [m] from where it could not be had reopens its lock."""


class BeliefSettings(Contract):
    """When a belief is held and when it is given up (requirements B.7)."""

    confirm: float = Field(default=0.7, gt=0.5, le=1.0)
    retract: float = Field(default=0.4, ge=0.0, lt=0.5)
    absence_coverage: float = Field(default=0.9, gt=0.0, le=1.0)
    """Share of the cells around an object's last place that must have been seen."""
    absence_half_width: float = Field(default=0.04, gt=0.0)
    """Half the edge of that square [m]."""


class TimingSettings(Contract):
    """Deadlines [s]."""

    skill_timeout: float = Field(default=60.0, gt=0.0, le=600.0)
    skill_grace: float = Field(default=5.0, gt=0.0)
    """After a skill's timeout, before it is cancelled; and again before it is given up."""
    human_wait: float = Field(default=60.0, gt=0.0)
    """For a person to answer or to act."""
    proposal_ttl: float = Field(default=5.0, gt=0.0)


class AgentSettings(Contract):
    """Everything of ``config/agent.yaml``."""

    tidy: dict[str, str] = Field(default_factory=dict)
    """Where each thing belongs when the desk is tidied: object id → receptacle id."""
    methods: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Skill → its variants in the order in which they are tried; "" is the default one.

    A skill that is not named has its default variant only.
    """
    put_down_target: str = "table"
    """The `place` target that means: back on the table."""
    search_looks: int = Field(default=3, ge=1, le=20)
    """Looks at the desk for a thing that was not seen, before saying so."""
    step_limit: int = Field(default=120, ge=1)
    """Skills for one intent before it is judged infeasible."""
    budgets: BudgetSettings = BudgetSettings()
    beliefs: BeliefSettings = BeliefSettings()
    timing: TimingSettings = TimingSettings()
    event_log: int = Field(default=20_000, ge=100)
    """Entries kept in memory for timelines."""
