"""One way to write a value down, so that the same value is the same bytes in every process."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import BaseModel


def canonical(value: BaseModel | dict[str, Any] | list[Any]) -> str:
    """JSON with sorted keys and no spaces."""
    data = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """SHA-256 in hex of the UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
