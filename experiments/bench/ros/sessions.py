"""Two pairs of processes in turns, and both started anew now and then.

How fast a pair is depends on how it came up: where its threads landed, what its allocator learnt.
One start of each would measure that luck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from experiments.bench.benchmark import Run
from experiments.bench.paired import Advance, Paired, interleave
from experiments.bench.ros.graph import Driver, Graph

MILLISECONDS = 1e3


@dataclass(frozen=True)
class Side:
    """One of the two that are compared.

    Attributes:
        start: starts its two processes.
        exchanges: in each round.
    """

    start: Callable[[Graph], Driver]
    exchanges: int


def in_sessions(ours: Side, bare: Side, run: Run, *, sessions: int, rounds: int) -> Paired:
    """Durations of all exchanges [ms].

    Args:
        ours: one of the two that are compared.
        bare: the other.
        run: quick means one session of two rounds.
        sessions: starts of all processes.
        rounds: in each session, after one that warms up.

    Raises:
        BenchmarkUnavailableError: there is no rclpy, or a process did not answer.
    """
    paired = Paired()
    sessions, rounds = run.amount(sessions, 1), run.amount(rounds, 2)
    for index in range(sessions):

        def advance(share: float, done: int = index) -> None:
            run.advance((done + share) / sessions)

        here = _session(ours, bare, rounds, advance)
        for mine, theirs in zip(here.ours, here.bare, strict=True):
            paired.add(mine, theirs)
    return paired


def _session(ours: Side, bare: Side, rounds: int, advance: Advance) -> Paired:
    with Graph() as graph:
        one, other = ours.start(graph), bare.start(graph)
        one.exchange(ours.exchanges)
        other.exchange(bare.exchanges)
        return interleave(
            lambda: [s * MILLISECONDS for s in one.exchange(ours.exchanges)],
            lambda: [s * MILLISECONDS for s in other.exchange(bare.exchanges)],
            rounds,
            advance,
        )
