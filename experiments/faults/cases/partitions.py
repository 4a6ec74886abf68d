"""A node that is cut off from all others for a while, as by a broken cable, and comes back.

Fails when the arm is late to rest, when it moves once the node is back although nobody asked it
to, or when the graph does not find together again.
"""

from __future__ import annotations

import os
import time
from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.honesty import ending
from experiments.faults.judge import UNMOVED, displacement, stopped
from experiments.live.partition import PartitionError, cut_off

CUT = 5.0
"""[s]"""
WATCHED = 3.0
"""After the node is back the arm is watched for so long [s]."""
SPEED = 0.25
"""Of the tool point at most [mm/ms]."""
LIMITS_MS = {"safety_supervisor": 150.0, "skill_server": 300.0}
"""To rest, as after the node's death."""


def _cut(node: str, field: Field) -> Seen:
    limit = LIMITS_MS[node]
    processes = field.processes
    others = {number for name, number in processes.items() if name != node} | {os.getpid()}
    motion = field.in_motion("reach")
    try:
        with cut_off(processes[node], others):
            since = time.monotonic()
            seen = stopped(field, since, limit, SPEED * limit)
            field.note(f"{node} is cut off")
            end = since + CUT
            field.witness.wait_for(lambda: time.monotonic() > end, CUT)
            during = displacement(field.witness.joints, since + 2.0 * limit / 1000.0)
    except PartitionError as error:
        raise FieldError(str(error)) from error
    back = time.monotonic()
    field.note(f"{node} is back")
    field.witness.wait_for(lambda: time.monotonic() > back + WATCHED, WATCHED)
    resumed = displacement(field.witness.joints, back)
    motion.join(30.0)
    field.recover()
    text = (
        f"{seen.text}; moved {during:.4f} rad while cut off, {resumed:.4f} rad once it was back; "
        f"goal: {ending(motion)}"
    )
    kept = max(during, resumed) <= UNMOVED and motion.ended
    return Seen(seen.passed and kept, text, seen.latency_ms, seen.travel_mm)


FAULTS = tuple(
    Fault(
        f"{node.replace('_', '-')}-cut-off",
        "partitions",
        f"still within {limit:.0f} ms; back after {CUT:.0f} s nothing goes on by itself",
        partial(_cut, node),
        spoils=True,
    )
    for node, limit in LIMITS_MS.items()
)
