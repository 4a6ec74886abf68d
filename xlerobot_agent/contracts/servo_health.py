"""What the servos say of themselves, beside where they stand."""

from __future__ import annotations

from pydantic import Field, model_validator

from xlerobot_agent.contracts.model import Contract


class ServoHealth(Contract):
    """One reading of every servo; tuples follow ``joint_names``."""

    joint_names: tuple[str, ...] = Field(min_length=1)
    temperatures: tuple[float, ...]
    """[°C]"""
    voltages: tuple[float, ...]
    """[V]"""
    loads: tuple[float, ...]
    """Share of the rated torque, 0..1, negative where the joint is pushed the other way."""
    faults: tuple[str, ...] = ()
    """What the servos themselves report, such as ``gripper: overload``."""
    stamp: float
    """Node clock [s]."""

    @model_validator(mode="after")
    def _one_value_each(self) -> ServoHealth:
        for label in ("temperatures", "voltages", "loads"):
            values = getattr(self, label)
            if len(values) != len(self.joint_names):
                raise ValueError(
                    f"{label} {values} of {len(self.joint_names)} servos; give one number each"
                )
        return self
