"""The base of every contract: frozen, strict about unknown fields, finite numbers only."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Contract(BaseModel):
    """A value passed between parts.

    Frozen after construction; an unknown field, a NaN or an infinity is a validation error.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
