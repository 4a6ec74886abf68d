"""QoS between the graph and the bag: what to ask of a topic's publishers, what to write down."""

from __future__ import annotations

from collections.abc import Sequence

import yaml
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy

DEPTH = 100
"""Messages of one topic that may wait while the disk is slow."""
LARGE_DEPTH = 2
"""The same for images."""


def to_subscribe(offered: Sequence[QoSProfile], depth: int = DEPTH) -> QoSProfile:
    """The strictest QoS that every publisher of a topic can serve."""
    reliable = all(q.reliability == ReliabilityPolicy.RELIABLE for q in offered)
    latched = all(q.durability == DurabilityPolicy.TRANSIENT_LOCAL for q in offered)
    return QoSProfile(
        history=HistoryPolicy.KEEP_LAST,
        depth=depth,
        reliability=ReliabilityPolicy.RELIABLE if reliable else ReliabilityPolicy.BEST_EFFORT,
        durability=(DurabilityPolicy.TRANSIENT_LOCAL if latched else DurabilityPolicy.VOLATILE),
    )


def to_yaml(offered: Sequence[QoSProfile]) -> str:
    """Offered profiles in the words of rosbag2's ``offered_qos_profiles``."""
    forever = {"sec": 9223372036, "nsec": 854775807}
    return yaml.safe_dump(
        [
            {
                "history": "keep_last",
                "depth": max(1, q.depth),
                "reliability": q.reliability.name.lower(),
                "durability": q.durability.name.lower(),
                "deadline": forever,
                "lifespan": forever,
                "liveliness": "automatic",
                "liveliness_lease_duration": forever,
                "avoid_ros_namespace_conventions": False,
            }
            for q in offered
        ],
        sort_keys=False,
    )
