"""What a fault is: parameters, a seeded source of chance, and hooks into the world."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import mujoco
import numpy as np
from pydantic import Field

from sim.arm import SimArm
from sim.camera import FrameFilter
from sim.scene import DeskScene
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.model import Contract

EARLIEST, LATEST = 1.0, 8.0
"""Between these a fault begins whose moment is not given [s]."""


class FaultParameters(Contract):
    """Base of every fault's parameters."""


@dataclass(frozen=True, slots=True)
class FaultEvent:
    """Something that a fault did, or a hand; for the report after the fact, never for the agent."""

    time: float
    fault: str
    what: str
    hand_on: str = ""
    """The object that a person's hand moved; empty where no hand was at work."""


@dataclass(frozen=True)
class FaultContext:
    """The part of a world that faults may touch."""

    model: mujoco.MjModel
    data: mujoco.MjData
    arm: SimArm
    scene: DeskScene
    catalogue: ObjectCatalogue
    frame_filters: dict[str, list[FrameFilter]]
    """By camera; a fault of a camera adds its filter here."""
    log: list[FaultEvent] = field(default_factory=list)

    @property
    def now(self) -> float:
        """Simulated time [s]."""
        return float(self.data.time)

    def joint_index(self, joint: str) -> int:
        """Place of a joint in the arm's arrays.

        Raises:
            ValueError: no such joint.
        """
        names = self.arm.joint_names
        if joint not in names:
            raise ValueError(f"no joint '{joint}' to disturb; there are {', '.join(names)}")
        return names.index(joint)

    def filter_frames(self, camera: str, apply: FrameFilter) -> None:
        """Stand in the way of a camera's frames; of all cameras when the name is empty.

        Raises:
            ValueError: no such camera.
        """
        if camera and camera not in self.frame_filters:
            known = ", ".join(self.frame_filters)
            raise ValueError(f"no camera '{camera}' to disturb; there are {known}")
        for name, filters in self.frame_filters.items():
            if camera in ("", name):
                filters.append(apply)


class Fault:
    """One thing that can go wrong. A subclass in ``sim/faults`` is registered by being there.

    ``update`` is called before every 10 ms of physics, or more often.
    """

    name: ClassVar[str]
    """As in ``--fault name:value``."""
    short: ClassVar[str]
    """The parameter that the short form ``name:value`` sets."""
    parameters_type: ClassVar[type[FaultParameters]]

    def __init__(self, parameters: Any, context: FaultContext, random: np.random.Generator) -> None:
        """Hook into the world; ``parameters`` is a ``parameters_type``."""
        self.context = context
        self.random = random
        self.start(parameters)

    @classmethod
    def prepare(cls, parameters: Any, spec: mujoco.MjSpec) -> None:
        """Add to the model before it is compiled what the fault needs; nothing by default."""

    def start(self, parameters: Any) -> None:
        """Take the parameters, draw the times."""
        raise NotImplementedError

    def update(self, now: float) -> None:
        """Act; nothing by default, as for faults that only filter."""

    def record(self, what: str, hand_on: str = "") -> None:
        """Write down that it happened; ``hand_on`` names the object that a hand moved."""
        self.context.log.append(FaultEvent(self.context.now, self.name, what, hand_on))


class Moment(FaultParameters):
    """Parameters of a fault that begins at some moment of the episode."""

    start: float | None = None
    """When it begins [s]; drawn from the seed when absent."""

    def begin(self, random: np.random.Generator) -> float:
        """The moment [s]: the one given, or one that is drawn."""
        drawn = float(random.uniform(EARLIEST, LATEST))
        return drawn if self.start is None else self.start


class Interval(Moment):
    """Parameters of a fault that also passes."""

    duration: float = Field(default=1e9, gt=0.0)
    """Until it is over [s]; longer than any episode when absent."""

    def drawn(self, random: np.random.Generator) -> tuple[float, float]:
        """When it begins and when it is over [s]; see `begin`."""
        begin = self.begin(random)
        return begin, begin + self.duration
