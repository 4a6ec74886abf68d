"""An e-stop at some instant of the demo, judged by the recording, not by any node's word."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from pydantic import computed_field

from experiments.live.run import BAG, LiveHooks, LiveOutcome, LiveRequest, run_live
from experiments.live.stillness import Stillness, judge_stillness, reading
from experiments.report.bag_reader import Recorded, messages
from ros_nodes.console.node import Console
from ros_nodes.trial.outsider import Outsider
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.skills import SkillName
from xlerobot_agent.robot_model.arm_model import GRIPPER_JOINT

FAST = 0.3
"""A joint that turns faster is in the middle of a motion [rad/s]."""
LONGEST_REST = 10.0
"""The arm stands no longer than this between two motions [s]."""
HELD_SECONDS = 2.0
"""Between the e-stop and the person's reset [s]."""


class EstopTrial(Contract):
    """What one e-stop did."""

    seed: int
    delay: float
    """From the accepted instruction to the e-stop, wall [s]."""
    latched: bool
    speed: float
    """Of the fastest joint of the arm in the tenth of a second before the e-stop [rad/s]."""
    stillness: Stillness | None
    """From the e-stop's arrival at the recorder to the reset; None where nothing was recorded."""
    observed_after_reset: bool
    finished: bool
    """Claimed and scored as success in the end."""
    message: str

    @computed_field  # type: ignore[prop-decorator]
    @property
    def passed(self) -> bool:
        """Latched, held, nothing moved, nothing let go, looked anew, finished."""
        still = self.stillness is not None and self.stillness.passed
        return self.latched and still and self.observed_after_reset and self.finished


def run_estop_trial(
    request: LiveRequest, seed: int, delay: float, *, at_speed: bool = False
) -> EstopTrial:
    """Run the demo with an e-stop some time after the instruction was accepted.

    Args:
        request: of the demo.
        seed: of the desk, for the record.
        delay: until the e-stop, wall [s].
        at_speed: then wait on until the arm is seen to move fast.

    Raises:
        GraphEndedError, ConsoleError: see ``run_live``.
    """
    observer = _Observer(request.arguments.get("namespace", ""), delay, at_speed)
    try:
        outcome = run_live(request, LiveHooks(on_accepted=lambda _: observer.start()))
    finally:
        observer.join()
    return _judge(request.directory / BAG, outcome, seed, delay, observer.latched)


class _Observer:
    """A person with an e-stop, in a terminal of their own."""

    def __init__(self, namespace: str, delay: float, at_speed: bool) -> None:
        self._namespace = namespace
        self._delay = delay
        self._at_speed = at_speed
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
        with Outsider(self._namespace) as watching, Console(self._namespace) as console:
            if self._over.wait(self._delay):
                return
            if self._at_speed:
                watching.witness.wait_for(lambda: watching.witness.speed > FAST, LONGEST_REST)
            self.latched = bool(console.estop().latches)
            self._over.wait(HELD_SECONDS)
            console.reset("trial")


def _judge(bag: Path, outcome: LiveOutcome, seed: int, delay: float, latched: bool) -> EstopTrial:
    recorded = list(messages(bag, "estop", "joint_states", "safety/state"))
    pressed = next((r.received for r in recorded if r.topic.endswith("/estop")), None)
    readings = [
        reading(r.received, r.message.name, r.message.position)
        for r in recorded
        if r.topic.endswith("joint_states")
    ]
    stillness = (
        None if pressed is None else judge_stillness(readings, pressed, _reset_time(recorded))
    )
    return EstopTrial(
        seed=seed,
        delay=delay,
        latched=latched,
        speed=0.0 if pressed is None else _speed(recorded, pressed),
        stillness=stillness,
        observed_after_reset=_observed(outcome),
        finished=outcome.report.success,
        message=outcome.report.verdict,
    )


def _speed(recorded: Sequence[Recorded], pressed: float) -> float:
    """Of the fastest joint but the gripper, just before [rad/s]."""
    return max(
        (
            abs(velocity)
            for entry in recorded
            if entry.topic.endswith("joint_states") and pressed - 0.1 <= entry.received < pressed
            for name, velocity in zip(entry.message.name, entry.message.velocity, strict=True)
            if name != GRIPPER_JOINT
        ),
        default=0.0,
    )


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


def _observed(outcome: LiveOutcome) -> bool:
    """A look at the desk came first after the last stop."""
    ends = [s.end for s in outcome.report.spans if s.outcome == "reset"]
    later = [r for r in outcome.report.receipts if ends and r.t_started >= max(ends)]
    return bool(later) and later[0].skill == SkillName.OBSERVE_SCENE
