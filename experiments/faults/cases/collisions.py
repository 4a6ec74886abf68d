"""Chunks that would hit the table or the arm itself, smooth and within every other limit.

They start from poses that the arm reached by chunks or skills that were admitted.
"""

from __future__ import annotations

from dataclasses import replace

from experiments.faults.cases.chunks import sane
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.judge import refused
from experiments.stops.sweep import take_posture
from ros_nodes.trial.hands import Draft
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.robot_model.collision_model import TABLE, ClosestPair, CollisionModel

ROWS = 25
"""A chunk of 0.5 s."""
STEP = 0.1
"""Turn of one admitted chunk [rad]; 0.5 s at up to 0.38 rad/s."""
STEPS = 20
"""The arm comes from anywhere down to the table in fewer steps."""
CLEAR = 0.006
"""Poses with more distance than this are admitted: the limit is 3 mm, and the arm sags [m]."""
DRAINED = 2.0
"""A chunk is played within [s]."""
SHOULDER, ELBOW = 1, 2


def _turned(joint: int, by: float, draft: Draft) -> Draft:
    """From where the arm is to where one joint is turned, at rest at both ends.

    The fifth-order polynomial of least jerk: T. Flash, N. Hogan, J. Neurosci. 5, 1985, p. 1688.
    """
    rows = []
    for index in range(1, ROWS + 1):
        t = index / ROWS
        row = list(draft.rows[0])
        row[joint] += by * t**3 * (10.0 - 15.0 * t + 6.0 * t**2)
        rows.append(tuple(row))
    return replace(draft, rows=tuple(rows))


def _nearest(collisions: CollisionModel, draft: Draft) -> ClosestPair:
    """The two things that come nearest at the end of a chunk."""
    pairs = collisions.distances(draft.rows[-1])
    return min(pairs, key=lambda pair: pair.distance)


def _itself(field: Field) -> Seen:
    """From the rest pose, where the forearm lies a centimetre from the shoulder, a little more."""
    # Before the draft: it takes a second on a busy machine, and a chunk may be half a second old.
    collisions = CollisionModel()
    draft = _turned(ELBOW, 1.3 * STEP, sane(field))
    near = _nearest(collisions, draft)
    if near.distance > CLEAR:
        raise FieldError(f"the chunk comes no nearer than {1e3 * near.distance:.1f} mm to itself")
    return refused(field, draft, "apart")


def _table(field: Field) -> Seen:
    """Stretched out, then down by the shoulder alone until the next step hits."""
    take_posture(field, load(config_directory() / "safety.yaml", SafetyLimits))
    collisions = CollisionModel()
    for _ in range(STEPS):
        here = sane(field)
        draft = _turned(SHOULDER, STEP, here)
        near = _nearest(collisions, draft)
        if near.distance <= CLEAR:
            if TABLE not in (near.first, near.second):
                raise FieldError(f"'{near.first}' and '{near.second}' meet before the table")
            return refused(field, _turned(SHOULDER, 1.3 * STEP, here), TABLE)
        _play(field, draft)
    raise FieldError(f"the table was not reached in {STEPS} steps of {STEP} rad")


def _play(field: Field, draft: Draft) -> None:
    """Have a chunk admitted and played.

    Raises:
        FieldError: it was not.
    """
    field.hands.request(draft)

    def ended() -> bool:
        return any(
            h.message.chunk_id == draft.chunk_id
            and h.message.state in (ChunkState.DRAINED, ChunkState.REFUSED, ChunkState.DISCARDED)
            for h in list(field.witness.statuses)
        )

    field.witness.wait_for(ended, DRAINED)
    last = [h.message for h in list(field.witness.statuses) if h.message.chunk_id == draft.chunk_id]
    if not last or last[-1].state is not ChunkState.DRAINED:
        how = f"{last[-1].state}: {last[-1].message}" if last else "unanswered"
        raise FieldError(f"a chunk that hits nothing was {how}")


_EXPECTED = "refused with the two things and their distance, the arm stands"

FAULTS = (
    Fault("chunk-into-itself", "collisions", _EXPECTED, _itself),
    Fault("chunk-into-table", "collisions", _EXPECTED, _table),
)
