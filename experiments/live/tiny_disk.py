"""A disk of its own for a trial: small, so that it fills, and switched to read-only at will."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class DiskError(RuntimeError):
    """No such disk can be had here."""


@contextmanager
def tiny_disk(folder: Path, size: int) -> Iterator[Path]:
    """A file system in memory of ``size`` bytes at a folder, which is made; needs root.

    Raises:
        DiskError: it cannot be mounted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        # Lazily: whoever still writes there must not keep it.
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def set_writable(folder: Path, writable: bool) -> None:
    """Switch a disk between read-only and writable.

    Raises:
        DiskError: a file on it is open for writing, or it is no disk.
    """
    _mount("-o", f"remount,{'rw' if writable else 'ro'}", str(folder))


def _mount(*words: str) -> None:
    done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise DiskError(f"'mount {' '.join(words)}' failed: {done.stderr.strip()}; run as root")
