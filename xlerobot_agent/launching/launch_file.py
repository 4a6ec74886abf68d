"""Reads a YAML launch file into entities."""

from __future__ import annotations

from pathlib import Path

import yaml
from pydantic import ValidationError

from xlerobot_agent.launching.entities import KINDS, Entity
from xlerobot_agent.launching.errors import LaunchError


def read(path: Path) -> tuple[tuple[str, Entity], ...]:
    """The file's entities in order, each with its kind.

    Raises:
        LaunchError: the file is missing, is no YAML launch file, or uses a key that we do not know.
    """
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LaunchError(f"cannot read {path}: {error.strerror}; name an existing file") from error
    except yaml.YAMLError as error:
        raise LaunchError(f"{path} is not YAML: {error}") from error
    if (
        not isinstance(data, dict)
        or set(data) != {"launch"}
        or not isinstance(data["launch"], list)
    ):
        raise LaunchError(f"{path} is not a launch file: it holds one key, 'launch', with a list")
    return tuple(_entity(path, index, item) for index, item in enumerate(data["launch"]))


def _entity(path: Path, index: int, item: object) -> tuple[str, Entity]:
    if not isinstance(item, dict) or len(item) != 1:
        raise LaunchError(f"{path}, entity {index}: write one of {', '.join(sorted(KINDS))}")
    kind, body = next(iter(item.items()))
    if kind not in KINDS:
        known = ", ".join(sorted(KINDS))
        raise LaunchError(f"{path}, entity {index}: '{kind}' is not known here; there are {known}")
    try:
        return kind, KINDS[kind].model_validate(body)
    except ValidationError as error:
        details = "; ".join(
            f"{'.'.join(str(part) for part in e['loc']) or kind}: {e['msg']}"
            for e in error.errors()
        )
        raise LaunchError(f"{path}, entity {index} ({kind}): {details}") from error
