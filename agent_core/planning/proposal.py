"""What a planner is asked and what it may answer (requirements B.10)."""

from __future__ import annotations

from pydantic import Field

from agent_core.budgets.ledger import Premise
from agent_core.state import Purpose
from xlerobot_agent.contracts.model import Contract


class Candidate(Contract):
    """One skill call the core would allow now. A planner chooses among these by id, or not."""

    candidate_id: str
    purpose: Purpose
    skill: str
    object_id: str = ""
    target_id: str = ""
    predicates: tuple[str, ...] = ()
    task_id: str = ""
    goal: str
    """What the budget counts under: the task's predicate, or the skill's own name."""
    premise: Premise = Premise()


class PlanningRequest(Contract):
    """The question: beliefs and offers at one version of the state."""

    request_id: str
    version: int
    intent_id: str
    goals: tuple[str, ...]
    candidates: tuple[Candidate, ...] = Field(min_length=1)
    believed: dict[str, str]
    """Predicate → true, false or unknown."""
    held: str = ""
    expires: float
    """Answers later than this are refused, node clock [s]."""


class Proposal(Contract):
    """The answer: one of the offered candidates. No joint, pose, velocity or verdict in it."""

    proposal_id: str
    request_id: str
    based_on_version: int
    candidate_id: str
    steps: tuple[str, ...] = ()
    """The candidates it would choose after this one, if all goes well; for people to read."""
    because: str = ""
    evidence_ids: tuple[str, ...] = ()
    model_id: str = "rules"
