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
from ros_nodes.readable import readable

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
        self._listen(
            msg.SafetyState,
            "safety/state",
            safety_conversion.state_from_msg,
            self._on_safety,
        )
        self._listen(
            msg.AgentState,
            "agent/state",
            agent_conversion.status_from_msg,
            self._on_agent,
        )
        self.create_subscription(
            DiagnosticArray, "/diagnostics", self._on_diagnostics, qos.DIAGNOSTICS
        )

    def wait_for(self, condition: Callable[[], bool], timeout: float) -> bool:
        """Wait until something heard makes the condition true; whether it did in time [s]."""
        with self.heard:
            return self.heard.wait_for(condition, timeout)

    def _listen[Message, Value](
        self,
        kind: type[Message],
        topic: str,
        convert: Callable[[Message], Value],
        handle: Callable[[Value], None],
    ) -> None:
        receive = readable(topic, convert, handle, self._complain)
        self.create_subscription(kind, topic, receive, qos.LATCHED)

    def _complain(self, text: str) -> None:
        self.get_logger().warning(text, throttle_duration_sec=1.0)

    def _on_safety(self, state: SafetyState) -> None:
        with self.heard:
            self.safety = state
            self.heard.notify_all()

    def _on_agent(self, status: AgentStatus) -> None:
        with self.heard:
            self.agent = status
            self.changes.put(status)
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
