"""Figures as this project reports them: a proportion with its Wilson interval, and percentiles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from xlerobot_agent.contracts.model import Contract


class Proportion(Contract):
    """``successes`` of ``trials`` with the Wilson score interval around the rate."""

    successes: int
    trials: int
    rate: float
    low: float
    high: float

    def __str__(self) -> str:
        return (
            f"{self.successes}/{self.trials} = {self.rate:.1%} "
            f"(95 % Wilson {self.low:.1%} to {self.high:.1%})"
        )


def wilson(successes: int, trials: int, confidence: float = 0.95) -> Proportion:
    """A rate with its Wilson score interval (E. B. Wilson, JASA 22, 1927, p. 209).

    With no trials the rate is 0 and the interval everything.

    Raises:
        ValueError: successes are negative or more than the trials.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials; count again")
    if trials == 0:
        return Proportion(successes=0, trials=0, rate=0.0, low=0.0, high=1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2.0)
    rate = successes / trials
    shrink = 1.0 + z * z / trials
    centre = (rate + z * z / (2.0 * trials)) / shrink
    half = z / shrink * math.sqrt(rate * (1.0 - rate) / trials + z * z / (4.0 * trials**2))
    return Proportion(
        successes=successes,
        trials=trials,
        rate=rate,
        low=max(0.0, centre - half),
        high=min(1.0, centre + half),
    )


class Percentiles(Contract):
    """Median, p95, p99 and maximum of ``n`` samples, in the samples' own unit."""

    n: int
    median: float
    p95: float
    p99: float
    maximum: float

    def __str__(self) -> str:
        return (
            f"median {self.median:.3g}, p95 {self.p95:.3g}, p99 {self.p99:.3g}, "
            f"max {self.maximum:.3g} (n = {self.n})"
        )


def percentiles(samples: Sequence[float]) -> Percentiles:
    """Summarise samples.

    Raises:
        ValueError: there are none.
    """
    if len(samples) == 0:
        raise ValueError("no samples to summarise; measure at least one")
    median, p95, p99 = np.percentile(np.asarray(samples), [50, 95, 99])
    return Percentiles(
        n=len(samples),
        median=float(median),
        p95=float(p95),
        p99=float(p99),
        maximum=float(max(samples)),
    )
