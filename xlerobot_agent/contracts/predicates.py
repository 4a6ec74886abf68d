"""Three-valued predicates about the desk: the only words in which success is stated."""

from __future__ import annotations

import re
from enum import StrEnum

from pydantic import Field

from xlerobot_agent.contracts.model import Contract

_FORM = re.compile(r"^(?P<name>[a-z_]+)(?:\((?P<args>[a-z0-9_]+(?:\s*,\s*[a-z0-9_]+)*)\))?$")

ARITY: dict[str, int] = {
    "inside": 2,
    "holding": 1,
    "at_rest_pose": 0,
    "workspace_clear": 0,
    "on_table": 1,
    "scene_observed": 0,
    "arm_still": 0,
}
"""Every predicate and how many object ids it takes."""


class Truth(StrEnum):
    """True, false, or not known; unknown is never rounded to either."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


class Predicate(Contract):
    """A statement such as ``inside(red_cup, tray)``."""

    name: str
    args: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Predicate:
        """Read ``name(arg, arg)``.

        Raises:
            ValueError: the form is not a predicate's, the name is not registered in ``ARITY`` or
                the number of arguments is not the name's.
        """
        match = _FORM.match(text.strip())
        if match is None:
            raise ValueError(f"'{text}' is not a predicate; write it like inside(red_cup, tray)")
        name = match["name"]
        args = tuple(part.strip() for part in match["args"].split(",")) if match["args"] else ()
        if name not in ARITY:
            raise ValueError(f"no predicate '{name}'; there are {', '.join(sorted(ARITY))}")
        if len(args) != ARITY[name]:
            raise ValueError(
                f"'{name}' takes {ARITY[name]} object ids, got {len(args)} in '{text}'"
            )
        return cls(name=name, args=args)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.args)})" if self.args else self.name


class PredicateVerdict(Contract):
    """What one observation says of one predicate, and on what evidence."""

    predicate: Predicate
    value: Truth
    confidence: float = Field(ge=0.0, le=1.0)
    evidence_ids: tuple[str, ...] = ()
    because: str = ""
    """One short sentence a person can check."""
