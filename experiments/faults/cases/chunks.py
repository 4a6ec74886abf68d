"""Chunks that must not be played: malformed, out of date, out of bounds, of the wrong hand.

Each defect is put into a chunk that is admitted without it, as ``chunk-sane`` shows.
"""

from __future__ import annotations

import math
import time
import uuid
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.judge import ANSWER, MILLI, displacement, refused
from ros_nodes.trial.hands import Draft, rows_of
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.control import Owner

ROWS = 15
"""A sane chunk of 0.3 s."""
FLOOD = 500


def sane(field: Field) -> Draft:
    """A chunk that keeps the arm where it is, under the epoch in force.

    Raises:
        FieldError: the agent gets no control; every chunk would be refused for that alone.
    """
    state = field.under_agent()
    now = field.witness.joints[-1]
    name = f"outsider-{uuid.uuid4().hex[:8]}"
    return Draft(
        chunk_id=name,
        goal_id=name,
        joint_names=now.names,
        rows=rows_of(now.positions, ROWS),
        epoch=state.epoch,
        stamp=now.stamp,
        observation_stamp=now.stamp,
    )


def _admitted(field: Field) -> Seen:
    draft = sane(field)
    sent = time.monotonic()
    field.hands.request(draft)

    def done() -> bool:
        return any(
            h.message.chunk_id == draft.chunk_id and h.message.state is ChunkState.DRAINED
            for h in list(field.witness.statuses)
        )

    passed = field.witness.wait_for(done, 2.0)
    last = [h for h in list(field.witness.statuses) if h.message.chunk_id == draft.chunk_id]
    said = last[-1].message if last else None
    text = "no answer" if said is None else f"{said.state.value} {said.message}".strip()
    return Seen(passed, text, MILLI * (last[0].time - sent) if last else None)


def _with(defect: Callable[[Draft], Draft], because: str, field: Field) -> Seen:
    return refused(field, defect(sane(field)), because)


def _value(value: float, draft: Draft) -> Draft:
    spoilt = (*draft.rows[3][:2], value, *draft.rows[3][3:])
    return replace(draft, rows=(*draft.rows[:3], spoilt, *draft.rows[4:]))


def _moved(joint: int, by: float, draft: Draft) -> Draft:
    """The whole chunk stands elsewhere."""
    row = list(draft.rows[0])
    row[joint] += by
    return replace(draft, rows=rows_of(row, ROWS))


def _swept(joint: int, by: float, draft: Draft) -> Draft:
    """From where the arm is, evenly to somewhere else."""
    rows = []
    for index in range(ROWS):
        row = list(draft.rows[0])
        row[joint] += by * (index + 1) / ROWS
        rows.append(tuple(row))
    return replace(draft, rows=tuple(rows))


def _reordered(draft: Draft) -> Draft:
    names = (*draft.joint_names[1:], draft.joint_names[0])
    return replace(draft, joint_names=names)


def _duplicate(field: Field) -> Seen:
    """The same id once more, with other contents."""
    draft = sane(field)
    field.hands.request(draft)

    def drained() -> bool:
        return any(
            h.message.chunk_id == draft.chunk_id and h.message.state is ChunkState.DRAINED
            for h in list(field.witness.statuses)
        )

    if not field.witness.wait_for(drained, 2.0):
        raise FieldError("the first chunk was not played")
    sent = time.monotonic()
    again = replace(_swept(0, 0.05, draft), stamp=field.witness.joints[-1].stamp)
    field.hands.request(again)
    field.witness.wait_for(lambda: time.monotonic() > sent + ANSWER, ANSWER)
    moved = displacement(field.witness.joints, sent)
    return Seen(moved <= 0.003, f"the arm moved {moved:.4f} rad")


def _flood(field: Field) -> Seen:
    """As many as the wire takes, all stale."""
    stale = replace(sane(field), stamp=field.witness.joints[-1].stamp - 10.0)
    sent = time.monotonic()
    before = len(field.witness.permits)
    for index in range(FLOOD):
        field.hands.request(replace(stale, chunk_id=f"{stale.chunk_id}-{index}"))
    field.witness.wait_for(lambda: time.monotonic() > sent + 3.0, 3.0)
    times = [h.time for h in list(field.witness.permits)[max(0, before - 1) :]]
    gap = MILLI * max((b - a for a, b in pairwise(times)), default=math.inf)
    moved = displacement(field.witness.joints, sent)
    return Seen(
        gap <= 60.0 and moved <= 0.003,
        f"longest silence of the permit {gap:.0f} ms (limit 60), the arm moved {moved:.4f} rad",
        gap,
    )


_REFUSED = "refused with a reason, passed on to nobody, the arm stands"
_DEFECTS: dict[str, Callable[[Draft], Draft]] = {
    "nan": partial(_value, math.nan),
    "infinite": partial(_value, math.inf),
    "minus-infinite": partial(_value, -math.inf),
    "huge": partial(_value, 1e308),
    "empty": lambda draft: replace(draft, rows=()),
    "short-row": lambda draft: replace(draft, rows=(*draft.rows[:-1], draft.rows[-1][:-1])),
    "joint-missing": lambda draft: replace(
        draft, joint_names=draft.joint_names[:-1], rows=tuple(r[:-1] for r in draft.rows)
    ),
    "joints-reordered": _reordered,
    "joint-unknown": lambda draft: replace(
        draft, joint_names=("seventh_axis", *draft.joint_names[1:])
    ),
    "joint-twice": lambda draft: replace(
        draft, joint_names=(draft.joint_names[1], *draft.joint_names[1:])
    ),
    "stale": lambda draft: replace(draft, stamp=draft.stamp - 2.0),
    "hour-old": lambda draft: replace(draft, stamp=max(0.0, draft.stamp - 3600.0)),
    "future": lambda draft: replace(draft, stamp=draft.stamp + 2.0),
    "hour-ahead": lambda draft: replace(draft, stamp=draft.stamp + 3600.0),
    "stale-observation": lambda draft: replace(draft, observation_stamp=0.0),
    "future-observation": lambda draft: replace(
        draft, observation_stamp=draft.observation_stamp + 2.0
    ),
    "far-start": partial(_moved, 0, 0.5),
    "out-of-limit": partial(_moved, 0, 4.0),
    "too-fast": partial(_swept, 0, 1.5),
    "jump": lambda draft: replace(draft, rows=draft.rows[:7] + _moved(0, 0.05, draft).rows[7:]),
    "from-rest-at-full-speed": partial(_swept, 0, 0.36),
    "zero-dt": lambda draft: replace(draft, dt=0.0),
    "negative-dt": lambda draft: replace(draft, dt=-0.02),
    "long": lambda draft: replace(draft, rows=draft.rows * 4),
    "old-epoch": lambda draft: replace(draft, epoch=draft.epoch - 1),
    "future-epoch": lambda draft: replace(draft, epoch=draft.epoch + 1),
    "wrong-owner": lambda draft: replace(draft, owner=Owner.OPERATOR.value),
    "unknown-owner": lambda draft: replace(draft, owner="nobody-we-know"),
    "no-id": lambda draft: replace(draft, chunk_id=""),
}

_BECAUSE = {
    "nan": "finite",
    "infinite": "finite",
    "minus-infinite": "finite",
    "huge": "limits",
    "empty": "at least 1",
    "short-row": "whole rows",
    "joint-missing": "joints",
    "joints-reordered": "in this order",
    "joint-unknown": "seventh_axis",
    "joint-twice": "in this order",
    "stale": "ago",
    "hour-old": "ago",
    "future": "ahead",
    "hour-ahead": "ahead",
    "stale-observation": "old",
    "future-observation": "ahead",
    "far-start": "start",
    "out-of-limit": "start",
    "too-fast": "slower",
    "jump": "rad/s",
    "from-rest-at-full-speed": "rad/s",
    "zero-dt": "dt",
    "negative-dt": "dt",
    "long": "0.5 s",
    "old-epoch": "epoch",
    "future-epoch": "epoch",
    "wrong-owner": "operator",
    "unknown-owner": "nobody-we-know",
    "no-id": "chunk_id",
}

FAULTS = (
    Fault("chunk-sane", "chunks", "admitted and played: what the defects are put into", _admitted),
    *(
        Fault(f"chunk-{name}", "chunks", _REFUSED, partial(_with, defect, _BECAUSE[name]))
        for name, defect in _DEFECTS.items()
    ),
    Fault("chunk-twice", "chunks", "one id plays once", _duplicate),
    Fault("chunk-flood", "chunks", "the permit keeps its deadline, the arm stands", _flood),
)
