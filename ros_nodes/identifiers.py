"""Ids that stay apart between processes and between their restarts."""

from __future__ import annotations

import itertools
import uuid


class RunIdentifiers:
    """``contracts.ports.IdFactory``: ``chunk-1f3a9c-17`` counts within one run of one process."""

    def __init__(self) -> None:
        self._run = uuid.uuid4().hex[:6]
        self._counter = itertools.count()

    def new(self, prefix: str) -> str:
        """A fresh id; never the same twice."""
        return f"{prefix}-{self._run}-{next(self._counter)}"
