"""The nodes of a launch file as children of this process, each of which can be started anew."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from xlerobot_agent.launching.plan import ProcessPlan, plan
from xlerobot_agent.launching.tether import tethered

END_SECONDS = 10.0
"""For a node to end by itself [s]; then it is killed. As long as `supervise` gives it."""
TAIL_LINES = 12


class GraphEndedError(RuntimeError):
    """A node ended while it was needed; the message carries its last lines."""


class LaunchedGraph:
    """Starts the very processes of a launch file without the runner between; a context manager.

    Each node's output goes to a file of its own, so no reader can hold a node up.
    """

    def __init__(self, launch_file: Path, arguments: Mapping[str, str], directory: Path) -> None:
        """Plan what to start.

        Args:
            launch_file: its path.
            arguments: launch arguments.
            directory: gets ``<node>.log`` of every node.

        Raises:
            LaunchError: file or arguments cannot be used.
        """
        self._plans = {p.name: p for p in plan(launch_file, arguments)}
        self._directory = directory
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        try:
            for node in self._plans.values():
                self._start(node)
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    @property
    def processes(self) -> dict[str, int]:
        """Process numbers by node."""
        return {name: process.pid for name, process in self._processes.items()}

    def check(self) -> None:
        """Raise GraphEndedError when a node is no longer running."""
        for name, process in self._processes.items():
            code = process.poll()
            if code is not None:
                raise GraphEndedError(
                    f"node {name} ended with exit code {code}; its last lines:\n{self.tail(name)}"
                )

    def tail(self, node: str = "") -> str:
        """The last lines that the nodes printed, or one of them."""
        said = []
        for name in [node] if node else self._plans:
            lines = self._log(name).read_text(errors="replace").splitlines()
            said += [f"{name}  {line}" for line in lines[-TAIL_LINES:]]
        return "\n".join(said)

    def printed(self) -> str:
        """All that the nodes printed, one node after another."""
        return "\n".join(self._log(name).read_text(errors="replace") for name in self._plans)

    def restart(self, node: str) -> None:
        """Start a node again, whether it has ended or not; returns before it is ready.

        Raises:
            KeyError: the launch file has no such node.
        """
        process = self._processes[node]
        if process.poll() is None:
            process.kill()
        process.wait()
        self._start(self._plans[node])

    def end(self) -> None:
        """Ask all nodes to end and wait for them; the second call does nothing."""
        for process in self._processes.values():
            if process.poll() is None:
                # A node that was stopped cannot end.
                process.send_signal(signal.SIGCONT)
                process.send_signal(signal.SIGINT)
        for process in self._processes.values():
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _start(self, node: ProcessPlan) -> None:
        log = self._log(node.name)
        # The name of a node in a namespace has a slash in it.
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as output:
            # A session of its own: Ctrl-C reaches us alone, and we end the nodes in order.
            self._processes[node.name] = subprocess.Popen(
                tethered(node.command),
                env=dict(node.environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _log(self, node: str) -> Path:
        return self._directory / f"{node}.log"
