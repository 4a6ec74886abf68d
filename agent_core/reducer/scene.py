"""An observation arrives: beliefs, locks that it refutes, and what it says of the hand."""

from __future__ import annotations

from agent_core.beliefs.store import observed, told
from agent_core.budgets.ledger import rearmed, refuted_by_sight
from agent_core.reducer.families import family_of
from agent_core.reducer.transaction import Transaction
from xlerobot_agent.contracts.predicates import Predicate, Truth
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Receipt
from xlerobot_agent.contracts.scene import SceneObservation


def on_scene(transaction: Transaction) -> None:
    """An observation that came by itself."""
    observation = SceneObservation.model_validate(transaction.event.payload)
    take_in(transaction, observation)
    if transaction.state.run is None and not observation.arm_moving and not observation.fault:
        _feel_hand(transaction)


def take_in(transaction: Transaction, observation: SceneObservation) -> None:
    """Believe what an observation shows."""
    state, settings = transaction.state, transaction.knowledge.settings
    before = state.store
    store = observed(before, observation, settings.beliefs)
    transaction.change(store=store)
    if store.version == before.version:
        return
    if state.recovering and observation.stamp > state.clear_since:
        transaction.change(recovering=False)
        transaction.note("recovered", observation_id=observation.observation_id)
    _reopen_by_sight(transaction, observation)


def take_receipt(transaction: Transaction, receipt: Receipt, stamp: float) -> None:
    """Believe what a receipt's verdicts say, as of ``stamp`` [s]."""
    store = told(
        transaction.state.store,
        receipt.predicates,
        stamp,
        transaction.knowledge.settings.beliefs,
    )
    transaction.change(store=store)


def _reopen_by_sight(transaction: Transaction, observation: SceneObservation) -> None:
    catalogue = transaction.knowledge.catalogue
    for found in observation.objects:
        for lock in refuted_by_sight(
            transaction.state.ledger,
            found.object_id,
            found.pose.x,
            found.pose.y,
            transaction.knowledge.settings.budgets,
        ):
            transaction.change(
                ledger=rearmed(transaction.state.ledger, family_of(lock.goal, catalogue))
            )
            transaction.note(
                "new_evidence", goal=lock.goal, refutes=lock.reason,
                observation_id=observation.observation_id,
            )  # fmt: skip


def _feel_hand(transaction: Transaction) -> None:
    """At rest and with no skill out, the hand holds what is seen in it."""
    state = transaction.state
    seen = state.store.held()
    if seen:
        transaction.change(held=seen)
    elif state.held:
        holding = str(Predicate(name="holding", args=(state.held,)))
        if state.store.value(holding) is Truth.FALSE:
            transaction.change(held="")
            transaction.note(
                "external_removal", object_id=state.held, reason=Reason.EXTERNAL_REMOVAL
            )
