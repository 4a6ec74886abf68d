"""The gripper's servo turns the wrong way: what is commanded open closes, and the reverse."""

from __future__ import annotations

from sim.fault import Fault, Moment
from sim.rotations import Matrix

GRIPPER = -1
"""The last servo."""


class Parameters(Moment):
    """``start``: from when on [s]."""


class GripperInverted(Fault):
    """Commands are mirrored about the middle of the joint's range; its reading stays true."""

    name = "gripper_inverted"
    short = "start"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Draw when, and stand in the commands' way."""
        low, high = self.context.model.actuator_ctrlrange[GRIPPER]
        self._mirror = float(low + high)
        self._begin = parameters.begin(self.random)
        self._noted = False
        self.context.arm.filters.append(self._filter)

    def _filter(self, target: Matrix) -> Matrix:
        if self.context.now < self._begin:
            return target
        if not self._noted:
            self._noted = True
            self.record("the gripper turns the wrong way")
        turned = target.copy()
        turned[GRIPPER] = self._mirror - target[GRIPPER]
        return turned


FAULT = GripperInverted
