"""Distances of every link: to the table, to keep-out boxes, to the arm itself."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.safety_supervisor.refusal import Refusal
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.robot_model.collision_model import TABLE, ClosestPair

if TYPE_CHECKING:
    from ros_nodes.safety_supervisor.envelope.proposal import Array, Proposal
    from xlerobot_agent.contracts.safety_limits import SafetyLimits
    from xlerobot_agent.robot_model.collision_model import CollisionModel

_STRIDE = 0.010
"""No point of the arm moves farther between two configurations that are checked [m].

So between them a link comes at most half of it, 5 mm, nearer than was seen; and since that bound
adds up all joints at full stretch, in practice less than the clearances.
"""
_WORSENING = 1e-4
"""An arm that stands too near already may move while it gets no nearer than this [m]."""


def check_distances(
    proposal: Proposal, collisions: CollisionModel, reaches: Array
) -> Refusal | None:
    """Every link keeps its clearance along the path, and where the arm rests if nothing follows.

    An arm that stands too near already may come away: no pair may come nearer than it started.

    Args:
        proposal: what is asked.
        collisions: distances of the arm's shapes.
        reaches: of each joint, see `joint_reaches` [m]. Shape (joints,).
    """
    limits = proposal.limits
    margin = max(limits.table_clearance, limits.self_clearance)
    allowed: list[ClosestPair] | None = None
    for place, configuration in _configurations(proposal, reaches):
        if not collisions.in_collision(configuration.tolist(), margin):
            continue
        if allowed is None:
            allowed = _too_near(collisions, proposal.start.position, limits)
        for pair in _too_near(collisions, configuration, limits):
            if not _no_nearer(pair, allowed):
                return _refusal(place, pair, limits)
    return None


def _configurations(proposal: Proposal, reaches: Array) -> list[tuple[str, Array]]:
    """What is checked, and what each is called."""
    path, moves = proposal.path, np.diff(proposal.path, axis=0)
    last = len(moves) - 1
    found: list[tuple[str, Array]] = []
    unseen = 0.0
    for row, motion in enumerate((np.abs(moves) @ reaches).tolist()):
        if unseen > 0.0 and unseen + motion > _STRIDE:
            found.append((f"set-point {row - 1}", path[row]))
            unseen = 0.0
        unseen += motion
        parts = math.ceil(unseen / _STRIDE)
        if parts > 1 or row == last:
            found += [
                (f"set-point {row}", path[row] + moves[row] * (part / parts))
                for part in range(1, parts + 1)
            ]
            unseen = 0.0
    # A stop leads a little further on. Before the last set-point the path itself is close by;
    # after it lies what was not checked yet.
    if not proposal.chunk.final:
        found.append(("a stop after the last set-point", _stopped(proposal)))
    return found


def _stopped(proposal: Proposal) -> Array:
    """Where a ramp to rest from the last set-point ends [rad]. Shape (joints,)."""
    velocity, limits = proposal.velocities[-1], proposal.limits
    speed = float(np.abs(velocity).max())
    acceleration, jerk = limits.stop_acceleration, limits.stop_jerk
    if speed < acceleration**2 / jerk:
        duration = 2.0 * np.sqrt(speed / jerk)
    else:
        duration = speed / acceleration + acceleration / jerk
    end: Array = proposal.positions[-1] + velocity * duration / 2.0
    return np.clip(end, proposal.model.lower, proposal.model.upper)


def _too_near(
    collisions: CollisionModel, configuration: Array, limits: SafetyLimits
) -> list[ClosestPair]:
    return [
        pair
        for pair in collisions.distances(configuration.tolist())
        if pair.distance < _clearance(pair, limits)
    ]


def _clearance(pair: ClosestPair, limits: SafetyLimits) -> float:
    return limits.table_clearance if TABLE in (pair.first, pair.second) else limits.self_clearance


def _no_nearer(pair: ClosestPair, allowed: list[ClosestPair]) -> bool:
    """The same two things were at least that near when the chunk started."""
    return any(
        (pair.first, pair.second) == (near.first, near.second)
        and pair.distance >= near.distance - _WORSENING
        for near in allowed
    )


def _refusal(place: str, pair: ClosestPair, limits: SafetyLimits) -> Refusal:
    return Refusal(
        Reason.BLOCKED,
        f"near {place} '{pair.first}' and '{pair.second}' are {pair.distance * 1e3:.1f} mm apart, "
        f"the limit is {_clearance(pair, limits) * 1e3:.1f} mm; plan around",
    )
