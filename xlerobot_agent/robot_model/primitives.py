"""The shapes of the arm's links: boxes, cylinders and spheres, read from the URDF.

Perception projects them into images, the supervisor and the planner measure distances to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from xml.etree import ElementTree as ET

import numpy as np
import numpy.typing as npt
import pinocchio as pin

Matrix = npt.NDArray[np.float64]


class PrimitiveKind(StrEnum):
    """Shapes a link may be made of."""

    BOX = "box"
    CYLINDER = "cylinder"
    SPHERE = "sphere"


@dataclass(frozen=True)
class Primitive:
    """One shape of one link.

    Attributes:
        link: the link it belongs to.
        name: its name in the URDF, e.g. ``fixed_finger_pad``.
        kind: its shape.
        size: full edge lengths x, y, z of a box; radius and length of a cylinder (along its own
            z); radius of a sphere [m].
        pose: 4×4, from the shape's own centred frame to the link's frame [m].
    """

    link: str
    name: str
    kind: PrimitiveKind
    size: tuple[float, ...]
    pose: Matrix

    def corners(self) -> Matrix:
        """Corners of the shape's own bounding box in the link's frame, 8×3 [m]."""
        if self.kind is PrimitiveKind.BOX:
            half = np.array(self.size) / 2.0
        elif self.kind is PrimitiveKind.CYLINDER:
            half = np.array([self.size[0], self.size[0], self.size[1] / 2.0])
        else:
            half = np.full(3, self.size[0])
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        corners: Matrix = (signs * half) @ self.pose[:3, :3].T + self.pose[:3, 3]
        return corners


def read_primitives(urdf: str, element: str = "collision") -> tuple[Primitive, ...]:
    """All shapes of a URDF, in its order.

    Args:
        urdf: the URDF's text.
        element: ``collision`` or ``visual``; ours has the same shapes in both.

    Raises:
        ValueError: a link carries a shape that is not a primitive.
    """
    # The URDF is our own installed file or a parameter of our own launch.
    links = ET.fromstring(urdf).iter("link")  # noqa: S314
    return tuple(
        _primitive(link.attrib["name"], shape) for link in links for shape in link.iter(element)
    )


def _primitive(link: str, shape: ET.Element) -> Primitive:
    name = shape.attrib["name"]
    geometry = shape.find("geometry")
    if geometry is None or len(geometry) != 1:
        raise ValueError(f"link '{link}': shape '{name}' needs exactly one geometry; give it one")
    solid = geometry[0]
    if solid.tag not in set(PrimitiveKind):
        raise ValueError(
            f"link '{link}': shape '{name}' is a {solid.tag}; use one of {', '.join(PrimitiveKind)}"
        )
    kind = PrimitiveKind(solid.tag)
    fields = {
        PrimitiveKind.BOX: ("size",),
        PrimitiveKind.CYLINDER: ("radius", "length"),
        PrimitiveKind.SPHERE: ("radius",),
    }[kind]
    size = tuple(float(word) for field in fields for word in solid.attrib[field].split())
    return Primitive(link, name, kind, size, _pose(shape.find("origin")))


def _pose(origin: ET.Element | None) -> Matrix:
    pose = np.eye(4)
    if origin is not None:
        pose[:3, 3] = [float(word) for word in origin.attrib.get("xyz", "0 0 0").split()]
        rpy = np.array([float(word) for word in origin.attrib.get("rpy", "0 0 0").split()])
        pose[:3, :3] = pin.rpy.rpyToMatrix(rpy)
    return pose
