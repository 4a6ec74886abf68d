"""Whether a success was one: a skill's result against the world's truth."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from experiments.faults.fault import Seen
from experiments.faults.judge import UNMOVED
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import SkillName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from experiments.faults.field import Field, Motion
    from ros_nodes.trial.readings import Joints
    from sim.truth_record import TruthRecord
    from xlerobot_agent.contracts.skills import SkillResult

FLICKER = 0.1
"""A grip's contact may be lost for so long without the thing being let go [s]."""
SETTLING = 0.5
"""After its goal has ended the arm may still ramp to rest for so long [s]."""
WATCHED = 1.0
"""Then it is watched for so long [s]."""


def contradiction(result: SkillResult, truth: TruthRecord) -> str:
    """Why a claimed success is none; empty when it is one, or when none was claimed.

    Args:
        result: of a pick or a place.
        truth: of the world since then.
    """
    if result.verdict is not Verdict.SUCCEEDED:
        return ""
    object_id = result.receipt.args.get("object_id", "")
    thing = next((o for o in truth.objects if o.object_id == object_id), None)
    if thing is None:
        return f"FALSE SUCCESS: there is no {object_id} on this desk"
    if result.skill == SkillName.PLACE:
        target = result.receipt.args.get("target_id", "")
        where = ", ".join(thing.rests_in) or "nowhere"
        return "" if target in thing.rests_in else f"FALSE SUCCESS: {object_id} rests in {where}"
    held = thing.last_held
    if held is not None and held >= result.receipt.t_finished - FLICKER:
        return ""
    last = "never" if held is None else f"last at {held:.2f} s"
    finished = result.receipt.t_finished
    return f"FALSE SUCCESS at {finished:.2f} s: {object_id} was {last} between the jaws"


def honest(field: Field, motion: Motion) -> Seen:
    """Judge a skill that has ended: it gave a result, no false one, and the arm stands."""
    result = motion.result
    if result is None:
        return Seen(False, ending(motion))
    lie = contradiction(result, field.truth())
    moved = moved_afterwards(field)
    text = f"{ending(motion)}; then the arm moved {moved:.4f} rad"
    return Seen(not lie and moved <= UNMOVED, f"{lie}; {text}" if lie else text)


def moved_afterwards(field: Field) -> float:
    """Largest change of a joint but the gripper once the arm must stand [rad]; takes 1.5 s."""
    since = time.monotonic() + SETTLING
    field.witness.wait_for(lambda: time.monotonic() > since + WATCHED, SETTLING + WATCHED)
    return arm_displacement(field.witness.joints, since)


def arm_displacement(joints: Sequence[Joints], since: float) -> float:
    """Largest change of any joint but the gripper from a moment on [rad]."""
    later = [j.positions[:-1] for j in list(joints) if j.time >= since]
    return float(np.ptp(np.array(later), axis=0).max()) if later else 0.0


def ending(motion: Motion) -> str:
    """How a skill ended, in one line."""
    result = motion.result
    if result is None:
        return f"no result: {motion.error}"
    why = "" if result.reason is None else f" ({result.reason.value})"
    return f"{result.verdict.value}{why} {result.message}".strip()
