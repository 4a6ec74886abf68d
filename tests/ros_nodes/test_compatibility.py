"""A QoS mismatch is named with its topic, and only a real one (fault 32)."""

from __future__ import annotations

import pytest
from rclpy.duration import Duration
from rclpy.qos import QoSProfile

from ros_nodes import qos
from ros_nodes.compatibility import mismatch

ENDLESS = QoSProfile(depth=1, deadline=Duration(nanoseconds=2**63 - 1))


@pytest.mark.parametrize(
    ("offered", "requested", "why"),
    [
        (qos.SENSOR, qos.STATUS, "reliable is asked for"),
        (qos.STATUS, qos.LATCHED, "transient local is asked for"),
        (qos.permit(0.1), qos.permit(0.06), "longer deadline"),
        (ENDLESS, qos.permit(0.06), "longer deadline"),
        (qos.LATCHED, qos.SCENE_READER, "longer liveliness lease"),
    ],
)
def test_what_cannot_be_heard_is_named(
    offered: QoSProfile, requested: QoSProfile, why: str
) -> None:
    assert why in mismatch(offered, requested)


@pytest.mark.parametrize(
    ("offered", "requested"),
    [
        (qos.LATCHED, qos.SENSOR),
        (qos.permit(0.06), qos.permit(0.06)),
        (qos.permit(0.06), qos.STATUS),
        (qos.STATUS, ENDLESS),
        (qos.CHUNK, qos.CHUNK_READER),
        (qos.SCENE, qos.SCENE_READER),
        (qos.SCENE, qos.LATCHED),
        (qos.ESTOP, qos.ESTOP_BEST_EFFORT),
    ],
)
def test_what_can_be_heard_is_silent(offered: QoSProfile, requested: QoSProfile) -> None:
    assert mismatch(offered, requested) == ""
