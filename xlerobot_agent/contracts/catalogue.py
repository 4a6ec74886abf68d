"""The object catalogue: what can lie on the desk. A new object is a new entry in the YAML."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, model_validator

from xlerobot_agent.contracts.geometry import Size
from xlerobot_agent.contracts.model import Contract


class Shape(StrEnum):
    """The families of shapes that detectors, grasps and the simulated table know."""

    CUP = "cup"
    CRUMPLED = "crumpled"
    TRAY = "tray"
    BIN = "bin"


class Affordance(StrEnum):
    """What can be done with an object."""

    PICKABLE = "pickable"
    RECEPTACLE = "receptacle"


class HsvRange(Contract):
    """A colour range in OpenCV's HSV: hue 0..179 (may wrap: low > high), rest 0..255."""

    hue_low: int = Field(ge=0, le=179)
    hue_high: int = Field(ge=0, le=179)
    saturation_low: int = Field(ge=0, le=255)
    saturation_high: int = Field(default=255, ge=0, le=255)
    value_low: int = Field(ge=0, le=255)
    value_high: int = Field(default=255, ge=0, le=255)


class ObjectModel(Contract):
    """One kind of thing: how it looks, how large it is, what it is called, what it is for."""

    object_id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    shape: Shape
    size: Size
    """Nominal outer size [m]; real ones differ by up to ``size_tolerance``."""
    size_tolerance: float = Field(default=0.1, ge=0.0, le=0.5)
    mass: float = Field(gt=0.0)
    """[kg]"""
    colour: HsvRange
    rgb: tuple[float, float, float]
    """Nominal colour for the simulated table, 0..1."""
    affordances: frozenset[Affordance]
    names: dict[str, tuple[str, ...]]
    """Language code → ways of saying it, the most specific first."""
    capacity: int = Field(default=0, ge=0)
    """How many things a receptacle takes."""


class ObjectCatalogue(Contract):
    """All things the desk may hold, by id."""

    objects: tuple[ObjectModel, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _unique(self) -> ObjectCatalogue:
        ids = [o.object_id for o in self.objects]
        twice = sorted({i for i in ids if ids.count(i) > 1})
        if twice:
            raise ValueError(f"object ids {twice} stand twice in the catalogue; keep one of each")
        return self

    def __getitem__(self, object_id: str) -> ObjectModel:
        for entry in self.objects:
            if entry.object_id == object_id:
                return entry
        known = ", ".join(o.object_id for o in self.objects)
        raise KeyError(f"no object '{object_id}' in the catalogue; there are {known}")

    def __contains__(self, object_id: object) -> bool:
        return any(o.object_id == object_id for o in self.objects)

    def with_affordance(self, affordance: Affordance) -> tuple[ObjectModel, ...]:
        """All objects that afford it, in the catalogue's order."""
        return tuple(o for o in self.objects if affordance in o.affordances)
