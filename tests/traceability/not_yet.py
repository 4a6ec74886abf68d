"""``docs/requirements-not-yet.yaml``: rows that no test checks yet, by what would cover them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import ConfigDict, Field, RootModel

Words = Annotated[str, Field(min_length=1)]


class NotYet(RootModel[dict[Words, dict[Words, Words]]]):
    """What is missing → row id → why that row is not checked."""

    model_config = ConfigDict(frozen=True)

    def entries(self) -> Iterator[tuple[str, str, str]]:
        """Every row id, what is missing, and why."""
        for missing, rows in self.root.items():
            for identifier, why in rows.items():
                yield identifier, missing, why
