"""The entities of a launch file that we know, in the words of ROS 2's YAML launch format."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

Scalar = str | int | float | bool


class Entity(BaseModel):
    """An entity; an unknown key is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Argument(Entity):
    """``arg``: a launch argument, settable from the command line as ``name:=value``."""

    name: str
    default: Scalar | None = None
    description: str = ""
    choice: tuple[dict[str, Scalar], ...] = ()
    """``[{value: …}, …]``: the only legal values; empty for any."""


class NamedValue(Entity):
    """``name`` and ``value`` of a ``let``, ``set_env``, ``env`` or include argument."""

    name: str
    value: Scalar


class Parameter(Entity):
    """``param``: either ``name`` and ``value``, or ``from`` a YAML file."""

    name: str = ""
    value: Scalar | list[Any] | None = None
    source: str = Field(default="", alias="from")

    @model_validator(mode="after")
    def _one_form(self) -> Parameter:
        if bool(self.source) == bool(self.name) or (self.name and self.value is None):
            raise ValueError("give either name and value, or from")
        return self


class Remap(Entity):
    """``remap``: a topic's or service's other name."""

    source: str = Field(alias="from")
    target: str = Field(alias="to")


class Node(Entity):
    """``node``: one process of a ROS package."""

    package: str = Field(alias="pkg")
    executable: str = Field(alias="exec")
    name: str
    namespace: str = ""
    output: str = "screen"
    args: str = ""
    parameters: tuple[Parameter, ...] = Field(default=(), alias="param")
    remaps: tuple[Remap, ...] = Field(default=(), alias="remap")
    environment: tuple[NamedValue, ...] = Field(default=(), alias="env")
    condition: str = Field(default="", alias="if")
    exclusion: str = Field(default="", alias="unless")


class Include(Entity):
    """``include``: another launch file with its arguments."""

    file: str
    arguments: tuple[NamedValue, ...] = Field(default=(), alias="arg")
    condition: str = Field(default="", alias="if")
    exclusion: str = Field(default="", alias="unless")


KINDS: dict[str, type[Entity]] = {
    "arg": Argument,
    "let": NamedValue,
    "set_env": NamedValue,
    "node": Node,
    "include": Include,
}
"""Every entity we execute, by the key that introduces it."""
