"""The ROS domain of commands that start nodes themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import failing_with
from xlerobot_agent.ros_domain import BusyDomainError, DomainError


@contextmanager
def own_domain() -> Iterator[int]:
    """A domain where nobody else is; a refusal becomes a message and an exit code."""
    from experiments.live.domain import free_domain

    with ExitStack() as held:
        with (
            failing_with(ExitCode.UNAVAILABLE, BusyDomainError),
            failing_with(ExitCode.USAGE, DomainError),
        ):
            domain = held.enter_context(free_domain())
        yield domain
