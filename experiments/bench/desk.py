"""The desk that benchmarks of simulation and perception look at."""

from __future__ import annotations

from sim.scene_sampler import sample
from sim.world import SimWorld
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue

SETTLING = 0.5
"""Things dropped from their nominal height lie still after this [s]."""


def catalogue() -> ObjectCatalogue:
    """``objects.yaml``."""
    return load(config_directory() / "objects.yaml", ObjectCatalogue)


def settled_world(seed: int, objects: ObjectCatalogue) -> SimWorld:
    """A desk on which everything lies still and the arm is at rest."""
    world = SimWorld(sample(seed, objects), objects)
    world.advance(SETTLING)
    return world
