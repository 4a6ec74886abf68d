"""Nodes that die or hang while the arm moves."""

from __future__ import annotations

import signal
import time
from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field
from experiments.faults.judge import UNMOVED, displacement, stopped

SPEED = 0.25
"""Of the tool point at most [mm/ms]."""
BLIND_MS = 400.0 + 250.0
"""The lease of whoever looks (`ros_nodes.qos.SCENE_READER`), and what a hold takes to rest."""


def _hold(node: str, number: signal.Signals, limit_ms: float, field: Field) -> Seen:
    field.in_motion("reach")
    since = field.signal(node, number)
    return stopped(field, since, limit_ms, SPEED * limit_ms)


def _driver(field: Field) -> Seen:
    """The simulation is driver and world at once: with it nothing is left to move."""
    field.in_motion("reach")
    since = field.signal("simulation", signal.SIGSTOP)
    shown = field.witness.wait_for(
        lambda: any(
            h.time > since and not h.message.motion_allowed for h in list(field.witness.permits)
        ),
        1.0,
    )
    denied = next(
        (h.time for h in field.witness.permits if h.time > since and not h.message.motion_allowed),
        time.monotonic(),
    )
    latency = 1e3 * (denied - since)
    field.signal("simulation", signal.SIGCONT)
    woke = time.monotonic()
    field.witness.wait_for(lambda: time.monotonic() > woke + 0.5, 1.0)
    moved = displacement(field.witness.joints, woke + 0.3)
    return Seen(
        shown and latency <= 200.0 and moved <= UNMOVED,
        f"the permit was denied after {latency:.0f} ms (limit 200); "
        f"woken up the arm moved {moved:.4f} rad",
        latency,
    )


def _bystander(node: str, number: signal.Signals, field: Field) -> Seen:
    """Motion does not need this node: the person's skill goes on to its end."""
    motion = field.in_motion("reach")
    field.signal(node, number)
    result = motion.join(40.0)
    if result is None:
        return Seen(False, f"no result: {motion.error}")
    return Seen(result.reason is None, f"{result.verdict.value} {result.message}".strip())


_KINDS = {"killed": signal.SIGKILL, "hung": signal.SIGSTOP}
_LIMITS = {"safety_supervisor": 150.0, "skill_server": 300.0}

FAULTS = (
    *(
        Fault(
            f"{node.replace('_', '-')}-{word}",
            "processes",
            f"still within {limit:.0f} ms, by the arm's own watchdog or an empty queue",
            partial(_hold, node, number, limit),
            spoils=True,
        )
        for node, limit in _LIMITS.items()
        for word, number in _KINDS.items()
    ),
    Fault(
        "simulation-hung",
        "processes",
        "the permit is denied within 200 ms; woken up the arm stays",
        _driver,
        spoils=True,
    ),
    *(
        Fault(
            f"agent-{word}",
            "processes",
            "a person's skill goes on to its end",
            partial(_bystander, "agent", number),
            spoils=True,
        )
        for word, number in _KINDS.items()
    ),
    *(
        Fault(
            f"perception-{word}",
            "processes",
            f"still within {BLIND_MS:.0f} ms: the middleware misses its signs of life for 400 ms",
            partial(_hold, "perception", number, BLIND_MS),
            spoils=True,
        )
        for word, number in _KINDS.items()
    ),
)
