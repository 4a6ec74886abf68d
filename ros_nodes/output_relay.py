"""A process's printed output without ever waiting for whoever reads it.

rclpy prints log lines in the thread that logs. A reader that hangs (a stopped terminal, a full
pipe) would then hold up the permit, and with it the arm. So the lines go into a pipe of our own
that takes what fits and drops what does not, and a thread passes them on.
"""

from __future__ import annotations

import fcntl
import os
import sys
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

CAPACITY = 1 << 20
"""Of the pipe, the most that Linux grants without privileges [bytes]."""
PIECE = 1 << 16
LAST_WORDS = 0.5
"""For the reader to take what is left at the end [s]."""
_STREAMS = (1, 2)
"""File descriptors of standard output and standard error."""


class OutputRelay:
    """While it is open, printing never blocks; a context manager."""

    def __enter__(self) -> Self:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        self._outlets = [os.dup(number) for number in _STREAMS]
        self._threads = []
        for number, outlet in zip(_STREAMS, self._outlets, strict=True):
            source, sink = os.pipe()
            with suppress(PermissionError):
                # Where this user's pipes take no more, the kernel's own size has to do.
                fcntl.fcntl(sink, fcntl.F_SETPIPE_SZ, CAPACITY)
            os.set_blocking(sink, False)
            os.dup2(sink, number)
            os.close(sink)
            thread = threading.Thread(target=_pass_on, args=(source, outlet), daemon=True)
            thread.start()
            self._threads.append(thread)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        for number, outlet in zip(_STREAMS, self._outlets, strict=True):
            # The pipe's last writer: its thread comes to the end.
            os.dup2(outlet, number)
        for thread in self._threads:
            thread.join(LAST_WORDS)


def _pass_on(source: int, outlet: int) -> None:
    """Until nobody can print any more; a reader that is gone takes nothing and costs nothing."""
    while data := os.read(source, PIECE):
        while data:
            try:
                data = data[os.write(outlet, data) :]
            except BrokenPipeError:
                break
    os.close(source)
    os.close(outlet)
