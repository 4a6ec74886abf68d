"""Effects: what the reducer wants done outside, as data. The agent's shell carries them out."""

from __future__ import annotations

from typing import Literal

from agent_core.planning.proposal import PlanningRequest
from xlerobot_agent.contracts.instruction import InstructionReply
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.skills import SkillGoal


class StartSkill(Contract):
    """Submit a goal to the skills."""

    kind: Literal["start_skill"] = "start_skill"
    goal: SkillGoal


class CancelSkill(Contract):
    """Ask a goal to end at its next safe point."""

    kind: Literal["cancel_skill"] = "cancel_skill"
    goal_id: str


class StopMotion(Contract):
    """Hold the arm now; carried out before anything else."""

    kind: Literal["stop_motion"] = "stop_motion"
    reason: str


class Reply(Contract):
    """Answer an instruction."""

    kind: Literal["reply"] = "reply"
    reply: InstructionReply


class Notify(Contract):
    """Tell the person something unasked: a result, a question, a problem."""

    kind: Literal["notify"] = "notify"
    intent_id: str
    message: str


class RequestProposal(Contract):
    """Ask the planner to choose."""

    kind: Literal["request_proposal"] = "request_proposal"
    request: PlanningRequest


Effect = StartSkill | CancelSkill | StopMotion | Reply | Notify | RequestProposal
