"""Well formed: the arm's joints in its order, complete rows, finite numbers, a sane spacing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ros_nodes.safety_supervisor.refusal import Refusal
from xlerobot_agent.contracts.chunk import MAXIMUM_DT, MAXIMUM_DURATION, MINIMUM_DT
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlerobot_agent.contracts.chunk import ActionChunk


def check_form(chunk: ActionChunk, joint_names: Sequence[str]) -> Refusal | None:
    """Nothing about the numbers is trusted, whatever checked them before."""
    message = (
        _names(chunk, tuple(joint_names))
        or _spacing(chunk)
        or _rows(chunk, len(joint_names))
        or _stamps(chunk)
    )
    return None if message is None else Refusal(Reason.INVALID_GOAL, message)


def _names(chunk: ActionChunk, names: tuple[str, ...]) -> str | None:
    if tuple(chunk.joint_names) == names:
        return None
    return f"chunk names joints {chunk.joint_names}; give {names}, in this order"


def _spacing(chunk: ActionChunk) -> str | None:
    if not chunk.positions:
        return "chunk has no set-points; give at least one"
    if not MINIMUM_DT <= chunk.dt <= MAXIMUM_DT:
        return f"dt is {chunk.dt} s; give {MINIMUM_DT} to {MAXIMUM_DT} s"
    if chunk.duration > MAXIMUM_DURATION + 1e-9:
        return f"chunk lasts {chunk.duration:.3f} s, the limit is {MAXIMUM_DURATION} s; split it"
    return None


def _rows(chunk: ActionChunk, width: int) -> str | None:
    for i, row in enumerate(chunk.positions):
        if len(row) != width:
            return f"set-point {i} has {len(row)} values for {width} joints; give one per joint"
        if not all(map(math.isfinite, row)):
            return f"set-point {i} is {row}; give finite positions in radians"
    return None


def _stamps(chunk: ActionChunk) -> str | None:
    if math.isfinite(chunk.stamp) and math.isfinite(chunk.observation_stamp):
        return None
    return (
        f"stamps are {chunk.stamp} and {chunk.observation_stamp}; give finite node time in seconds"
    )
