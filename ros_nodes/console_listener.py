"""The console's ears: the newest states and diagnostics, and a way to wait for them."""

from __future__ import annotations

import queue
import threading
import uuid
from typing import TYPE_CHECKING

from diagnostic_msgs.msg import DiagnosticArray
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.console.overview import LEVELS, NodeHealth
from ros_nodes.conversions import agent as agent_conversion
from ros_nodes.conversions import safety as safety_conversion

if TYPE_CHECKING:
    from collections.abc import Callable

    from rclpy.context import Context

    from xlerobot_agent.contracts.instruction import AgentStatus
    from xlerobot_agent.contracts.safety import SafetyState


class ConsoleListener(Node):
    """Hears states and diagnostics."""

    def __init__(self, namespace: str, context: Context) -> None:
        super().__init__(
            f"console_{uuid.uuid4().hex[:6]}",
            namespace=namespace,
            context=context,
            start_parameter_services=False,
            enable_rosout=False,
        )
        self.steady_clock = Clock(clock_type=ClockType.STEADY_TIME)
        self.safety: SafetyState | None = None
        self.agent: AgentStatus | None = None
        self.changes: queue.SimpleQueue[AgentStatus] = queue.SimpleQueue()
        self.health: dict[str, NodeHealth] = {}
        self.heard = threading.Condition()
        self.create_subscription(msg.SafetyState, "safety/state", self._on_safety, qos.LATCHED)
        self.create_subscription(msg.AgentState, "agent/state", self._on_agent, qos.LATCHED)
        self.create_subscription(
            DiagnosticArray, "/diagnostics", self._on_diagnostics, qos.DIAGNOSTICS
        )

    def wait_for(self, condition: Callable[[], bool], timeout: float) -> bool:
        """Wait until something heard makes the condition true; whether it did in time [s]."""
        with self.heard:
            return self.heard.wait_for(condition, timeout)

    def _on_safety(self, message: msg.SafetyState) -> None:
        with self.heard:
            self.safety = safety_conversion.state_from_msg(message)
            self.heard.notify_all()

    def _on_agent(self, message: msg.AgentState) -> None:
        with self.heard:
            self.agent = agent_conversion.status_from_msg(message)
            self.changes.put(self.agent)
            self.heard.notify_all()

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        with self.heard:
            for status in message.status:
                self.health[status.name] = NodeHealth(
                    level=LEVELS[status.level[0]],
                    message=status.message,
                    figures={v.key: v.value for v in status.values},
                )
            self.heard.notify_all()
