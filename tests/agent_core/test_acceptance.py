"""Success rates against the closed forms of B.14, with independent grasp failures.

The symbolic desk draws each grasp failure with probability p. The measured rates must fall in the
95 % Wilson interval around what the budgets say; above it the injector would be broken.
"""

from __future__ import annotations

from math import sqrt

import pytest

from agent_core.settings import AgentSettings

N = 384
STRATEGIES: dict[str, tuple[dict[str, int], int]] = {
    "open": ({"direct_retries": 0, "method_repairs": 0}, 1),
    "step": ({"direct_retries": 2, "method_repairs": 0}, 3),
    "full": ({}, 8),
}


def wilson(successes: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % Wilson score interval."""
    rate = successes / n
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return centre - half, centre + half


@pytest.mark.parametrize(
    ("strategy", "p"),
    [("open", 0.25), ("step", 0.25), ("step", 0.5), ("full", 0.1), ("full", 0.25), ("full", 0.5)],
)
def test_success_is_what_the_budgets_say(  # type: ignore[no-untyped-def]
    make_bench, settings: AgentSettings, strategy: str, p: float
) -> None:
    change, attempts = STRATEGIES[strategy]
    budgets = settings.budgets.model_copy(update=change)
    changed = settings.model_copy(update={"budgets": budgets})
    successes = picks = 0
    for seed in range(N):
        bench = make_bench(settings=changed, p=p, seed=seed, duration=0.01, traced=False)
        bench.say("tidy the desk")
        bench.run()
        succeeded = bench.agent.status.succeeded
        really = bench.desk.place == {"red_cup": "tray", "yellow_paper": "bin"}
        assert succeeded == really, "a claim that is not so"
        successes += succeeded
        picks += len(bench.desk.picks)
    low, high = wilson(successes, N)
    assert low <= (1 - p**attempts) ** 2 <= high
    expected_picks = 2 * (1 - p**attempts) / (1 - p)
    assert picks / N == pytest.approx(expected_picks, rel=0.08)
    if strategy == "full" and p == 0.25:
        assert successes / N >= 0.95
