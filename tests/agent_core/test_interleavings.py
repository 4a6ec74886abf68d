"""Random episodes: words, stops, e-stops, hands and failures at random instants (C.2, B.14).

Whatever happens: one body skill at a time (the desk asserts it), every goal id once, no claim that
the desk does not bear out, nothing started while safety holds, and an end in bounded time.
"""

from __future__ import annotations

import random

import pytest

from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict

WORDS = (
    "tidy the desk",
    "put the cup in the bin",
    "put the paper in the tray",
    "no, leave the paper",
    "don't touch the cup",
    "stop",
    "stop, leave the cup",
    "continue",
    "never mind",
    "check the desk",
    "go home",
    "what do you see?",
    "put the cup on the moon",
    "thanks",
    "put the cup in the tray and the paper in the bin, then check the desk",
)
FAILURES = (
    (Reason.SLIPPED, Verdict.FAILED),
    (Reason.GRASP_EMPTY, Verdict.FAILED),
    (Reason.UNREACHABLE, Verdict.REJECTED),
    (Reason.PERCEPTION_UNSURE, Verdict.REJECTED),
    (Reason.PERCEPTION_UNSURE, Verdict.FAILED),
    (Reason.TIMEOUT, Verdict.TIMED_OUT),
    (Reason.TARGET_OCCUPIED, Verdict.FAILED),
    (Reason.LEASE_LOST, Verdict.REJECTED),
    (Reason.DRIVER_FAULT, Verdict.FAILED),
    (Reason.INVALID_GOAL, Verdict.REJECTED),
    (Reason.SUPERSEDED, Verdict.PREEMPTED),
    (Reason.UNKNOWN, Verdict.PARTIAL),
)
SKILLS = ("pick", "place", "move_to_rest", "verify_state", "observe_scene")


def _disturb(bench, draw: random.Random) -> None:  # type: ignore[no-untyped-def]
    desk = bench.desk
    match draw.randrange(6):
        case 0 | 1:
            bench.say(draw.choice(WORDS))
        case 2:
            desk.forced.append((draw.choice(SKILLS), *draw.choice(FAILURES)))
        case 3:
            thing = draw.choice(desk.pickable)
            desk.place[thing] = draw.choice(["table", "gone", *desk.receptacles])
        case 4:
            desk.hidden = {thing for thing in desk.pickable if draw.random() < 0.3}
        case 5 if desk.safety.motion_allowed:
            bench.agent.on_safety(desk.estop())
        case _:
            bench.agent.on_safety(desk.reset())


@pytest.mark.parametrize("seed", range(60))
def test_any_interleaving_ends_and_claims_nothing_false(make_bench, seed: int) -> None:  # type: ignore[no-untyped-def]
    draw = random.Random(seed)
    bench = make_bench(p=0.3, seed=seed, duration=0.03, traced=False)
    claims: list[str] = []

    def hear(event) -> None:  # type: ignore[no-untyped-def]
        if event.kind == "decision.intent" and event.payload["after"] == "completed":
            intent = bench.agent.state.intent(event.payload["intent_id"])
            claims.extend(p for p in intent.verified if bench.desk.truth(p) != "true")

    bench.agent.events.subscribe(hear)
    bench.say("tidy the desk")
    for _ in range(30):
        held = not bench.desk.safety.motion_allowed
        before = len(bench.desk.submitted)
        bench.step(draw.randint(1, 40))
        assert not held or len(bench.desk.submitted) == before
        _disturb(bench, draw)
    if not bench.desk.safety.motion_allowed:
        bench.agent.on_safety(bench.desk.reset())
    bench.desk.hidden = set()
    bench.run(900.0)
    assert not any(i.open for i in bench.agent.state.intents)
    assert claims == []
    ids = [g.goal_id for g in bench.desk.submitted]
    assert len(set(ids)) == len(ids)
