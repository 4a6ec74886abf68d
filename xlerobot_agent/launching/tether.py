"""A process that was started does not outlive its starter, however that one ends."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

SIGNAL = "INT"
"""What the process gets: it ends as after Ctrl-C, with the arm held."""


def tethered(command: Sequence[str]) -> tuple[str, ...]:
    """The command, to be sent SIGINT when the thread that starts it ends.

    A starter that gets SIGKILL can end nobody, and an arm whose nodes nobody sees would go on.
    The kernel tells the process (``PR_SET_PDEATHSIG``, prctl(2)), set by util-linux' ``setpriv``;
    the process number stays the same. Where there is no ``setpriv``, or no such program (which the
    starter is to be told at once), the command is as it was.

    Args:
        command: program and arguments.
    """
    setpriv = shutil.which("setpriv")
    if setpriv is None or shutil.which(command[0]) is None:
        return tuple(command)
    return (setpriv, "--pdeathsig", SIGNAL, *command)
