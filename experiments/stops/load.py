"""Other work on the machine, so that figures are those of a busy computer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

BUSY = "while True: pass"


@contextmanager
def busy_cores(count: int) -> Iterator[None]:
    """Keep ``count`` processes of ordinary priority computing all the while."""
    processes = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()
