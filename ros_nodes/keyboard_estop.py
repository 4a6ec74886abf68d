"""A person's key as an e-stop source: its place on the graph, without the terminal."""

from __future__ import annotations

import os
import platform
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ros_nodes.clock import RosClock
from ros_nodes.console_listener import ConsoleListener
from ros_nodes.estop_source import EstopSource
from ros_nodes.participant import Participant

if TYPE_CHECKING:
    from rclpy.context import Context

    from xlerobot_agent.contracts.safety import SafetyState

LAST_WORDS = 0.5
"""The last word has so long to arrive before this leaves the graph [s]."""


def own_name() -> str:
    """Who this process is as a source: ``keyboard@<host>-<pid>``."""
    return f"keyboard@{platform.node() or 'unknown'}-{os.getpid()}"


class KeyboardEstop:
    """Asserts and releases; a context manager, which never releases by itself."""

    def __init__(self, namespace: str, source: str = "") -> None:
        """Join the graph.

        Args:
            namespace: of the arm; empty for none.
            source: name of the source; empty for this process's own.
        """
        self._participant = Participant(partial(self._make_node, namespace, source or own_name()))

    def _make_node(self, namespace: str, source: str, context: Context) -> ConsoleListener:
        node = ConsoleListener(namespace, context)
        self._estop = EstopSource(node, source, RosClock(node))
        self.asserted = False
        return node

    @property
    def source(self) -> str:
        """Its name."""
        return self._estop.source

    @property
    def safety(self) -> SafetyState | None:
        """The supervisor's newest state; None until it was heard."""
        return self._participant.node.safety

    def assert_stop(self) -> None:
        """Stop the arm."""
        self.asserted = True
        self._estop.assert_stop("a key was pressed")

    def release(self) -> None:
        """No longer assert; a latch stays until a person resets it."""
        self.asserted = False
        self._estop.release()

    def close(self) -> None:
        """Leave the graph when the last word has arrived; what is asserted stays asserted."""
        self._estop.wait_until_heard(LAST_WORDS)
        self._participant.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
