"""A QoS mismatch is named with its topic, and only a real one (fault 32)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from rclpy.duration import Duration
from rclpy.qos import QoSProfile

from ros_nodes import qos
from ros_nodes.compatibility import mismatch, mismatches

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


def end(number: int, profile: QoSProfile) -> SimpleNamespace:
    """One end of a topic, at another node."""
    return SimpleNamespace(
        node_namespace="/", node_name="other", qos_profile=profile, endpoint_gid=[number] * 16
    )


class Graph:
    """A node with one subscription for each profile, and what the graph says of its topic."""

    def __init__(self, subscribed: list[QoSProfile], published: list[QoSProfile]) -> None:
        self.publishers: list[SimpleNamespace] = []
        self.subscriptions = [
            SimpleNamespace(topic_name="/chunk_request", qos_profile=p) for p in subscribed
        ]
        self._ends = [end(number, profile) for number, profile in enumerate(published)]

    def get_publishers_info_by_topic(self, _topic: str) -> list[SimpleNamespace]:
        return self._ends


@pytest.mark.parametrize(
    ("subscribed", "published", "named"),
    [
        ([qos.STATUS], [qos.SENSOR], 1),
        ([qos.STATUS], [qos.STATUS], 0),
        # The one that is heard does not speak for the other, though one node has both.
        ([qos.STATUS], [qos.STATUS, qos.SENSOR], 1),
        ([qos.STATUS], [qos.SENSOR, qos.SENSOR], 1),
        ([qos.ESTOP, qos.ESTOP_BEST_EFFORT], [qos.SENSOR], 0),
    ],
)
def test_every_publisher_has_to_be_heard_once(
    subscribed: list[QoSProfile], published: list[QoSProfile], named: int
) -> None:
    found = mismatches(Graph(subscribed, published))  # type: ignore[arg-type]
    assert len(found) == named
    assert all("/chunk_request: publisher /other" in words for words in found)
