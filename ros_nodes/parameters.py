"""ROS parameters declared from a pydantic model: type, default, description and range.

A node's settings are one :class:`Settings` subclass, fields documented by the string below them.
Every parameter is read-only after start; a value outside its range, of another type, or under a
name that the model does not have ends the node with one message.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import annotated_types
from pydantic import BaseModel, ConfigDict, ValidationError
from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor
from rclpy.parameter import Parameter

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo
    from rclpy.node import Node

_BUILT_IN = frozenset({"use_sim_time", "start_type_description_service"})
_FLOAT_LIMIT = 1.7976931348623157e308
_INTEGER_LIMIT = 2**63 - 1


class Settings(BaseModel):
    """What every node can be told; a node adds its own fields."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True
    )

    autostart: bool = True
    """Configure and activate at start; false waits for lifecycle transitions from outside."""


class ParameterError(ValueError):
    """A parameter given to a node cannot be used; the message names it and what is legal."""


def declare[Model: Settings](node: Node, model: type[Model]) -> Model:
    """Declare all fields of ``model`` as parameters of ``node`` and return the values given.

    Raises:
        ParameterError: a value does not fit its field, or a parameter was given that is no field.
    """
    # rclpy has no public way to ask for parameters that were given but not declared.
    given: dict[str, Parameter] = node._parameter_overrides  # noqa: SLF001
    _refuse_unknown(node, model, given)
    values = {
        name: _natural(field, given[name].value)
        for name, field in model.model_fields.items()
        if name in given
    }
    try:
        settings = model.model_validate(values)
    except ValidationError as error:
        lines = [
            f"{node.get_name()}: parameter '{'.'.join(str(p) for p in e['loc'])}' is "
            f"{e['input']!r}: {e['msg']}"
            for e in error.errors()
        ]
        raise ParameterError("\n".join(lines)) from error
    for name, field in model.model_fields.items():
        node.declare_parameter(
            name, _ros_value(getattr(settings, name)), descriptor(field), ignore_override=True
        )
    return settings


def _refuse_unknown(node: Node, model: type[Settings], given: dict[str, Parameter]) -> None:
    known = set(model.model_fields)
    for name in given:
        if name in known or name in _BUILT_IN or name.startswith("qos_overrides."):
            continue
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(sorted(known))}"
        raise ParameterError(f"{node.get_name()} has no parameter '{name}'; {hint}")


def _natural(field: FieldInfo, value: Any) -> Any:
    """A launch file's ``8`` is a whole number to YAML also where a float or a text is meant."""
    if isinstance(value, int) and not isinstance(value, bool):
        if field.annotation is float:
            return float(value)
        if field.annotation is str:
            return str(value)
    return value


def _ros_value(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def descriptor(field: FieldInfo) -> ParameterDescriptor:
    """The parameter descriptor of a model's field: description, range, read-only."""
    result = ParameterDescriptor(description=field.description or "", read_only=True)
    bounds = _bounds(field)
    if bounds is None:
        return result
    low, high, exclusive = bounds
    if field.annotation is int:
        result.integer_range = [
            IntegerRange(
                from_value=-_INTEGER_LIMIT if low is None else int(low),
                to_value=_INTEGER_LIMIT if high is None else int(high),
                step=0,
            )
        ]
    else:
        result.floating_point_range = [
            FloatingPointRange(
                from_value=-_FLOAT_LIMIT if low is None else float(low),
                to_value=_FLOAT_LIMIT if high is None else float(high),
                step=0.0,
            )
        ]
    result.additional_constraints = exclusive
    return result


def _bounds(field: FieldInfo) -> tuple[Any, Any, str] | None:
    """Least and greatest value, None for none, and in words which of them is excluded."""
    low: Any = None
    high: Any = None
    excluded: list[str] = []
    for constraint in field.metadata:
        if isinstance(constraint, annotated_types.Ge):
            low = constraint.ge
        elif isinstance(constraint, annotated_types.Gt):
            low = constraint.gt
            excluded.append(f"greater than {low}")
        elif isinstance(constraint, annotated_types.Le):
            high = constraint.le
        elif isinstance(constraint, annotated_types.Lt):
            high = constraint.lt
            excluded.append(f"less than {high}")
    if low is None and high is None:
        return None
    return low, high, ", ".join(excluded)
