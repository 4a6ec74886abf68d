"""Substitutions ``$(var …)``, ``$(env …)``, ``$(find-pkg-share …)``, ``$(dirname)``."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from xlerobot_agent.launching.errors import LaunchError

_INNERMOST = re.compile(r"\$\(([a-z-]+)((?:\s+[^()$]*)?)\)")


@dataclass(frozen=True)
class Context:
    """What substitutions may refer to.

    Attributes:
        variables: launch configurations, by name.
        environment: environment variables.
        directory: of the launch file.
        package_share: finds a ROS package's share folder.
    """

    variables: Mapping[str, str]
    environment: Mapping[str, str]
    directory: Path
    package_share: Callable[[str], Path]


def package_share(package: str) -> Path:
    """The share folder of an installed ROS package.

    Raises:
        LaunchError: no such package is installed.
    """
    from ament_index_python.packages import PackageNotFoundError, get_package_share_directory

    try:
        return Path(get_package_share_directory(package))
    except PackageNotFoundError as error:
        raise LaunchError(f"no ROS package '{package}' is installed; run 'make setup'") from error


def substitute(text: str, context: Context) -> str:
    """Replace every substitution in a text, innermost first.

    Raises:
        LaunchError: a substitution is unknown or refers to something that is not there.
    """
    while (match := _INNERMOST.search(text)) is not None:
        value = _evaluate(match[1], match[2].split(), context)
        text = text[: match.start()] + value + text[match.end() :]
    if "$(" in text:
        raise LaunchError(f"'{text}' holds a substitution that cannot be read")
    return text


def _evaluate(name: str, words: list[str], context: Context) -> str:
    if name == "var" and len(words) == 1:
        if words[0] not in context.variables:
            raise LaunchError(f"$(var {words[0]}): no argument or let of that name stands above it")
        return context.variables[words[0]]
    if name == "env" and len(words) in (1, 2):
        value = context.environment.get(words[0], words[1] if len(words) == 2 else None)
        if value is None:
            raise LaunchError(f"$(env {words[0]}): the environment variable is not set")
        return value
    if name == "find-pkg-share" and len(words) == 1:
        return os.fspath(context.package_share(words[0]))
    if name == "dirname" and not words:
        return os.fspath(context.directory)
    raise LaunchError(
        f"$({' '.join([name, *words])}) is not known here; "
        "there are var NAME, env NAME [DEFAULT], find-pkg-share PACKAGE, dirname"
    )


def truth(text: str) -> bool:
    """A condition's value, as ROS 2 launch reads it.

    Raises:
        LaunchError: the text is neither true nor false.
    """
    lowered = text.strip().lower()
    if lowered in ("true", "1"):
        return True
    if lowered in ("false", "0"):
        return False
    raise LaunchError(f"'{text}' is neither true nor false")
