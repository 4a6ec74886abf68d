"""Exit codes of the command ``xlerobot``; scripts may rely on them."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended."""

    SUCCESS = 0
    """Done, and seen to be done."""
    NOT_ACHIEVED = 1
    """It ran, but the world (the agent's verified claim or the scorer) says no."""
    USAGE = 2
    """The command line, a file or an argument cannot be used; nothing was started or moved."""
    REFUSED = 3
    """The agent or the supervisor refused the request; nothing moved for it."""
    STOPPED = 4
    """A stop ended it; the arm is held. `xlerobot status` shows the latch, `reset` clears it."""
    UNAVAILABLE = 5
    """Infrastructure: no graph answers, a node died, no EGL, no camera image."""
    TIMED_OUT = 6
    """It took longer than the time allowed; the arm was stopped."""
    INTERRUPTED = 130
    """Ctrl-C; the arm was stopped and the processes ended."""


HELP = "Exit codes: " + "; ".join(
    f"{code.value} {code.name.lower().replace('_', ' ')}" for code in ExitCode
)
