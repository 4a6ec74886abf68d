"""Every fault; a module of this folder offers ``FAULTS``, and being here registers them."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from experiments.faults.fault import Fault


@cache
def faults() -> dict[str, Fault]:
    """Every fault by name.

    Raises:
        ValueError: two have one name.
    """
    found: dict[str, Fault] = {}
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
        for fault in importlib.import_module(f"{__name__}.{module}").FAULTS:
            if fault.name in found:
                raise ValueError(f"two faults are named '{fault.name}'; rename one")
            found[fault.name] = fault
    return found
