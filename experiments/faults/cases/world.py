"""Trouble in the world and in the senses: cameras, joints, hands of a person, slow commands."""

from __future__ import annotations

import time
from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field
from experiments.faults.honesty import ending, honest
from experiments.faults.judge import MILLI, UNMOVED, displacement
from xlerobot_agent.contracts.reasons import Reason

REFUSED_MS = 500.0
"""A goal that cannot be seen to is refused within this time."""
BLIND_FROM = 20.0
"""When the cameras fail, simulated: after the field is ready [s]."""
NOTICED = 1.5
"""The last picture from before is too old by then [s]."""
ENDS = 60.0
"""Any skill has ended by then [s]."""


def refused_blind(field: Field) -> Seen:
    """Ask for a pick of a blind robot: it must be refused in time, and nothing moves."""
    since = time.monotonic()
    motion = field.move("pick", "red_cup")
    result = motion.join(ENDS)
    latency = MILLI * (time.monotonic() - since)
    moved = displacement(field.witness.joints, since)
    refused = result is not None and result.reason is Reason.PERCEPTION_UNSURE
    return Seen(
        refused and moved <= UNMOVED and latency <= REFUSED_MS,
        f"{ending(motion)} after {latency:.0f} ms (limit {REFUSED_MS:.0f}); "
        f"the arm moved {moved:.4f} rad",
        latency,
    )


def _blind(field: Field) -> Seen:
    field.wait_time(BLIND_FROM + NOTICED, ENDS)
    return refused_blind(field)


def _ends_with(reasons: tuple[Reason, ...], field: Field) -> Seen:
    """The skill must notice, and end by itself with a reason that fits."""
    motion = field.move("pick", "red_cup")
    result = motion.join(ENDS)
    seen = honest(field, motion)
    right = result is not None and result.reason in reasons
    return Seen(right and seen.passed, seen.text)


def _no_false_success(field: Field) -> Seen:
    """Whatever it says, a success must be one in the world's truth."""
    motion = field.move("pick", "red_cup")
    motion.join(ENDS)
    return honest(field, motion)


_LONG = 600.0
_BLIND = f"refused within {REFUSED_MS:.0f} ms as perception_unsure, the arm stands"

FAULTS = (
    *(
        Fault(
            f"camera-{name}",
            "world",
            _BLIND,
            _blind,
            arguments={"faults": fault},
            spoils=True,
        )
        for name, fault in (
            ("front-frozen", f"camera_frozen:duration={_LONG},camera=front,start={BLIND_FROM}"),
            ("wrist-frozen", f"camera_frozen:duration={_LONG},camera=wrist,start={BLIND_FROM}"),
            ("front-covered", f"camera_occluded:duration={_LONG},camera=front,start={BLIND_FROM}"),
            ("front-pushed", f"camera_moved:distance=0.1,camera=front,start={BLIND_FROM}"),
            ("frames-lost", f"frames_dropped:probability=1.0,start={BLIND_FROM}"),
        )
    ),
    *(
        Fault(
            f"joint-stalled-{joint.replace('_', '-')}",
            "world",
            "the skill ends with a reason, and never as a success without the cup",
            _no_false_success,
            arguments={"faults": f"joint_stalled:joint={joint},start=4.0"},
            spoils=True,
        )
        for joint in ("shoulder_pan", "shoulder_lift", "gripper")
    ),
    Fault(
        "taken-from-gripper",
        "world",
        "noticed: slipped or external_removal",
        partial(_ends_with, (Reason.SLIPPED, Reason.EXTERNAL_REMOVAL)),
        arguments={"faults": "removed_from_gripper:probability=1.0,destination=away"},
        spoils=True,
    ),
    Fault(
        "moved-by-a-hand",
        "world",
        "the skill adapts or fails with a reason, and never succeeds without the cup",
        _no_false_success,
        arguments={"faults": "hand_moves_object:probability=1.0,object_id=red_cup,start=5.0"},
        spoils=True,
    ),
    Fault(
        "camera-front-nudged",
        "world",
        "whatever is measured wrong by 5 cm, never a success without the cup, and the arm stands",
        _no_false_success,
        arguments={"faults": "camera_moved:distance=0.05,camera=front,start=4.0"},
        spoils=True,
    ),
    Fault(
        "commands-late",
        "world",
        "the skill ends, and never as a success without the cup",
        _no_false_success,
        arguments={"faults": "command_delay:0.15"},
        spoils=True,
    ),
)
