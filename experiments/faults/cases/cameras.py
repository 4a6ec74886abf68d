"""Cameras that fail while a grasp is under way, and what a robot does that is blind afterwards.

Fails when the skill claims a success that is none, goes on, ends for another reason than its
eyes, when the arm still moves after the time that its cameras' rate leaves it, or when a new goal
is not refused in time.
"""

from __future__ import annotations

from functools import partial

from experiments.faults.cases.world import BLIND_FROM, ENDS, NOTICED, refused_blind
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError, Motion
from experiments.faults.honesty import contradiction, ending, honest
from experiments.faults.judge import MILLI, stopped
from xlerobot_agent.contracts.reasons import Reason

LEAD = 1.5
"""The grasp begins so long before the camera fails, simulated [s]."""
FRAME_MS = 125.0
"""Between two frames of a camera, at the launch file's 8 Hz."""
LOOK_MS = 100.0
"""From a frame to the hold: a look takes 55 ms at the 99th percentile (773 looks of three demos on
two busy cores), the rest is for the way there and the skill server's next step."""
REST_MS = 250.0
"""From a hold to rest, as for a cancel."""
SHOWN_MS = FRAME_MS + LOOK_MS + REST_MS
"""What one frame shows: black, or the one before once more. Nothing can be sooner than a frame."""
ABSENT_MS = 3.0 * FRAME_MS + LOOK_MS + REST_MS
"""A frame that does not come may have got lost: two in a row may not, which the third frame of the
other camera shows."""
SPEED = 0.25
"""Of the tool point at most [mm/ms]."""
SENDING = 0.05
"""Between two pictures of an outsider [s]."""


def _in_motion(field: Field) -> tuple[Motion, float]:
    """A grasp under way as its camera fails, and when that was, steady [s].

    Raises:
        FieldError: the camera failed too early or the grasp ended before.
    """
    if field.now > BLIND_FROM - LEAD:
        raise FieldError(
            f"the graph was ready at {field.now:.1f} s, the camera fails at {BLIND_FROM}"
        )
    field.wait_time(BLIND_FROM - LEAD, ENDS)
    motion = field.in_motion("reach")
    field.wait_time(BLIND_FROM, ENDS)
    since = field.witness.joints[-1].time
    if motion.ended:
        raise FieldError(f"the grasp ended before the camera failed: {ending(motion)}")
    return motion, since


def _blinded(limit_ms: float, field: Field) -> Seen:
    motion, since = _in_motion(field)
    return _judged(field, motion, since, limit_ms)


def _judged(field: Field, motion: Motion, since: float, limit_ms: float) -> Seen:
    """The grasp was aborted for its eyes, the arm stands, and a new goal is refused."""
    seen = stopped(field, since, limit_ms, SPEED * limit_ms)
    result = motion.join(ENDS)
    aborted = result is not None and result.reason is Reason.PERCEPTION_UNSURE
    lie = "" if result is None else contradiction(result, field.truth())
    if not (seen.passed and aborted) or lie:
        text = f"{lie} {ending(motion)}; {seen.text}".strip()
        return Seen(False, text, seen.latency_ms, seen.travel_mm)
    field.wait_time(BLIND_FROM + NOTICED, ENDS)
    anew = refused_blind(field)
    text = f"{ending(motion)}; {seen.text}; new goal: {anew.text}"
    return Seen(anew.passed, text, seen.latency_ms, seen.travel_mm)


def _only_truncated(field: Field) -> Seen:
    """Nothing but broken pictures comes from one camera."""
    motion, since = _in_motion(field)
    end = since + ABSENT_MS / MILLI
    while field.witness.joints[-1].time < end:
        field.hands.truncated_image("front", field.now)
        field.witness.wait_for(lambda: False, SENDING)
    return _judged(field, motion, since, ABSENT_MS)


def _truncated_among_whole(field: Field) -> Seen:
    """Broken pictures come between whole ones: they count for nothing, whatever comes of it."""
    motion = field.move("pick", "red_cup")
    while not motion.ended:
        field.hands.truncated_image("front", field.now)
        field.witness.wait_for(lambda: False, SENDING)
    return honest(field, motion)


_LONG = 600.0
_ABORTED = "aborted as perception_unsure, still within {:.0f} ms, a new goal refused in 500 ms"
_SHOWN = {
    "front-black": f"camera_black:duration={_LONG},camera=front,start={BLIND_FROM}",
    "wrist-black": f"camera_black:duration={_LONG},camera=wrist,start={BLIND_FROM}",
    "front-frozen": f"camera_frozen:duration={_LONG},camera=front,start={BLIND_FROM}",
    "wrist-frozen": f"camera_frozen:duration={_LONG},camera=wrist,start={BLIND_FROM}",
}
_ABSENT = {
    "front-late": f"camera_late:delay=0.8,camera=front,start={BLIND_FROM}",
    "wrist-late": f"camera_late:delay=0.8,camera=wrist,start={BLIND_FROM}",
    "front-missing": f"camera_missing:camera=front,start={BLIND_FROM}",
    "wrist-missing": f"camera_missing:camera=wrist,start={BLIND_FROM}",
}

FAULTS = (
    *(
        Fault(
            f"grasp-with-{name}",
            "cameras",
            _ABORTED.format(limit_ms),
            partial(_blinded, limit_ms),
            arguments={"faults": fault},
            spoils=True,
        )
        for limit_ms, failures in ((SHOWN_MS, _SHOWN), (ABSENT_MS, _ABSENT))
        for name, fault in failures.items()
    ),
    Fault(
        "grasp-with-front-truncated",
        "cameras",
        _ABORTED.format(ABSENT_MS),
        _only_truncated,
        arguments={"faults": _ABSENT["front-missing"]},
        spoils=True,
    ),
    Fault(
        "images-truncated-among-whole",
        "cameras",
        "the broken pictures count for nothing; never a false success",
        _truncated_among_whole,
        spoils=True,
    ),
)
