"""Faults are named, parsed and refused with a reason.

Covers issue 2 point 2 (faults switched on per episode from config), point 9 (``--fault
NAME:VALUE``), "Bad input".
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from sim.faults import FaultSettings, UnknownFaultError, fault_types, parameters_of

NAMES = {
    "camera_black",
    "camera_frozen",
    "camera_late",
    "camera_missing",
    "camera_moved",
    "camera_occluded",
    "command_delay",
    "frames_dropped",
    "grasp_slip",
    "gripper_inverted",
    "hand_moves_object",
    "joint_stalled",
    "servo_heat",
    "servo_overload",
    "undervoltage",
    "removed_from_gripper",
}


def test_every_fault_of_the_issue_is_there() -> None:
    """A module in the folder is a fault; all that are asked for exist."""
    assert set(fault_types()) == NAMES


def test_short_form() -> None:
    """``name:value`` sets the fault's one value."""
    settings = FaultSettings.parse(["grasp_slip:0.25", "joint_stalled:elbow_flex"])
    assert settings.active == {"grasp_slip": "0.25", "joint_stalled": "elbow_flex"}
    assert parameters_of("grasp_slip", "0.25").probability == 0.25


def test_long_form() -> None:
    """``name:key=value,key=value`` sets any parameter."""
    settings = FaultSettings.parse(["camera_frozen:duration=2.0,start=3"])
    parameters = parameters_of("camera_frozen", settings.active["camera_frozen"])
    assert (parameters.duration, parameters.start, parameters.camera) == (2.0, 3.0, "front")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("grasp_slip", "NAME:VALUE"),
        ("grasp_slip:", "NAME:VALUE"),
        ("earthquake:1", "there are camera_black"),
        ("grasp_slip:1.5", "less than or equal to 1"),
        ("grasp_slip:often", "valid number"),
        ("grasp_slip:nan", "grasp_slip"),
        ("grasp_slip:p=0.5", "it takes probability"),
        ("camera_frozen:duration=2,,", "key=value"),
        ("camera_frozen:-1", "greater than 0"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    """A bad value names the fault, the value and what is legal."""
    with pytest.raises(UnknownFaultError, match=said):
        FaultSettings.parse([text])


def test_yaml_form_is_checked() -> None:
    """The model of a configuration file refuses the same."""
    assert FaultSettings(active={"camera_frozen": {"duration": 2.0, "start": 1.0}})
    with pytest.raises(ValidationError, match="earthquake"):
        FaultSettings(active={"earthquake": 1})


def test_unknown_joint_is_refused(desk) -> None:
    """A joint that the arm lacks is named, with those it has."""
    with pytest.raises(ValueError, match="shoulder_pan"):
        desk(0, "joint_stalled:knee")


def test_unknown_camera_is_refused(desk) -> None:
    """A camera that the desk lacks is named, with those it has."""
    for fault in ("camera_occluded:duration=1,camera=rear", "camera_frozen:duration=1,camera=rear"):
        with pytest.raises(ValueError, match=r"rear.*front"):
            desk(0, fault)


@given(st.text(max_size=60) | st.from_regex(r"(grasp_slip|joint_stalled):[^\n]{0,20}"))
def test_any_text_is_a_fault_or_one_clear_error(text: str) -> None:
    """Whatever is typed, the parser answers with settings or with its own error."""
    try:
        settings = FaultSettings.parse([text])
    except UnknownFaultError:
        return
    assert set(settings.active) <= NAMES
