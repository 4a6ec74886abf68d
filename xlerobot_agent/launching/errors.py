"""What can be wrong with a launch."""

from __future__ import annotations


class LaunchError(ValueError):
    """A launch file or its arguments cannot be used; the message says what to write instead."""
