"""A participant of the graph that belongs to no node of the stack."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

import rclpy
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.signals import SignalHandlerOptions

from ros_nodes.trial.hands import Hands
from ros_nodes.trial.witness import Witness


class Outsider:
    """Watches and sends, with a context and a thread of its own; a context manager."""

    def __init__(self, namespace: str = "", name: str = "outsider") -> None:
        """Join the graph.

        Args:
            namespace: of the arm; empty for none.
            name: of the node.
        """
        self._context = Context()
        rclpy.init(context=self._context, signal_handler_options=SignalHandlerOptions.NO)
        self._node = rclpy.create_node(name, context=self._context, namespace=namespace)
        self.witness = Witness(self._node)
        self.hands = Hands(self._node)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self._node)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._spin, name="outsider", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.set()
        self._executor.create_task(lambda: None)
        self._thread.join()
        self._executor.shutdown()
        self._node.destroy_node()
        rclpy.shutdown(context=self._context)

    def _spin(self) -> None:
        while not self._closing.is_set():
            try:
                self._executor.spin_once()
            except ExternalShutdownException:
                return
