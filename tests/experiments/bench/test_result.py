"""Goals, conditions and the machine's description. Covers issue 2, 10."""

from __future__ import annotations

import pytest

from experiments.bench.machine import cpu_name, describe_machine
from experiments.bench.result import Bound, Goal, condition


@pytest.mark.parametrize(
    ("bound", "figure", "met"),
    [
        (Bound.AT_LEAST, 0.9, True),
        (Bound.AT_LEAST, 0.89, False),
        (Bound.AT_MOST, 0.9, True),
        (Bound.AT_MOST, 0.91, False),
    ],
)
def test_a_bound_includes_itself(bound, figure, met):
    goal = Goal(bound=bound, value=0.9)
    assert goal.met_by(figure) is met
    assert condition("share", figure, goal).met is met


def test_goals_read_as_they_are_written():
    assert str(Goal(bound=Bound.AT_LEAST, value=0.9)) == "≥ 0.9"
    assert str(Goal(bound=Bound.AT_MOST, value=25.0)) == "≤ 25"


def test_the_machine_names_what_figures_depend_on():
    machine = describe_machine(["numpy", "mujoco", "no-such-distribution"])
    assert machine.cores >= 1
    assert machine.cpu
    assert list(machine.libraries) == ["mujoco", "no-such-distribution", "numpy"]
    assert machine.libraries["no-such-distribution"] == "unknown"


def test_the_processors_name_is_read_from_its_line():
    assert cpu_name("processor\t: 0\nmodel name\t: A Processor @ 2 GHz\n") == "A Processor @ 2 GHz"
    assert cpu_name("")
