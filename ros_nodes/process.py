"""A node's process: start, spin in the main thread, end on SIGINT or SIGTERM with the arm held."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

import rclpy
from rclpy.executors import Executor, MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.signals import SignalHandlerOptions

from ros_nodes.output_relay import OutputRelay
from ros_nodes.parameters import ParameterError
from ros_nodes.scheduling import Urgency, claim, relinquish

if TYPE_CHECKING:
    from typing import Any

    from ros_nodes.lifecycle import ManagedNode

EXIT_OK = 0
EXIT_FAULT = 1
"""A callback or a transition failed; the log says why."""
LAST_WORDS = 0.2
"""Spun after the end for results and holds to leave the process [s]."""
EXIT_PARAMETER = 2
"""A parameter or a configuration file cannot be used."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _SignalWatch:
    """Waits for SIGINT or SIGTERM in a thread of its own and wakes the executor.

    The signals are blocked in all other threads, so a wait inside the middleware cannot delay
    them. A second signal ends the process at once.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self.stop = threading.Event()
        threading.Thread(target=self._watch, name="signals", daemon=True).start()

    def _watch(self) -> None:
        signal.sigwait(_SIGNALS)
        self.stop.set()
        # A task, not a bare wake-up: rclpy's wait goes on until there is something to execute.
        self._executor.create_task(lambda: None)
        number = signal.sigwait(_SIGNALS)
        os._exit(128 + number)


def run(
    make_node: Callable[[], ManagedNode[Any]],
    threads: int = 1,
    arguments: Sequence[str] | None = None,
    urgency: Urgency = Urgency.ORDINARY,
    middleware: Urgency = Urgency.ORDINARY,
) -> int:
    """Run one node until a signal or a failure ends it.

    Args:
        make_node: constructs the node, after rclpy was initialised.
        threads: of the executor; one means a single-threaded executor.
        arguments: instead of the process's own.
        urgency: how much sooner than others this process is to run.
        middleware: the same for the middleware's threads, where that is more.

    Returns:
        The process's exit code: 0 after a signal, 1 after a failure, 2 for unusable parameters.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    scheduling = claim(max(urgency, middleware))
    # Whose lateness stops the arm waits for no terminal.
    relay = nullcontext() if urgency is Urgency.ORDINARY else OutputRelay()
    with relay:
        return _run(make_node, threads, arguments, scheduling, middleware > urgency)


def _run(
    make_node: Callable[[], ManagedNode[Any]],
    threads: int,
    arguments: Sequence[str] | None,
    scheduling: str,
    middleware_alone: bool,
) -> int:
    rclpy.init(
        args=None if arguments is None else list(arguments),
        signal_handler_options=SignalHandlerOptions.NO,
    )
    try:
        try:
            node = make_node()
        except ParameterError as error:
            sys.stderr.write(f"{error}\n")
            return EXIT_PARAMETER
        if middleware_alone:
            # Its threads run since the node was made, and inherited what was claimed.
            relinquish()
        node.get_logger().info(scheduling)
        executor = MultiThreadedExecutor(threads) if threads > 1 else SingleThreadedExecutor()
        executor.add_node(node)
        try:
            return _spin(node, executor)
        finally:
            executor.shutdown(timeout_sec=1.0)
            node.destroy_node()
    finally:
        rclpy.try_shutdown()


def _spin(node: ManagedNode[Any], executor: Executor) -> int:
    watch = _SignalWatch(executor)
    code = EXIT_OK
    try:
        if node.settings.autostart and not node.start():
            return EXIT_FAULT
        # What is there now stays: a collector that walks through it all stops the node for tens
        # of milliseconds.
        gc.collect()
        gc.freeze()
        while not watch.stop.is_set():
            executor.spin_once()
    except Exception:  # noqa: BLE001 - the last place that can hold the arm
        node.get_logger().fatal(f"a callback failed; holding:\n{traceback.format_exc()}")
        code = EXIT_FAULT
    finally:
        node.end()
    until = time.monotonic() + LAST_WORDS
    while (left := until - time.monotonic()) > 0.0:
        executor.spin_once(timeout_sec=left)
    return code
