"""A person's hands at the objects, and a gripper that does not do as it is told.

Fails when a success is claimed that is none in the world's truth, when nothing is said of it, or
when the arm does not stand in the end.
"""

from __future__ import annotations

from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.honesty import ending, honest

ENDS = 60.0
"""Any skill has ended by then [s]."""
MOMENT = 16.0
"""When the hand comes, or the gripper fails, simulated: after the field is ready [s]."""


def _during(lead: float, event: str, field: Field) -> Seen:
    """A grasp under way when it happens.

    Args:
        lead: the grasp begins so long before ``MOMENT``, simulated [s].
        event: words of what the simulation must have noted, or nothing was learnt.
        field: of the trial.
    """
    if field.now > MOMENT - lead:
        raise FieldError(f"the graph was ready at {field.now:.1f} s, too late for {MOMENT} s")
    field.wait_time(MOMENT - lead, ENDS)
    motion = field.move("pick", "red_cup")
    motion.join(ENDS)
    return _noted(field, event, honest(field, motion))


def _carried(event: str, field: Field) -> Seen:
    """Grasp and place, with trouble on the way: over the bin it is lifted highest."""
    pick = field.move("pick", "yellow_paper")
    result = pick.join(ENDS)
    if result is None or result.reason is not None:
        raise FieldError(f"nothing to carry: {ending(pick)}")
    seen = honest(field, pick)
    if not seen.passed:
        return seen
    field.under_agent()
    motion = field.move("place", "yellow_paper", "bin")
    motion.join(ENDS)
    return _noted(field, event, honest(field, motion))


def _noted(field: Field, event: str, seen: Seen) -> Seen:
    happened = [e for e in field.truth().events if event in e]
    if not happened:
        raise FieldError(f"'{event}' did not happen; {seen.text}")
    return Seen(seen.passed, f"{happened[0]}; {seen.text}", seen.latency_ms, seen.travel_mm)


_HONEST = "never a success that is none, and the arm stands in the end"
_TAKEN = "a hand took"
_STALLED = "gripper jammed"

FAULTS = (
    Fault(
        "taken-while-carried",
        "objects",
        _HONEST,
        partial(_carried, _TAKEN),
        arguments={"faults": "removed_from_gripper:probability=1.0,destination=away,lift=0.1"},
        spoils=True,
    ),
    Fault(
        "put-elsewhere-while-carried",
        "objects",
        _HONEST,
        partial(_carried, _TAKEN),
        arguments={"faults": "removed_from_gripper:probability=1.0,destination=table,lift=0.1"},
        spoils=True,
    ),
    Fault(
        "moved-during-approach",
        "objects",
        _HONEST,
        partial(_during, 3.5, "a hand moved"),
        arguments={"faults": f"hand_moves_object:probability=1.0,object_id=red_cup,start={MOMENT}"},
        spoils=True,
    ),
    *(
        Fault(
            f"gripper-inverted-{when}",
            "objects",
            _HONEST,
            partial(_during, lead, "the wrong way"),
            arguments={"faults": f"gripper_inverted:{MOMENT}"},
            spoils=True,
        )
        for when, lead in (("while-opening", 1.0), ("while-closing", 5.5))
    ),
    Fault(
        "gripper-jams-while-closing",
        "objects",
        _HONEST,
        partial(_during, 5.5, _STALLED),
        arguments={"faults": f"joint_stalled:joint=gripper,start={MOMENT}"},
        spoils=True,
    ),
)
