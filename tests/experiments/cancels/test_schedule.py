"""The interleavings that are drawn (fault table rows 11, 12, 13, 18)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from experiments.cancels.campaign import summarise
from experiments.cancels.cases import RECIPES, Case, Moment
from experiments.cancels.interleaving import Interleaving
from experiments.cancels.schedule import schedule


def test_the_seed_alone_decides():
    assert schedule(200, 7) == schedule(200, 7)
    assert schedule(200, 7) != schedule(200, 8)


def test_every_case_comes_and_chunks_are_cancelled_at_every_index():
    plans = schedule(1000, 1)
    assert [plan.number for plan in plans] == list(range(1000))
    counts = {case: sum(plan.case is case for plan in plans) for case in Case}
    assert set(RECIPES) == set(Case)
    total = sum(recipe.weight for recipe in RECIPES.values())
    for case, recipe in RECIPES.items():
        share = 1000 * recipe.weight / total
        assert 0.4 * share <= counts[case] <= 2.5 * share, case
    indices = {plan.chunk for plan in plans if plan.case is Case.CHUNK_INDEX}
    assert indices == set(range(RECIPES[Case.CHUNK_INDEX].chunks))


def test_what_moves_away_and_back_takes_turns():
    skills = [plan.skill for plan in schedule(400, 5)]
    alike = sum(a is b for a, b in pairwise(skills))
    assert alike < 0.35 * len(skills)


def test_plans_stay_within_their_recipes():
    for plan in schedule(500, 3):
        recipe = RECIPES[plan.case]
        assert (plan.skill, plan.moment) in recipe.starts
        assert 0.0 <= plan.delay <= recipe.delay
        assert 0.0 <= plan.gap <= recipe.gap
        assert plan.chunk < recipe.chunks


def test_few_interleavings_of_chosen_cases():
    plans = schedule(3, 1, (Case.TWICE, Case.BURST))
    assert {plan.case for plan in plans} == {Case.TWICE, Case.BURST}
    with pytest.raises(ValueError, match="1 interleavings for 20 cases"):
        schedule(1, 1)


def found(case, latency, violations=(), chunk=None):
    return Interleaving(
        number=0,
        case=case,
        moment=Moment.PLAYING,
        chunk=chunk,
        reached=True,
        outcome="CANCELED cancelled",
        goals=2,
        latency_ms=latency,
        duration=1.0,
        unseen=0,
        starved=False,
        violations=violations,
    )


def test_the_summary_counts_per_case():
    result = summarise(
        [
            found(Case.TWICE, 10.0),
            found(Case.TWICE, 30.0, ("wrong",)),
            found(Case.CHUNK_INDEX, None, chunk=4),
        ],
        seed=1,
        graphs=1,
    )
    assert (result.passed.successes, result.passed.trials, result.goals) == (2, 3, 6)
    assert result.chunk_indices == (4,)
    chunks, twice = result.cases
    assert (chunks.case, chunks.latency_ms) == (Case.CHUNK_INDEX, None)
    assert (twice.interleavings, twice.violated) == (2, 1)
    assert twice.latency_ms is not None
    assert twice.latency_ms.median == 20.0
