"""A hand moves an object while the robot does not look: lifted a little, set down elsewhere.

It happens while the arm is under way, when the agent cannot tell from a settled picture. The hand
is a force on the object (``sim.hand``) and is not drawn: a frame taken within that second would
show the object move by itself.
"""

from __future__ import annotations

from pydantic import Field

from sim.fault import Fault, Moment
from sim.free_spot import free_spot
from sim.grip import GripSensor
from sim.hand import Hand
from sim.shapes import shape_builder


class Parameters(Moment):
    """``probability`` that it happens in an episode, once."""

    probability: float = Field(ge=0.0, le=1.0)
    object_id: str = ""
    """Which object; a random movable one on the table when empty."""
    nearest: float = Field(default=0.04, gt=0.0)
    farthest: float = Field(default=0.10, gt=0.0)
    """How far it is moved [m]."""
    duration: float = Field(default=0.8, gt=0.1)
    """[s]"""


class HandMovesObject(Fault):
    """See the module."""

    name = "hand_moves_object"
    short = "probability"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Draw whether and when."""
        self._parameters = parameters
        self._grip = GripSensor(self.context.model, self.context.data)
        self._pending = bool(self.random.random() < parameters.probability)
        self._begin = parameters.begin(self.random)
        self._hand: Hand | None = None

    def update(self, now: float) -> None:
        """Begin when the moment has come and the arm moves; then carry on to the end."""
        if self._hand is not None:
            if not self._hand.update(now):
                self._hand = None
            return
        if not self._pending or now < self._begin or not self._arm_moves():
            return
        candidates = self._candidates()
        if not candidates:
            return
        object_id = candidates[int(self.random.integers(len(candidates)))]
        self._pending = False
        self._hand = self._take(object_id)

    def _arm_moves(self) -> bool:
        return max(map(abs, self.context.arm.read().velocities)) > 0.1

    def _candidates(self) -> list[str]:
        """Movable things that rest on the table, touched by neither jaw."""
        context = self.context
        fixed, moving = self._grip.touched()
        wanted = self._parameters.object_id
        return [
            p.object_id
            for p in context.scene.objects
            if shape_builder(context.catalogue[p.object_id].shape).MOVABLE
            and (not wanted or p.object_id == wanted)
            and context.model.body(p.object_id).id not in fixed | moving
            and abs(float(context.data.body(p.object_id).xpos[2])) < 0.002
        ]

    def _take(self, object_id: str) -> Hand:
        context, parameters = self.context, self._parameters
        spot = free_spot(
            context.model,
            context.data,
            context.scene,
            object_id,
            self.random,
            distance=(parameters.nearest, parameters.farthest),
        )
        body = context.model.body(object_id).id
        x, y, z = context.data.xipos[body]
        high = z + 0.025
        self.record(f"a hand moved {object_id} to ({spot[0]:.3f}, {spot[1]:.3f})", object_id)
        path = [(x, y, high), (*spot, high), (*spot, z)]
        return Hand(context.model, context.data, body, path, parameters.duration)


FAULT = HandMovesObject
