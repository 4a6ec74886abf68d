"""The text that tells a reader how a message is laid out: a ``ros2msg`` schema.

A schema is the definition of the type and, after a line of ``=`` each, those of all the types it
is made of (https://mcap.dev/spec/registry#ros2msg).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from ament_index_python.packages import PackageNotFoundError, get_package_share_directory

_SEPARATOR = "=" * 80
_WIDTHS = (8, 16, 32, 64)
_BUILT_IN = frozenset(
    {"bool", "byte", "char", "float32", "float64", "string", "wstring"}
    | {f"{sign}int{width}" for sign in ("", "u") for width in _WIDTHS}
)
_FIELD_TYPE = re.compile(r"^\s*([A-Za-z][A-Za-z0-9_/]*)[^\s=]*\s+[A-Za-z]\w*")


class DefinitionError(LookupError):
    """A message's definition is not installed."""


@cache
def schema(type_name: str) -> str:
    """The whole ``ros2msg`` text of a type such as ``sensor_msgs/msg/Image``.

    Raises:
        DefinitionError: the definition of the type, or of one it is made of, is not installed.
    """
    root = _short(type_name)
    parts = [_text(type_name)]
    seen = {root}
    waiting = _used(root, parts[0])
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.add(name)
        text = _text(name)
        parts.append(f"{_SEPARATOR}\nMSG: {name}\n{text}")
        waiting += _used(name, text)
    return "\n".join(parts)


def _short(type_name: str) -> str:
    """``pkg/msg/Name`` as schemas name it: ``pkg/Name``."""
    package, _, name = type_name.partition("/")
    return f"{package}/{name.rpartition('/')[2]}"


def _used(type_name: str, text: str) -> list[str]:
    """The types of a definition's fields that are themselves messages, in order."""
    package = type_name.partition("/")[0]
    found: list[str] = []
    for line in text.splitlines():
        match = _FIELD_TYPE.match(line.split("#")[0])
        if match is None or match[1] in _BUILT_IN:
            continue
        name = match[1] if "/" in match[1] else f"{package}/{match[1]}"
        if name not in found:
            found.append(_short(name))
    return found


def _text(type_name: str) -> str:
    package, name = _short(type_name).split("/")
    try:
        path = Path(get_package_share_directory(package)) / "msg" / f"{name}.msg"
        return path.read_text(encoding="utf-8").strip()
    except (PackageNotFoundError, OSError) as error:
        raise DefinitionError(
            f"no definition of {package}/msg/{name}: {error}; install the package {package}"
        ) from error
