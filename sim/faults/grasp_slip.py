"""The jaws give way for a moment just after lifting, so that the object drops from low height.

Each time both jaws close on a movable thing a lot is drawn; when it says slip, the jaws are forced
open a little once the thing has left the table, and stay so until the hand is clear of it. Contact
and gravity do the rest: nothing is moved by decree.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from sim.fault import Fault, FaultParameters
from sim.grip import GripSensor


class Parameters(FaultParameters):
    """``probability`` of a slip per grasp."""

    probability: float = Field(ge=0.0, le=1.0)
    lift: float = Field(default=0.006, gt=0.0, le=0.1)
    """How far the object is lifted when the jaws give way [m]."""
    give: float = Field(default=0.35, gt=0.0, le=1.0)
    """How far they open [rad]."""
    longest: float = Field(default=2.5, gt=0.0)
    """After which they close again in any case [s]."""


class Phase(StrEnum):
    """EMPTY → GRIPPED (will hold) or LOADED (will slip) → LOOSE → EMPTY."""

    EMPTY = "empty"
    GRIPPED = "gripped"
    LOADED = "loaded"
    LOOSE = "loose"


class GraspSlip(Fault):
    """See the module."""

    name = "grasp_slip"
    short = "probability"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Wait for the first grasp."""
        model, data = self.context.model, self.context.data
        self._parameters = parameters
        self._grip = GripSensor(model, data)
        self._gripper = model.nu - 1
        self._joint = int(model.joint(model.actuator(self._gripper).name).qposadr[0])
        self._phase = Phase.EMPTY
        self._body = 0
        self._ground = 0.0
        self._since = 0.0
        self._last_touch = 0.0
        self._opened = 0.0
        self._commanded = 0.0

    def update(self, now: float) -> None:
        """Advance by one look at the contacts."""
        match self._phase:
            case Phase.EMPTY:
                self._await_grasp(now)
            case Phase.GRIPPED:
                self._await_release(now)
            case Phase.LOADED:
                self._await_lift(now)
            case Phase.LOOSE:
                self._keep_open(now)

    def _await_grasp(self, now: float) -> None:
        body = self._grip.held()
        if body is None:
            self._since = now
            return
        # Both jaws for a tenth of a second: a grasp, not a touch in passing.
        if now - self._since < 0.1:
            return
        self._body = body
        self._last_touch = now
        self._ground = float(self.context.data.xpos[body, 2])
        slips = bool(self.random.random() < self._parameters.probability)
        self._phase = Phase.LOADED if slips else Phase.GRIPPED

    def _await_release(self, now: float) -> None:
        if self._grip.held() == self._body:
            self._last_touch = now
        elif now - self._last_touch > 0.3:
            self._phase, self._since = Phase.EMPTY, now

    def _await_lift(self, now: float) -> None:
        data = self.context.data
        if data.xpos[self._body, 2] - self._ground > self._parameters.lift:
            self._phase, self._since = Phase.LOOSE, now
            self._commanded = float(data.ctrl[self._gripper])
            self._opened = float(data.qpos[self._joint]) + self._parameters.give
            name = self.context.model.body(self._body).name
            self.record(f"the jaws gave way on {name}")
            self._keep_open(now)
        else:
            self._await_release(now)

    def _keep_open(self, now: float) -> None:
        data = self.context.data
        if data.ctrl[self._gripper] != self._opened:
            self._commanded = float(data.ctrl[self._gripper])
        fixed, moving = self._grip.touched()
        if self._body in fixed | moving:
            self._last_touch = now
        clear = now - self._last_touch > 0.3
        if clear or self._commanded > self._opened or now - self._since > self._parameters.longest:
            data.ctrl[self._gripper] = self._commanded
            self._phase, self._since = Phase.EMPTY, now
        else:
            data.ctrl[self._gripper] = self._opened


FAULT = GraspSlip
