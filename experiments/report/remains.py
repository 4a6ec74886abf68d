"""What a recording still holds whose recorder was killed: it has no index and no end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcap.exceptions import McapError
from mcap.reader import NonSeekingReader

if TYPE_CHECKING:
    from pathlib import Path


def last_message(path: Path) -> tuple[int, float]:
    """Messages that can be read from the beginning on, and when the last was received.

    Returns:
        Their number, and the recorder's wall clock [s], 0 where there is none.

    Raises:
        OSError: there is no such file.
    """
    count, newest = 0, 0.0
    with path.open("rb") as file:
        try:
            for _, _, message in NonSeekingReader(file).iter_messages(log_time_order=False):
                count, newest = count + 1, max(newest, message.log_time * 1e-9)
        except (McapError, EOFError):
            # The torn end of the file.
            pass
    return count, newest
