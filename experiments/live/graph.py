"""The nodes of a launch file as children of this process."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

_ENDED = re.compile(r"(\S+)\s+ended with exit code (-?\d+)")
END_SECONDS = 20.0
"""Longer than the runner itself takes to end its processes by force [s]."""
TAIL_LINES = 12


class GraphEndedError(RuntimeError):
    """The launch ended while it was needed; the message carries its last lines."""


class LaunchedGraph:
    """Runs ``xlerobot launch`` with its output in a file; a context manager."""

    def __init__(self, launch_file: str, arguments: Mapping[str, str], log: Path) -> None:
        """Remember what to start.

        Args:
            launch_file: by name or path.
            arguments: launch arguments.
            log: gets everything the nodes print.
        """
        self._command = [
            sys.executable,
            "-m",
            "xlerobot_agent.cli.main",
            "launch",
            launch_file,
            *(f"{name}:={value}" for name, value in arguments.items()),
        ]
        self.log = log
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as output:
            # A session of its own: Ctrl-C reaches us alone, and we end the nodes in order.
            self._process = subprocess.Popen(
                self._command, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The runner's process; a RuntimeError before it was started."""
        if self._process is None:
            raise RuntimeError("the graph was not started; use it as a context manager")
        return self._process

    def check(self) -> None:
        """Raise GraphEndedError when the launch or one of its nodes is no longer running."""
        code = self.process.poll()
        if code is not None:
            raise GraphEndedError(
                f"the launch ended with exit code {code}; its last lines:\n{self.tail()}"
            )
        for line in self._lines():
            if (match := _ENDED.fullmatch(line)) is not None:
                name, code = match[1], int(match[2])
                raise GraphEndedError(
                    f"node {name} ended with exit code {code}; its last lines:\n{self.tail(name)}"
                )

    def tail(self, node: str = "") -> str:
        """The last lines that the nodes printed, or one of them."""
        lines = [line for line in self._lines() if line.startswith(node)]
        return "\n".join(lines[-TAIL_LINES:])

    def _lines(self) -> list[str]:
        return self.log.read_text(errors="replace").splitlines()

    def end(self) -> int:
        """Ask all nodes to end and wait for them; the launch's exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
