"""Messages that cannot be read, or make no sense, while the arm moves.

Fails when a node ends of one, when a skill claims a success that is none, or when afterwards
nothing can be done any more. Of senseless joint states the arm must stop, and stay stopped.
"""

from __future__ import annotations

from functools import partial

from experiments.faults.cases.estops import LIMIT_MS, TRAVEL_MM, pressed
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.honesty import honest
from ros_nodes.trial.malformed import JOINT_STATES, SENSES, WORDS, Malformed

SENT = 20
PERIOD = 0.02
"""Between two of them [s]."""
ENDS = 60.0
"""Any skill has ended by then [s]."""
CONNECT_TIME = 5.0
"""For a new publisher to be found [s]."""


def _send(forged: Malformed, field: Field) -> None:
    for _ in range(SENT):
        field.forger.send(forged, field.now)
        field.witness.wait_for(lambda: False, PERIOD)


def _connect(forged: Malformed, field: Field) -> None:
    """Raises: FieldError: nobody listens."""
    if not field.witness.wait_for(lambda: field.forger.heard(forged), CONNECT_TIME):
        raise FieldError(f"nobody listens to '{forged.topic}'")


def _survived(forged: Malformed, field: Field) -> Seen:
    """Whatever comes of the motion, it is told honestly, and everybody lives."""
    _connect(forged, field)
    motion = field.in_motion("reach")
    _send(forged, field)
    motion.join(ENDS)
    return _alive(field, honest(field, motion))


def _stops(forged: Malformed, field: Field) -> Seen:
    """The arm comes to rest, latched; after a person's reset work goes on."""
    _connect(forged, field)
    motion = field.in_motion("reach")
    seen = pressed(field, partial(_send, forged))
    motion.join(ENDS)
    return _alive(field, seen)


def _alive(field: Field, seen: Seen) -> Seen:
    """Every node runs, and the arm can be folded."""
    dead = [name for name in field.processes if not field.alive(name)]
    if dead:
        text = f"{', '.join(dead)} ENDED; {seen.text}"
        return Seen(False, text, seen.latency_ms, seen.travel_mm)
    try:
        field.recover()
    except FieldError as error:
        return Seen(False, f"NOTHING WORKS ANY MORE: {error}; {seen.text}", seen.latency_ms)
    return Seen(seen.passed, f"all nodes alive; {seen.text}", seen.latency_ms, seen.travel_mm)


FAULTS = (
    *(
        Fault(
            f"malformed-{name}",
            "malformed",
            "no node ends, never a false success, and the arm can still be moved",
            partial(_survived, forged),
            spoils=True,
        )
        for name, forged in {**SENSES, **WORDS}.items()
    ),
    *(
        Fault(
            f"malformed-{name}",
            "malformed",
            f"latched, still within {LIMIT_MS:.0f} ms and {TRAVEL_MM:.0f} mm; no node ends",
            partial(_stops, forged),
            spoils=True,
        )
        for name, forged in JOINT_STATES.items()
    ),
)
