"""Everything that can be made to go wrong; each fault is one module of this folder.

A fault's module offers a subclass of ``sim.fault.Fault`` named ``FAULT``; being here registers it.
"""

from __future__ import annotations

import importlib
import pkgutil
import zlib
from collections.abc import Iterable
from functools import cache
from typing import Any

import mujoco
import numpy as np
from pydantic import Field, ValidationError, field_validator

from sim.fault import Fault, FaultContext, FaultParameters
from xlerobot_agent.contracts.model import Contract


class UnknownFaultError(ValueError):
    """No fault of this name, or a value that the fault does not take."""


@cache
def fault_types() -> dict[str, type[Fault]]:
    """Every fault by name."""
    found: dict[str, type[Fault]] = {}
    for module in pkgutil.iter_modules(__path__):
        fault = importlib.import_module(f"{__name__}.{module.name}").FAULT
        found[fault.name] = fault
    return dict(sorted(found.items()))


def parameters_of(name: str, value: Any) -> FaultParameters:
    """Validated parameters: ``value`` is the short form's one value, or a mapping of all.

    Raises:
        UnknownFaultError: no such fault, or not its value.
    """
    types = fault_types()
    if name not in types:
        raise UnknownFaultError(f"no fault '{name}'; there are {', '.join(types)}")
    fault = types[name]
    data = value if isinstance(value, dict) else {fault.short: value}
    try:
        return fault.parameters_type.model_validate(data)
    except ValidationError as error:
        reasons = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        fields = ", ".join(fault.parameters_type.model_fields)
        raise UnknownFaultError(
            f"fault '{name}' does not take {value!r} ({reasons}); it takes {fields}"
        ) from error


class FaultSettings(Contract):
    """The faults of one episode: name → value of the short form, or a mapping of parameters.

    In YAML ``active: {grasp_slip: 0.25, camera_frozen: {duration: 2.0, start: 3.0}}``; on the
    command line ``--fault grasp_slip:0.25 --fault camera_frozen:duration=2.0,start=3.0``.
    """

    active: dict[str, Any] = Field(default_factory=dict)

    @field_validator("active")
    @classmethod
    def _known(cls, active: dict[str, Any]) -> dict[str, Any]:
        for name, value in active.items():
            parameters_of(name, value)
        return active

    @classmethod
    def parse(cls, texts: Iterable[str]) -> FaultSettings:
        """Read ``name:value`` or ``name:key=value,key=value`` texts.

        Raises:
            UnknownFaultError: not of that form, an unknown fault or not its value.
        """
        active: dict[str, Any] = {}
        for text in texts:
            name, colon, value = text.partition(":")
            if not colon or not value:
                names = ", ".join(fault_types())
                raise UnknownFaultError(
                    f"'{text}' is not NAME:VALUE, such as grasp_slip:0.25; names are {names}"
                )
            active[name] = _value(text, value)
            parameters_of(name, active[name])
        return cls(active=active)

    def prepare(self, spec: mujoco.MjSpec) -> None:
        """Add to the model what the faults need."""
        for name, value in self.active.items():
            fault_types()[name].prepare(parameters_of(name, value), spec)

    def begin(self, context: FaultContext, seed: int) -> list[Fault]:
        """The faults, hooked into a world; each draws from a stream of its own."""
        return [
            fault_types()[name](
                parameters_of(name, value),
                context,
                np.random.default_rng([seed, zlib.crc32(name.encode())]),
            )
            for name, value in sorted(self.active.items())
        ]


def _value(text: str, value: str) -> Any:
    if "=" not in value:
        return value
    pairs = [part.partition("=") for part in value.split(",")]
    if not all(key and equals and item for key, equals, item in pairs):
        raise UnknownFaultError(f"'{text}': write the parameters as key=value,key=value")
    return {key.strip(): item.strip() for key, _, item in pairs}
