"""One desk, completely: everything that differs from episode to episode, as plain data."""

from __future__ import annotations

from pydantic import Field

from xlerobot_agent.contracts.geometry import Pose, Positive, Size, Vector3
from xlerobot_agent.contracts.model import Contract

Colour = tuple[float, float, float]
"""Red, green, blue, 0..1."""


class ObjectPlacement(Contract):
    """One object on the desk at the start."""

    object_id: str
    pose: Pose
    size: Size
    """True outer size [m]."""
    mass: Positive
    """[kg]"""
    rgb: Colour
    form_seed: int = Field(default=0, ge=0)
    """Chooses the surface of an irregular shape; regular shapes ignore it."""


class CameraPlacement(Contract):
    """A camera's true pose and lens.

    ``position`` [m] and ``rpy`` [rad, fixed axes x, y, z as in URDF] place the optical frame (z
    forward, x right, y down) in the frame ``parent``.
    """

    name: str
    parent: str
    position: Vector3
    rpy: Vector3
    vertical_fov: float = Field(gt=0.1, lt=2.6)
    """Full vertical opening angle [rad]."""
    width: int = Field(default=640, gt=0)
    height: int = Field(default=480, gt=0)


class Lighting(Contract):
    """One lamp and the light from everywhere."""

    direction: Vector3
    """From the lamp towards the desk."""
    diffuse: Colour
    ambient: Colour


class TableLook(Contract):
    """How the table top looks; its place never changes."""

    rgb: Colour
    grain: float = Field(ge=0.0, le=1.0)
    """Contrast between the boards it is made of."""
    grain_seed: int = Field(ge=0)


class DeskScene(Contract):
    """Everything that varies between episodes; ``seed`` alone reproduces it."""

    seed: int = Field(ge=0)
    objects: tuple[ObjectPlacement, ...]
    cameras: tuple[CameraPlacement, ...]
    lighting: Lighting
    table: TableLook

    def object(self, object_id: str) -> ObjectPlacement:
        """The placement of one object.

        Raises:
            KeyError: the desk holds no such object.
        """
        for placement in self.objects:
            if placement.object_id == object_id:
                return placement
        known = ", ".join(p.object_id for p in self.objects)
        raise KeyError(f"no object '{object_id}' on this desk; there are {known}")
