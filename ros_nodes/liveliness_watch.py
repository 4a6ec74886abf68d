"""Whether anybody who publishes a topic is alive, as the middleware notices it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from rclpy.event_handler import QoSLivelinessChangedInfo, SubscriptionEventCallbacks
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

if TYPE_CHECKING:
    from collections.abc import Callable

    from rclpy.qos import QoSProfile


class LivelinessWatch:
    """Tells of the first publisher that comes and of the last one that dies, hangs or leaves.

    A thread and a node of its own, beside the node that wants to know: with this event among what
    it waits for, rclpy's MultiThreadedExecutor (7.1, Jazzy) served nothing for up to 0.9 s. The
    messages themselves are not read.
    """

    def __init__(
        self,
        beside: Node,
        kind: type[Any],
        topic: str,
        profile: QoSProfile,
        on_change: Callable[[bool], None],
    ) -> None:
        """Watch from now on.

        Args:
            beside: whose context, namespace and names are used.
            kind: of the messages.
            topic: relative.
            profile: names the lease after which silence is death.
            on_change: whether anybody is alive now; called from the thread.
        """
        self._on_change = on_change
        self._alive = False
        # What renames the node beside would rename this one too.
        self._node = Node(
            f"{beside.get_name()}_watch",
            context=beside.context,
            namespace=beside.get_namespace(),
            use_global_arguments=False,
            start_parameter_services=False,
            enable_rosout=False,
        )
        self._node.create_subscription(
            kind,
            beside.resolve_topic_name(topic),
            lambda _: None,
            profile,
            event_callbacks=SubscriptionEventCallbacks(
                liveliness=self._on_liveliness, use_default_callbacks=False
            ),
            raw=True,
        )
        self._executor = SingleThreadedExecutor(context=beside.context)
        self._executor.add_node(self._node)
        self._thread = threading.Thread(target=self._executor.spin, name="liveliness", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Watch no more."""
        self._executor.shutdown()
        self._thread.join()
        self._node.destroy_node()

    def _on_liveliness(self, change: QoSLivelinessChangedInfo) -> None:
        alive = change.alive_count > 0
        if alive is not self._alive:
            self._alive = alive
            self._on_change(alive)
