"""A planner's answer: through the gate, and committed or refused with a code."""

from __future__ import annotations

from pydantic import ValidationError

from agent_core.planning.candidates import offered
from agent_core.planning.gate import GateCode, judge
from agent_core.planning.proposal import Proposal
from agent_core.reducer.deliberation import motion_free
from agent_core.reducer.skills import start
from agent_core.reducer.transaction import Transaction


def on_proposal(transaction: Transaction) -> None:
    """Commit a proposal that fits the state as it is now; refuse any other."""
    state, knowledge = transaction.state, transaction.knowledge
    try:
        proposal = Proposal.model_validate(transaction.event.payload)
    except ValidationError as error:
        _refuse(transaction, "schema", str(error.errors()[0]["msg"]))
        return
    intent = state.active()
    candidates = (
        offered(state, intent, knowledge.catalogue, knowledge.settings)
        if intent is not None
        else ()
    )
    code, chosen = judge(proposal, state, candidates, motion_free(state))
    if chosen is None or intent is None:
        _refuse(transaction, code, proposal.candidate_id)
        return
    transaction.note(
        "gate", code=code, candidate_id=chosen.candidate_id, because=proposal.because,
        offered=[c.candidate_id for c in candidates], version=proposal.based_on_version,
    )  # fmt: skip
    transaction.change(request=None)
    start(transaction, intent, chosen)


def _refuse(transaction: Transaction, code: GateCode | str, about: str) -> None:
    transaction.note("gate", code=str(code), candidate_id=about)
    if code is GateCode.CANCELLED:
        return
    transaction.change(request=None, rejections=transaction.state.rejections + 1)
