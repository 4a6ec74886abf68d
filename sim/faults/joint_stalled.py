"""A joint jams: friction in it becomes larger than its servo's torque."""

from __future__ import annotations

from sim.fault import Fault, Interval

JAM = 60.0
"""Friction of a jammed joint [N·m], many times the servo's torque."""
TOUGHNESS = 2000.0
"""Damping of a jammed joint [N·m·s/rad]: MuJoCo's dry friction alone would let it creep."""


class Parameters(Interval):
    """``joint`` that jams."""

    joint: str


class JointStalled(Fault):
    """See the module."""

    name = "joint_stalled"
    short = "joint"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Draw when.

        Raises:
            ValueError: the arm has no such joint.
        """
        self.context.joint_index(parameters.joint)
        model = self.context.model
        self._joint = parameters.joint
        self._dof = int(model.joint(parameters.joint).dofadr[0])
        self._free = (
            float(model.dof_frictionloss[self._dof]),
            float(model.dof_damping[self._dof]),
        )
        self._begin, self._end = parameters.drawn(self.random)
        self._jammed = False

    def update(self, now: float) -> None:
        """Jam and free the joint."""
        jammed = self._begin <= now < self._end
        if jammed != self._jammed:
            self._jammed = jammed
            friction, damping = (JAM, TOUGHNESS) if jammed else self._free
            self.context.model.dof_frictionloss[self._dof] = friction
            self.context.model.dof_damping[self._dof] = damping
            self.record(f"{self._joint} {'jammed' if jammed else 'runs again'}")


FAULT = JointStalled
