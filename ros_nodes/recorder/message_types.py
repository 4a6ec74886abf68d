"""The Python class of a message type by its name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ros_nodes.recorder.definitions import DefinitionError


def message_class(type_name: str) -> Any:
    """The class of a type such as ``sensor_msgs/msg/Image``.

    Raises:
        DefinitionError: no such class is installed.
    """
    package, _, rest = type_name.partition("/")
    kind, _, name = rest.partition("/")
    try:
        return getattr(import_module(f"{package}.{kind}"), name)
    except (ImportError, AttributeError) as error:
        raise DefinitionError(f"no class for {type_name}: {error}") from error
