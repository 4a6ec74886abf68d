"""Failure budgets by cause: B.5."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent_core.budgets.disturbance import DISTURBANCE
from agent_core.budgets.ledger import (
    GoalFamily,
    Ledger,
    Lock,
    Next,
    Premise,
    charge,
    locked,
    rearmed,
    refuted_by_sight,
)
from agent_core.settings import BudgetSettings
from xlerobot_agent.contracts.reasons import Reason

FAMILY = GoalFamily(goal="inside(red_cup, tray)", kind="inside", family="cup")
UNCAPPED = BudgetSettings(global_attempts=1000)
METHODS = tuple(Premise(grasp=g) for g in ("", "side", "steep"))


def _spend(
    reason: Reason, settings: BudgetSettings, options: tuple[Premise, ...] = METHODS
) -> tuple[int, list[Premise], Ledger]:
    """Fail until exhausted; attempts made, premises tried in order, the ledger."""
    ledger, premise, tried = Ledger(), Premise(), [Premise()]
    for attempts in range(1, 100):
        charged = charge(ledger, FAMILY, premise, reason, options, settings)
        ledger = charged.ledger
        if charged.next is Next.EXHAUSTED:
            return attempts, tried, ledger
        if charged.next is Next.REPAIR:
            tried.append(charged.premise)
        premise = charged.premise
    raise AssertionError("never exhausted")


def test_two_direct_retries_then_a_repair_and_three_repairs_then_the_end() -> None:
    """S0-25, S0-26: three attempts a premise, exactly three distinct repairs."""
    attempts, tried, _ = _spend(Reason.SLIPPED, UNCAPPED)
    assert attempts == 3 * 4
    assert len(tried) == 4
    assert len({p.hash() for p in tried}) == 4


def test_the_global_cap_is_eight() -> None:
    attempts, tried, _ = _spend(Reason.SLIPPED, BudgetSettings())
    assert attempts == 8
    assert len(tried) == 3


def test_every_repair_changes_its_premise_even_with_one_method() -> None:
    """S1-62: without another grasp the other view is the repair."""
    _, tried, _ = _spend(Reason.GRASP_EMPTY, UNCAPPED, (Premise(),))
    assert [p.view for p in tried] == [0, 1, 2, 3]


def test_perception_is_repaired_by_another_view_not_by_another_grasp() -> None:
    _, tried, _ = _spend(Reason.PERCEPTION_UNSURE, UNCAPPED)
    assert {p.grasp for p in tried} == {""}
    assert [p.view for p in tried] == [0, 1, 2, 3]


def test_another_reason_is_another_count() -> None:
    ledger = Ledger()
    for reason in (Reason.SLIPPED, Reason.GRASP_EMPTY, Reason.SLIPPED, Reason.GRASP_EMPTY):
        charged = charge(ledger, FAMILY, Premise(), reason, METHODS, UNCAPPED)
        ledger = charged.ledger
        assert charged.next is Next.RETRY


def test_a_request_the_skill_does_not_take_is_not_repeated() -> None:
    charged = charge(
        Ledger(),
        FAMILY,
        Premise(grasp="side"),
        Reason.INVALID_GOAL,
        METHODS,
        UNCAPPED,
        refused=True,
    )
    assert charged.next is Next.REPAIR
    assert charged.premise.grasp != "side"


def test_a_way_out_of_reach_costs_no_repair_and_the_usual_way_comes_back() -> None:
    """Slipped thrice, no other grasp is free: the first one is tried again after a new look."""
    ledger, premise = Ledger(), Premise()
    for _ in range(3):
        charged = charge(ledger, FAMILY, premise, Reason.SLIPPED, METHODS, BudgetSettings())
        ledger, premise = charged.ledger, charged.premise
    assert premise == Premise(grasp="side")
    for expected in (Premise(grasp="steep"), Premise(view=1)):
        charged = charge(
            ledger, FAMILY, premise, Reason.BLOCKED, METHODS, BudgetSettings(), refused=True
        )
        ledger, premise = charged.ledger, charged.premise
        assert premise == expected
    assert ledger.repairs[FAMILY.goal] == 2


def test_what_is_out_of_reach_is_refused_once_a_way() -> None:
    ledger, premise, seen = Ledger(), Premise(), []
    for _ in range(8):
        seen.append(premise)
        options = tuple(m.model_copy(update={"view": premise.view}) for m in METHODS)
        charged = charge(
            ledger, FAMILY, premise, Reason.UNREACHABLE, options, BudgetSettings(), refused=True
        )
        ledger, premise = charged.ledger, charged.premise
    assert charged.next is Next.EXHAUSTED
    assert len({p.hash() for p in seen}) == 8


def test_only_new_evidence_rearms() -> None:
    """Counters survive everything but a refuted premise."""
    _, _, ledger = _spend(Reason.SLIPPED, BudgetSettings())
    survived = Ledger.model_validate_json(ledger.model_dump_json())
    again = charge(survived, FAMILY, Premise(), Reason.SLIPPED, METHODS, BudgetSettings())
    assert again.next is Next.EXHAUSTED
    fresh = charge(
        rearmed(ledger, FAMILY), FAMILY, Premise(), Reason.SLIPPED, METHODS, BudgetSettings()
    )
    assert fresh.next is Next.RETRY


def test_a_lock_falls_when_the_thing_is_seen_elsewhere() -> None:
    """S0-29: not for a nudge, not for another object, not for what a place cannot cure."""
    lock = Lock(
        goal=FAMILY.goal, reason=Reason.UNREACHABLE, since=0.0, object_id="red_cup", x=0.4, y=0.0
    )
    ledger = locked(Ledger(), lock)
    settings = BudgetSettings()
    assert refuted_by_sight(ledger, "red_cup", 0.41, 0.01, settings) == ()
    assert refuted_by_sight(ledger, "yellow_paper", 0.2, 0.0, settings) == ()
    assert refuted_by_sight(ledger, "red_cup", 0.3, 0.0, settings) == (lock,)
    full = locked(Ledger(), lock.model_copy(update={"reason": Reason.TARGET_OCCUPIED}))
    assert refuted_by_sight(full, "red_cup", 0.3, 0.0, settings) == ()


def test_every_reason_has_its_class() -> None:
    assert set(DISTURBANCE) == set(Reason)


@given(st.lists(st.sampled_from(list(Reason)), min_size=60, max_size=80))
def test_whatever_fails_the_budget_ends_it(reasons: list[Reason]) -> None:
    """No mixture of causes goes on for ever."""
    ledger, premise, settings = Ledger(), Premise(), BudgetSettings()
    for reason in reasons:
        charged = charge(ledger, FAMILY, premise, reason, METHODS, settings)
        if charged.next is Next.EXHAUSTED:
            return
        ledger, premise = charged.ledger, charged.premise
    raise AssertionError("60 failures and no end")
