"""Evidence for what is claimed: the hash of the bytes a sensor gave (requirements B.7)."""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING

import numpy as np

from xlerobot_agent.contracts.evidence import Evidence, EvidenceKind

if TYPE_CHECKING:
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.contracts.camera import Frame
    from xlerobot_agent.contracts.ports import IdFactory

JOINTS = "joints"
"""Sensor name of the arm's own reading."""


def image_hash(frame: Frame) -> str:
    """SHA-256 of the image's bytes, row by row."""
    return hashlib.sha256(memoryview(np.ascontiguousarray(frame.image))).hexdigest()


def joint_hash(arm: ArmState) -> str:
    """SHA-256 of stamp, positions, velocities and efforts as little-endian doubles."""
    values = (arm.stamp, *arm.positions, *arm.velocities, *arm.efforts)
    return hashlib.sha256(struct.pack(f"<{len(values)}d", *values)).hexdigest()


def of_frame(frame: Frame, now: float, ids: IdFactory) -> Evidence:
    """What a calibrated camera's image testifies to."""
    return Evidence(
        evidence_id=ids.new("evidence"),
        kind=EvidenceKind.GEOMETRIC_VISION,
        sha256=image_hash(frame),
        t_capture=frame.stamp,
        t_received=now,
        sensor=frame.camera,
        calibration_id=frame.calibration_id,
    )


def of_joints(arm: ArmState, now: float, ids: IdFactory) -> Evidence:
    """What the arm's joint positions and loads testify to."""
    return Evidence(
        evidence_id=ids.new("evidence"),
        kind=EvidenceKind.CONTACT,
        sha256=joint_hash(arm),
        t_capture=arm.stamp,
        t_received=now,
        sensor=JOINTS,
    )
