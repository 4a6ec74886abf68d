"""Nodes that are killed while the arm moves and started anew at once.

Fails when the arm moves although nobody has asked it to since, or when a person cannot make it
work again.
"""

from __future__ import annotations

import time
from functools import partial

from experiments.faults.cases.own_goals import agent_moves
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.judge import UNMOVED, displacement

WATCHED = 5.0
"""Row 27 of the fault table: nothing moves for so long once the node is back [s]."""
STANDS = {"safety_supervisor": 0.3, "skill_server": 0.5, "perception": 1.8, "agent": 1.0}
"""The arm stands so long after the node's death [s]."""
BACK = 30.0
"""A node is back within [s]."""


def _killed(node: str, field: Field) -> Seen:
    if node == "agent":
        agent_moves(field)
    else:
        field.in_motion("reach")
    killed = time.monotonic()
    _restart(field, node)
    return _stays(field, killed + STANDS[node])


def _arm(field: Field) -> Seen:
    """A new simulation is a new world: the arm is where it is there, and time begins anew."""
    field.in_motion("reach")
    before = field.now
    _restart(field, "simulation")
    if not field.witness.wait_for(lambda: field.now < before, BACK):
        raise FieldError(f"no joints of the new simulation after {BACK:.0f} s")
    return _stays(field, time.monotonic())


def _restart(field: Field, node: str) -> None:
    """Kill and start; returns when it is back.

    Raises:
        FieldError: it does not come back.
    """
    names = {name: health for name, health in field.console.node.health.items() if node in name}
    field.restart(node)
    field.note(f"waiting for {node} to be back")

    def back() -> bool:
        now = {name: health for name, health in field.console.node.health.items() if node in name}
        return any(health is not names.get(name) for name, health in now.items())

    if not field.console.node.wait_for(back, BACK):
        raise FieldError(f"{node} is not back after {BACK:.0f} s")


def _stays(field: Field, since: float) -> Seen:
    end = time.monotonic() + WATCHED
    field.witness.wait_for(lambda: time.monotonic() > end, WATCHED)
    moved = displacement(field.witness.joints, since)
    state = field.witness.state
    mode = "" if state is None else f"safety {state.mode.value} {state.reason}".strip()
    text = f"the arm moved {moved:.4f} rad until {WATCHED:.0f} s after the node was back; {mode}"
    try:
        field.recover()
    except FieldError as error:
        return Seen(False, f"{text}; a person CANNOT make it work again: {error}")
    return Seen(moved <= UNMOVED, f"{text}; works again when a person asks")


_STAYS = f"nothing moves for {WATCHED:.0f} s after it is back, then a person's goal does"

FAULTS = (
    *(
        Fault(
            f"{node.replace('_', '-')}-restarted",
            "restarts",
            _STAYS,
            partial(_killed, node),
            spoils=True,
        )
        for node in STANDS
    ),
    Fault("simulation-restarted", "restarts", _STAYS, _arm, spoils=True),
)
