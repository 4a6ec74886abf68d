"""A hand takes what the gripper holds: it prises the jaws open, pulls the thing out, carries it.

It ends on a free place of the table, or off the desk. The hand is a force (``sim.hand``) and is
not drawn.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import Field

from sim.fault import Fault, FaultParameters
from sim.free_spot import free_spot
from sim.grip import GripSensor
from sim.hand import Hand


class Parameters(FaultParameters):
    """``probability`` per lifted grasp, at most ``times`` in an episode."""

    probability: float = Field(ge=0.0, le=1.0)
    times: int = Field(default=1, ge=1)
    destination: Literal["table", "away"] = "table"
    lift: float = Field(default=0.05, gt=0.0)
    """How far the object was lifted when the hand comes [m]."""
    duration: float = Field(default=1.6, gt=0.3)
    """[s]"""


class RemovedFromGripper(Fault):
    """See the module."""

    name = "removed_from_gripper"
    short = "probability"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Wait for the first grasp."""
        model, data = self.context.model, self.context.data
        self._parameters = parameters
        self._grip = GripSensor(model, data)
        self._dof = int(model.joint(model.actuator(model.nu - 1).name).dofadr[0])
        self._left = parameters.times
        self._body: int | None = None
        self._ground = 0.0
        self._chosen = False
        self._hand: Hand | None = None

    def update(self, now: float) -> None:
        """Watch for a lifted grasp; then take the thing away."""
        if self._hand is not None:
            self._carry(self._hand, now)
            return
        body = self._grip.held()
        if body != self._body:
            self._body = body
            if body is not None:
                self._ground = float(self.context.data.xpos[body, 2])
                self._chosen = bool(self.random.random() < self._parameters.probability)
        if body is None or not self._chosen or not self._left:
            return
        if self.context.data.xpos[body, 2] - self._ground > self._parameters.lift:
            self._left -= 1
            self._take(body)

    def _take(self, body: int) -> None:
        context = self.context
        name = context.model.body(body).name
        tool = context.data.body("tool").xmat.reshape(3, 3)
        here = context.data.xipos[body].copy()
        out = here + 0.09 * tool[:, 2] * (1.0, 1.0, 0.0) + (0.0, 0.0, 0.02)
        if self._parameters.destination == "table":
            x, y = free_spot(context.model, context.data, context.scene, name, self.random)
            rest = context.model.body_ipos[body][2] + 0.002
        else:
            x, y, rest = 0.85, float(here[1]), 0.05
        high = max(float(out[2]), 0.14)
        path = [out, (out[0], out[1], high), (x, y, high), (x, y, rest)]
        self.record(f"a hand took {name} out of the gripper", name)
        self._hand = Hand(context.model, context.data, body, path, self._parameters.duration)

    def _carry(self, hand: Hand, now: float) -> None:
        """Hold the jaws open while the thing is between them, and carry it."""
        data = self.context.data
        fixed, moving = self._grip.touched()
        between = self._body in fixed | moving
        opening = 1.3 * float(np.abs(data.actuator_force[-1])) + 0.5
        data.qfrc_applied[self._dof] = opening if between else 0.0
        if not hand.update(now):
            self._hand, self._body = None, None
            data.qfrc_applied[self._dof] = 0.0


FAULT = RemovedFromGripper
