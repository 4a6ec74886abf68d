"""What the gripper tells: whether it stopped on something, and what shows between its fingers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from ros_nodes.perception.camera_geometry import Array
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import GripSettings
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.robot_model.arm_model import ArmModel

FIXED_PAD = "fixed_finger_pad"
MOVING_PAD = "moving_finger_pad"
"""Names of the URDF's shapes between which things are held."""


class Grip(StrEnum):
    """What the gripper's joint alone says."""

    EMPTY = "empty"
    """It closed on nothing."""
    OPEN = "open"
    """It stands open without load."""
    LOADED = "loaded"
    """It stopped short of closed, and pushes."""
    UNDECIDED = "undecided"
    """It moves."""


def read_grip(arm: ArmState, joint: int, settings: GripSettings) -> Grip:
    """Judge the gripper's joint, the one numbered ``joint``; a closing effort is negative."""
    if abs(arm.velocities[joint]) > settings.still:
        return Grip.UNDECIDED
    if arm.positions[joint] <= settings.empty_angle:
        return Grip.EMPTY
    return Grip.LOADED if -arm.efforts[joint] >= settings.load else Grip.OPEN


@dataclass(frozen=True)
class Fingers:
    """Where the fingers are.

    Attributes:
        gap: corners of the area between the outer halves of the finger pads in ``base_link`` [m],
            shape (4, 3).
    """

    gap: Array

    @property
    def grasp_point(self) -> Array:
        """Middle of the gap in ``base_link`` [m], shape (3,)."""
        middle: Array = self.gap.mean(axis=0)
        return middle


class FingerModel:
    """Finds the gap between the finger pads, from the shapes of the URDF."""

    def __init__(self, model: ArmModel) -> None:
        """Read both pads.

        Raises:
            ValueError: the arm's description has no shape of a pad's name.
        """
        pads = {p.name: p for p in model.primitives}
        missing = sorted({FIXED_PAD, MOVING_PAD} - set(pads))
        if missing:
            raise ValueError(
                f"the arm's URDF has no shapes {', '.join(missing)}; name the finger pads so"
            )
        self._pads = [
            (pads[n].link, _outer_spine(pads[n].corners())) for n in (FIXED_PAD, MOVING_PAD)
        ]

    def at(self, link_poses: Mapping[str, Array]) -> Fingers:
        """Where the gap is for poses of the links, each 4x4."""
        lines = []
        for link, spine in self._pads:
            pose = link_poses[link]
            lines.append(spine @ pose[:3, :3].T + pose[:3, 3])
        fixed, moving = lines
        return Fingers(np.array([fixed[0], fixed[1], moving[1], moving[0]]))


def _outer_spine(corners: Array) -> Array:
    """Middle and tip of a pad, along its longest edge, in the frame of its link, shape (2, 3).

    The tip is the end that is farther from the link's own origin.
    """
    middle = corners.mean(axis=0)
    _, _, axes = np.linalg.svd(corners - middle)
    half = float(np.abs((corners - middle) @ axes[0]).max())
    ends = middle + half * np.array([axes[0], -axes[0]])
    return np.array([middle, ends[np.argmax(np.linalg.norm(ends, axis=1))]])


def share_between(look: Look, fingers: Fingers, object_id: str) -> float:
    """Share of the picture between the fingers that shows an object; 0 when it is out of view."""
    if object_id not in look.blobs:
        return 0.0
    pixels, depth = look.view.project(fingers.gap)
    if float(depth.min()) <= 0.0:
        return 0.0
    gap = np.zeros_like(look.labels)
    cv2.fillConvexPoly(gap, cv2.convexHull(np.rint(pixels).astype(np.int32)), 1)
    left, top, width, height = cv2.boundingRect(gap)
    part = np.s_[top : top + height, left : left + width]
    inside = gap[part] > 0
    shown = (look.labels[part] == look.label_of[object_id]) & inside
    return float(shown.sum() / max(1, int(inside.sum())))
