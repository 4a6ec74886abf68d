"""Nodes that are asked to end by SIGTERM while the arm moves, one of them or all at once.

Fails when a node takes long to end or ends with an error, when the arm is late to rest or moves
afterwards, or when a person's skill breaks off that does not need the node.
"""

from __future__ import annotations

import signal
import time
from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field
from experiments.faults.honesty import honest
from experiments.faults.judge import judge_stop, stopped

ENDS = 2.0
"""Row 29 of the fault table [s]."""
SPEED = 0.25
"""Of the tool point at most [mm/ms]."""
STANDS_MS = 250.0
LIMITS_MS = {"safety_supervisor": 150.0, "skill_server": 300.0, "perception": 1500.0}
"""To rest, as after the node's death."""
RESULT_TIME = 40.0


def _ended(field: Field, nodes: tuple[str, ...], since: float) -> tuple[bool, str]:
    """Whether all ended cleanly and in time, and the words for it."""
    said, clean = [], True
    for node in nodes:
        code = field.exit_code(node, max(0.0, since + ENDS - time.monotonic()))
        clean &= code == 0
        how = f"did NOT end in {ENDS:.0f} s" if code is None else f"exit code {code}"
        said.append(f"{node}: {how}")
    return clean, f"{', '.join(said)} after {time.monotonic() - since:.2f} s"


def _needed(node: str, limit_ms: float, field: Field) -> Seen:
    field.in_motion("reach")
    since = field.signal(node, signal.SIGTERM)
    clean, said = _ended(field, (node,), since)
    seen = stopped(field, since, limit_ms, SPEED * limit_ms)
    return Seen(seen.passed and clean, f"{said}; {seen.text}", seen.latency_ms, seen.travel_mm)


def _bystander(node: str, field: Field) -> Seen:
    motion = field.in_motion("reach")
    since = field.signal(node, signal.SIGTERM)
    clean, said = _ended(field, (node,), since)
    motion.join(RESULT_TIME)
    seen = honest(field, motion)
    done = motion.result is not None and motion.result.reason is None
    return Seen(seen.passed and clean and done, f"{said}; {seen.text}")


def _with_the_arm(nodes: tuple[str, ...], field: Field) -> Seen:
    """With the simulation its joints fall silent: what is seen until then counts."""
    field.in_motion("reach")
    since = time.monotonic()
    for node in nodes:
        field.signal(node, signal.SIGTERM)
    clean, said = _ended(field, nodes, since)
    seen = judge_stop(list(field.witness.joints), since, STANDS_MS, SPEED * STANDS_MS)
    return Seen(seen.passed and clean, f"{said}; {seen.text}", seen.latency_ms, seen.travel_mm)


_NODES = ("agent", "skill_server", "perception", "safety_supervisor", "simulation")
_CLEAN = f"ends with exit code 0 within {ENDS:.0f} s"

FAULTS = (
    *(
        Fault(
            f"{node.replace('_', '-')}-terminated",
            "endings",
            f"{_CLEAN}; the arm is still within {limit:.0f} ms",
            partial(_needed, node, limit),
            spoils=True,
        )
        for node, limit in LIMITS_MS.items()
    ),
    Fault(
        "agent-terminated",
        "endings",
        f"{_CLEAN}; a person's skill goes on to its end",
        partial(_bystander, "agent"),
        spoils=True,
    ),
    *(
        Fault(
            name,
            "endings",
            f"{_CLEAN}; the arm is still within {STANDS_MS:.0f} ms",
            partial(_with_the_arm, nodes),
            spoils=True,
        )
        for name, nodes in (("simulation-terminated", ("simulation",)), ("all-terminated", _NODES))
    ),
)
