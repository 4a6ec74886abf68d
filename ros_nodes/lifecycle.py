"""The base of every node: lifecycle, settings, diagnostics at 1 Hz, an orderly end."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.clock import Clock, ClockType
from rclpy.event_handler import PublisherEventCallbacks, SubscriptionEventCallbacks
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.qos import QoSProfile

from ros_nodes import parameters, qos
from ros_nodes.clock import RosClock
from ros_nodes.compatibility import mismatches
from ros_nodes.parameters import Settings
from ros_nodes.readable import readable

DIAGNOSTICS_PERIOD = 1.0
"""[s]"""
CHECK_EVERY = 3
"""Diagnostics between two comparisons of QoS with the other ends of the topics."""

OK = DiagnosticStatus.OK
WARN = DiagnosticStatus.WARN
ERROR = DiagnosticStatus.ERROR

Diagnosis = tuple[bytes, str, dict[str, object]]
"""Level (OK, WARN, ERROR), one sentence, and figures by name."""


class ManagedNode[S: Settings](LifecycleNode):
    """A node with the four lifecycle states.

    A subclass builds its room and its topics in :meth:`configure`, starts its timers in
    :meth:`activate`, stops them in :meth:`deactivate`. Whatever was created since configuring is
    destroyed when the node is cleaned up.
    """

    def __init__(self, name: str, settings: type[S]) -> None:
        super().__init__(name)
        self.settings = parameters.declare(self, settings)
        self.clock = RosClock(self)
        self.steady_clock = Clock(clock_type=ClockType.STEADY_TIME)
        self._ended = False
        self._diagnosed = 0
        self._malformed = 0
        self._mismatches: list[str] = []
        self._diagnostics = self.create_publisher(DiagnosticArray, "/diagnostics", qos.DIAGNOSTICS)
        self.create_timer(DIAGNOSTICS_PERIOD, self._publish_diagnostics, clock=self.steady_clock)
        self._permanent = self._entities()

    def create_publisher(self, *args: Any, **options: Any) -> Any:
        """As in ``Node``, without the handlers that rclpy adds to warn of an incompatible QoS.

        Two more things to wait for per topic make every wait longer; the diagnostics compare QoS.
        """
        options.setdefault("event_callbacks", PublisherEventCallbacks(use_default_callbacks=False))
        return super().create_publisher(*args, **options)

    def create_subscription(self, *args: Any, **options: Any) -> Any:
        """As in ``Node``, without rclpy's handlers; see `create_publisher`."""
        options.setdefault(
            "event_callbacks", SubscriptionEventCallbacks(use_default_callbacks=False)
        )
        return super().create_subscription(*args, **options)

    def listen[Message, Value](
        self,
        kind: type[Message],
        topic: str,
        convert: Callable[[Message], Value],
        handle: Callable[[Value], None],
        profile: QoSProfile,
        **options: Any,
    ) -> None:
        """Subscribe to what others say: a malformed message costs a warning, never the node.

        Args:
            kind: of the message.
            topic: relative name.
            convert: the message as a value of ours; raises ValueError when it is none.
            handle: what is done with the value.
            profile: QoS.
            options: as of ``create_subscription``.
        """

        def complain(text: str) -> None:
            self._malformed += 1
            self.get_logger().warning(text, throttle_duration_sec=1.0)

        receive = readable(topic, convert, handle, complain)
        self.create_subscription(kind, topic, receive, profile, **options)

    def configure(self) -> None:
        """Build the room, publishers, subscriptions, services; raise to refuse."""

    def activate(self) -> None:
        """Start the timers."""

    def deactivate(self) -> None:
        """Stop the timers and leave the arm held."""

    def diagnose(self) -> Diagnosis:
        """What ``/diagnostics`` says of this node."""
        return OK, "running", {}

    @property
    def active(self) -> bool:
        """Whether the node is in the lifecycle state ``active``."""
        return str(self._state_machine.current_state[1]) == "active"

    def start(self) -> bool:
        """Configure and activate; False when a transition failed, which is logged."""
        success = TransitionCallbackReturn.SUCCESS
        return bool(self.trigger_configure() == success and self.trigger_activate() == success)

    def end(self) -> None:
        """Deactivate where active, then shut the lifecycle down; the second call does nothing."""
        if self._ended:
            return
        self._ended = True
        if self._state_machine.current_state[1] in ("unconfigured", "inactive", "active"):
            self.trigger_shutdown()

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle transition; see :meth:`configure`."""
        return self._transition("configure", self.configure)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle transition; see :meth:`activate`."""
        return self._transition("activate", self.activate)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle transition; see :meth:`deactivate`."""
        return self._transition("deactivate", self.deactivate)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle transition: destroys what configuring created."""
        return self._transition("clean up", self._destroy_created)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle transition: as deactivating, from any state."""
        if state.label != "active":
            return TransitionCallbackReturn.SUCCESS
        return self._transition("shut down", self.deactivate)

    def _transition(self, name: str, work: Any) -> TransitionCallbackReturn:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - whatever it is, the transition failed
            # rclpy would turn the exception into an error state without a word.
            self.get_logger().error(f"cannot {name}: {error}")
            self.get_logger().debug(traceback.format_exc())
            return TransitionCallbackReturn.FAILURE
        self.get_logger().info(f"{name}d" if name.endswith("e") else f"{name}: done")
        return TransitionCallbackReturn.SUCCESS

    def _entities(self) -> set[Any]:
        return {
            *self.publishers,
            *self.subscriptions,
            *self.timers,
            *self.services,
            *self.clients,
            *self.waitables,
        }

    def _destroy_created(self) -> None:
        for entity in self._entities() - self._permanent:
            for destroy in (
                self.destroy_publisher,
                self.destroy_subscription,
                self.destroy_timer,
                self.destroy_service,
                self.destroy_client,
            ):
                if destroy(entity):
                    break
            else:
                entity.destroy()

    def _publish_diagnostics(self) -> None:
        level, message, figures = self.diagnose() if self.active else (WARN, "not active", {})
        if self._malformed:
            figures = figures | {"malformed_messages": self._malformed}
        if self._diagnosed % CHECK_EVERY == 0:
            self._mismatches = mismatches(self)
        self._diagnosed += 1
        if self._mismatches:
            level, message = ERROR, "; ".join(self._mismatches)
            self.get_logger().error(message, throttle_duration_sec=30.0)
        array = DiagnosticArray()
        array.header.stamp = self.get_clock().now().to_msg()
        array.status = [
            DiagnosticStatus(
                level=level,
                name=self.get_fully_qualified_name(),
                message=message,
                hardware_id="",
                values=[KeyValue(key=k, value=str(v)) for k, v in figures.items()],
            )
        ]
        self._diagnostics.publish(array)
