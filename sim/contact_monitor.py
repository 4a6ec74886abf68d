"""How hard the arm touched what does not move: the peak over every single step.

MuJoCo sums the forces between each link and each fixed thing into a sensor that remembers its last
``HISTORY`` steps, so that reading it now and then misses nothing and costs next to nothing. By
link, because the forces of two jaws that squeeze a wall would cancel in the arm's sum.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import mujoco
import numpy as np

from sim.collision import ARM

HISTORY = 128
"""Steps that a sensor remembers."""
INFIX = "_on_"
# mjContactDataField force and mjContactReduce net force, as the XML attributes say it.
_FORCE, _NET_FORCE, _ONE = 1 << mujoco.mjtConDataField.mjCONDATA_FORCE.value, 3, 1


@dataclass(frozen=True, slots=True)
class ContactPeak:
    """The largest force [N] between a link and a fixed thing so far."""

    link: str
    partner: str
    force: float


def add_contact_sensors(spec: mujoco.MjSpec, fixed_bodies: Iterable[str]) -> None:
    """Net force of each moving link of the arm on each fixed body."""
    links = [
        body.name
        for body in spec.bodies
        if any(geom.contype == ARM for geom in body.geoms) and not _welded(body)
    ]
    for partner in fixed_bodies:
        for link in links:
            sensor = spec.add_sensor()
            sensor.name = link + INFIX + partner
            sensor.type = mujoco.mjtSensor.mjSENS_CONTACT
            sensor.objtype, sensor.objname = mujoco.mjtObj.mjOBJ_BODY, link
            sensor.reftype, sensor.refname = mujoco.mjtObj.mjOBJ_BODY, partner
            sensor.intprm[:3] = (_FORCE, _NET_FORCE, _ONE)
            sensor.nsample = HISTORY


def _welded(body: mujoco.MjsBody) -> bool:
    """Whether the body cannot move: neither it nor one that carries it has a joint."""
    while body.parent is not None and body.name != "world":
        if body.joints:
            return False
        body = body.parent
    return True


class ContactMonitor:
    """Keeps the peaks; ``collect`` at least every ``HISTORY`` steps."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Find the sensors."""
        sensors = [i for i in range(model.nsensor) if INFIX in model.sensor(i).name]
        names = [model.sensor(i).name.split(INFIX) for i in sensors]
        self._pairs = [(link, partner) for link, partner in names]
        # Each sensor's history: two counters, the times, then the samples of three numbers each.
        width = 2 + HISTORY + 3 * HISTORY
        first = int(model.sensor_historyadr[sensors[0]])
        block = data.history[first : first + width * len(sensors)].reshape(-1, width)
        self._samples = block[:, 2 + HISTORY :]
        self._squares = np.zeros(len(sensors))

    def collect(self) -> None:
        """Take the last steps into the peaks."""
        if not self._samples.any():
            return
        squares = np.square(self._samples).reshape(-1, HISTORY, 3).sum(axis=2)
        np.maximum(self._squares, squares.max(axis=1), out=self._squares)

    def peaks(self) -> tuple[ContactPeak, ...]:
        """All pairs that have touched, the hardest first."""
        self.collect()
        found = [
            ContactPeak(link, partner, math.sqrt(square))
            for (link, partner), square in zip(self._pairs, self._squares.tolist(), strict=True)
            if square > 0.0
        ]
        return tuple(sorted(found, key=lambda peak: -peak.force))
