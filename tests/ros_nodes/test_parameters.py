"""Parameters come from a model; what does not fit ends the node before motion (faults 31, 32)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import rclpy
from pydantic import Field
from rclpy.node import Node
from rclpy.parameter import Parameter

from ros_nodes.parameters import ParameterError, Settings, declare
from xlerobot_agent.middleware import stay_on_this_machine
from xlerobot_agent.ros_domain import reserve_any_domain

pytestmark = pytest.mark.ros


class Camera(Settings):
    rate: float = Field(default=8.0, gt=0.0, le=30.0)
    """Images a second [Hz]."""
    seed: int = Field(default=0, ge=0)
    """Which desk."""
    label: str = ""
    """What to call it."""
    names: tuple[str, ...] = ("front", "wrist")
    """Which cameras."""


@contextmanager
def node_with(**given: object) -> Iterator[Node]:
    stay_on_this_machine()
    context = rclpy.Context()
    with reserve_any_domain() as domain:
        rclpy.init(context=context, domain_id=domain.number)
        overrides = [Parameter(name, value=value) for name, value in given.items()]
        node = Node("camera", context=context, parameter_overrides=overrides)
        try:
            yield node
        finally:
            node.destroy_node()
            rclpy.shutdown(context=context)


def test_fields_become_parameters_with_descriptors() -> None:
    with node_with(rate=15.0) as node:
        settings = declare(node, Camera)
        rate = node.describe_parameter("rate")
        seed = node.describe_parameter("seed")
        assert node.get_parameter("names").value == ["front", "wrist"]
    assert settings == Camera(rate=15.0)
    assert rate.description == "Images a second [Hz]."
    assert rate.floating_point_range[0].to_value == 30.0
    assert rate.additional_constraints == "greater than 0.0"
    assert seed.integer_range[0].from_value == 0
    assert rate.read_only


def test_a_running_node_refuses_changes() -> None:
    with node_with() as node:
        declare(node, Camera)
        (answer,) = node.set_parameters([Parameter("rate", value=9.0)])
    assert not answer.successful


def test_a_whole_number_serves_where_a_float_or_a_text_is_meant() -> None:
    with node_with(rate=8, label=12) as node:
        settings = declare(node, Camera)
    assert (settings.rate, settings.label) == (8.0, "12")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rate": 99.0}, "'rate' is 99.0: .*30"),
        ({"rate": 0.0}, "greater than 0"),
        ({"rate": "fast"}, "'rate' is 'fast'"),
        ({"seed": -1}, "'seed' is -1"),
        ({"rat": 8.0}, "no parameter 'rat'; did you mean 'rate'"),
        ({"zoom": 2}, "no parameter 'zoom'; there are"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(given: dict[str, object], message: str) -> None:
    with node_with(**given) as node, pytest.raises(ParameterError, match=message):
        declare(node, Camera)
