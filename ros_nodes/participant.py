"""Taking part in a graph from a program that is no node: a node that spins in a thread of its own.

For consoles, witnesses and tests. Nodes of the stack are processes and spin in `process.run`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import rclpy
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

ANSWER_TIME = 5.0
"""The spinning thread does what it is asked within [s]."""


class Participant[NodeT: Node]:
    """A context, a node, its executor and the thread that spins; a context manager."""

    def __init__(self, make_node: Callable[[Context], NodeT]) -> None:
        """Join the graph.

        Args:
            make_node: makes the node in the context it is given.
        """
        self._context = Context()
        # Ctrl-C stays Python's, so that a call that waits can tell the arm to hold.
        rclpy.init(context=self._context, signal_handler_options=SignalHandlerOptions.NO)
        self.node = make_node(self._context)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self.node)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._spin, name=self.node.get_name(), daemon=True)
        self._thread.start()

    def soon(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Let the spinning thread do something, without waiting."""
        self._executor.create_task(function, *arguments)

    def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Let the spinning thread do something; what it returned.

        Goals and cancels of actions go this way: rclpy's action client forgets an answer that
        comes before the thread that asked has noted down what it asked.

        Raises:
            TimeoutError: it was not done in time.
        """
        done = threading.Event()
        task = self._executor.create_task(function, *arguments)
        task.add_done_callback(lambda _: done.set())
        if not done.wait(ANSWER_TIME):
            raise TimeoutError(
                f"'{self.node.get_name()}' did not get to it within {ANSWER_TIME:.0f} s; "
                "a callback of its node blocks"
            )
        return task.result()

    def close(self) -> None:
        """Leave the graph; the second call does nothing."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._executor.create_task(lambda: None)
        self._thread.join()
        self._executor.shutdown()
        self.node.destroy_node()
        rclpy.shutdown(context=self._context)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _spin(self) -> None:
        while not self._closing.is_set():
            try:
                self._executor.spin_once()
            except ExternalShutdownException:
                return
