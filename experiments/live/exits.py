"""How a process of ours ended. Whoever started it may still wait for it: nothing is taken away."""

from __future__ import annotations

import os
import select


def exit_code(process: int, timeout: float = 0.0) -> int | None:
    """Exit code of a child that has ended within ``timeout`` [s]; None while it runs.

    As in ``subprocess``, a signal that ended it is a negative number.

    Raises:
        ChildProcessError: it is no child of ours, or somebody has waited for it already.
    """
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError as error:
        raise ChildProcessError(f"process {process} was waited for already") from error
    try:
        select.select([handle], [], [], timeout)
    finally:
        os.close(handle)
    end = os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if end is None:
        return None
    return end.si_status if end.si_code == os.CLD_EXITED else -end.si_status
