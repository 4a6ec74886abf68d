"""Two things measured in turns, so that a machine that gets slower slows both."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from experiments.bench.result import Ratio

Round = Callable[[], Sequence[float]]
"""Measures one round; gives its samples."""
_DRAWS = 4000
"""Of the bootstrap."""
Advance = Callable[[float], None]
"""Told the share of the work that is done, 0 to 1."""


@dataclass
class Paired:
    """Samples of both, round by round."""

    ours: list[Sequence[float]] = field(default_factory=list)
    bare: list[Sequence[float]] = field(default_factory=list)

    def add(self, ours: Sequence[float], bare: Sequence[float]) -> None:
        """One more round."""
        self.ours.append(ours)
        self.bare.append(bare)

    @property
    def all_ours(self) -> list[float]:
        """Samples of every round."""
        return [sample for samples in self.ours for sample in samples]

    @property
    def all_bare(self) -> list[float]:
        """Samples of every round."""
        return [sample for samples in self.bare for sample in samples]

    def quotients(self) -> list[float]:
        """Median of ours ÷ median of bare, for each round."""
        pairs = zip(self.ours, self.bare, strict=True)
        return [float(np.median(ours) / np.median(bare)) for ours, bare in pairs]


def interleave(ours: Round, bare: Round, rounds: int, advance: Advance) -> Paired:
    """Measure in turns; who begins changes from round to round."""
    paired = Paired()
    for index in range(rounds):
        if index % 2 == 0:
            first, second = ours(), bare()
        else:
            second, first = bare(), ours()
        paired.add(first, second)
        advance((index + 1) / rounds)
    return paired


def median_ratio(of: str, quotients: Sequence[float]) -> Ratio:
    """The median of the rounds' quotients, with the 95 % interval of order statistics.

    The interval needs no distribution (W. J. Conover, Practical Nonparametric Statistics, 3.2);
    with fewer than six rounds it is the range of all.

    Raises:
        ValueError: there are no quotients.
    """
    if not quotients:
        raise ValueError("no rounds to take a ratio of; measure at least one")
    ordered = sorted(quotients)
    rank = _lower_rank(len(ordered))
    return Ratio(
        of=of,
        value=float(np.median(ordered)),
        low=ordered[rank],
        high=ordered[len(ordered) - 1 - rank],
        rounds=len(ordered),
    )


def ratio_of_means(of: str, paired: Paired, block: int) -> Ratio:
    """Mean of ours ÷ mean of bare, with the 95 % interval of a bootstrap over blocks of rounds.

    For something whose speed differs from start to start by more than within one: a block is the
    rounds of one start, and what is drawn anew are whole starts (B. Efron, R. J. Tibshirani, An
    Introduction to the Bootstrap, 8.5). The draws come from a fixed seed.

    Args:
        of: what is divided by what.
        paired: all rounds, start by start.
        block: rounds of one start.

    Raises:
        ValueError: there are no whole blocks.
    """
    rounds = len(paired.ours)
    if rounds == 0 or rounds % block:
        raise ValueError(f"{rounds} rounds are no whole number of blocks of {block}; measure on")
    ours, bare = (
        np.array([np.mean(samples) for samples in side]).reshape(-1, block).mean(axis=1)
        for side in (paired.ours, paired.bare)
    )
    drawn = np.random.default_rng(0).integers(0, len(ours), (_DRAWS, len(ours)))
    ratios = ours[drawn].mean(axis=1) / bare[drawn].mean(axis=1)
    low, high = np.percentile(ratios, [2.5, 97.5])
    value = float(ours.mean() / bare.mean())
    return Ratio(
        of=of, value=value, low=min(float(low), value), high=max(float(high), value), rounds=rounds
    )


def _lower_rank(n: int) -> int:
    """Largest index from 0 of the interval's lower end that leaves at most 2.5 % below it."""
    below, rank = 0.5**n, 0
    while below + math.comb(n, rank + 1) * 0.5**n <= 0.025:
        rank += 1
        below += math.comb(n, rank) * 0.5**n
    return rank
