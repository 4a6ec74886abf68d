"""The injected clock of the plain rooms, over ROS: node time for stamps, steady for watchdogs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rclpy.node import Node

_NANOSECONDS = 1e-9


class RosClock:
    """``contracts.ports.Clock`` on a node's clock; simulated where ``use_sim_time`` is set."""

    def __init__(self, node: Node) -> None:
        self._clock = node.get_clock()

    def now(self) -> float:
        """Node time [s]; 0 until the first ``/clock`` when time is simulated."""
        return float(self._clock.now().nanoseconds) * _NANOSECONDS

    def steady(self) -> float:
        """Monotonic time [s] that no clock jump moves."""
        return time.monotonic()
