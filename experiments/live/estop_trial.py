"""An e-stop at some instant of the demo, judged by the recording, not by any node's word."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import computed_field

from experiments.live.run import BAG, LiveHooks, LiveOutcome, LiveRequest, run_live
from experiments.report.bag_reader import Recorded, messages
from ros_nodes.console.node import Console
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.skills import SkillName

HELD_SECONDS = 2.0
"""Between the e-stop and the person's reset [s]."""
MOVED = 0.01
"""More than this is motion [rad], 4 mm at an outstretched hand. A servo that presses on something
at its force limit can creep further under a set-point that stands still; that counts as motion."""
STILL_BY = 0.25
"""After an e-stop the arm stands still within this time [s] (fault table, row 12)."""


class EstopTrial(Contract):
    """What one e-stop did."""

    seed: int
    delay: float
    """From the accepted instruction to the e-stop, wall [s]."""
    latched: bool
    moving: bool
    """The arm moved when the e-stop came: it came to rest somewhere else."""
    still_after_ms: float
    """From the e-stop's arrival at the recorder until every joint stays within ``MOVED`` of where
    it is at the reset."""
    moved_until_reset: float
    """Largest change of a joint from ``STILL_BY`` after the e-stop to the reset [rad]."""
    observed_after_reset: bool
    finished: bool
    """Claimed and scored as success in the end."""
    message: str

    @computed_field  # type: ignore[prop-decorator]
    @property
    def passed(self) -> bool:
        """Latched, held, nothing moved, looked anew, finished."""
        held = self.latched and self.moved_until_reset <= MOVED
        still = self.still_after_ms <= 1000.0 * STILL_BY
        return held and still and self.observed_after_reset and self.finished


def run_estop_trial(request: LiveRequest, seed: int, delay: float) -> EstopTrial:
    """Run the demo with an e-stop ``delay`` seconds after the instruction was accepted.

    Raises:
        GraphEndedError, ConsoleError: see ``run_live``.
    """
    observer = _Observer(request.arguments.get("namespace", ""), delay)
    try:
        outcome = run_live(request, LiveHooks(on_accepted=lambda _: observer.start()))
    finally:
        observer.join()
    return _judge(request.directory / BAG, outcome, seed, delay, observer.latched)


class _Observer:
    """A person with an e-stop, in a terminal of their own."""

    def __init__(self, namespace: str, delay: float) -> None:
        self._namespace = namespace
        self._delay = delay
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._act, name="observer")
        self.latched = False

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _act(self) -> None:
        with Console(self._namespace) as console:
            if self._over.wait(self._delay):
                return
            self.latched = bool(console.estop().latches)
            self._over.wait(HELD_SECONDS)
            console.reset("trial")


@dataclass(frozen=True)
class _Reading:
    time: float
    positions: tuple[float, ...]


def _judge(bag: Path, outcome: LiveOutcome, seed: int, delay: float, latched: bool) -> EstopTrial:
    recorded = list(messages(bag, "estop", "joint_states", "safety/state"))
    pressed = next((r.received for r in recorded if r.topic.endswith("/estop")), None)
    readings = [_reading(r) for r in recorded if r.topic.endswith("joint_states")]
    reset = _reset_time(recorded)
    held = [r for r in readings if pressed is not None and pressed <= r.time < reset]
    start = pressed or 0.0
    return EstopTrial(
        seed=seed,
        delay=delay,
        latched=latched,
        moving=bool(held) and _distance(held[0], held[-1]) > MOVED,
        still_after_ms=1000.0 * (_still_since(held, start) - start),
        moved_until_reset=_largest_change([r for r in held if r.time > start + STILL_BY]),
        observed_after_reset=_observed(outcome),
        finished=outcome.report.success,
        message=outcome.report.verdict,
    )


def _still_since(held: Sequence[_Reading], start: float) -> float:
    """The first time from which every joint stays where it is at the end."""
    away = [r.time for r in held if _distance(r, held[-1]) > MOVED]
    return max(away, default=start)


def _distance(one: _Reading, other: _Reading) -> float:
    return max(abs(a - b) for a, b in zip(one.positions, other.positions, strict=True))


def _reading(recorded: Recorded) -> _Reading:
    return _Reading(recorded.received, tuple(recorded.message.position))


def _reset_time(recorded: Sequence[Recorded]) -> float:
    """When the last latch was gone; infinity when none was ever reset."""
    latched = False
    for entry in recorded:
        if not entry.topic.endswith("safety/state"):
            continue
        if latched and not entry.message.latches:
            return entry.received
        latched = bool(entry.message.latches)
    return float("inf")


def _largest_change(readings: Sequence[_Reading]) -> float:
    columns = zip(*(r.positions for r in readings), strict=True)
    return max((max(column) - min(column) for column in columns), default=0.0)


def _observed(outcome: LiveOutcome) -> bool:
    """A look at the desk came first after the last stop."""
    ends = [s.end for s in outcome.report.spans if s.outcome == "reset"]
    later = [r for r in outcome.report.receipts if ends and r.t_started >= max(ends)]
    return bool(later) and later[0].skill == SkillName.OBSERVE_SCENE
