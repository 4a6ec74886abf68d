"""Servos that grow hot, lack voltage or trip (fault table 40, 41)."""

from __future__ import annotations

import pytest


def test_a_servo_is_well_unless_something_is_wrong(desk) -> None:
    health = desk(0).arm.health()
    assert len(health.temperatures) == 6
    assert max(health.temperatures) < 60.0
    assert min(health.voltages) > 6.0
    assert health.faults == ()
    assert max(map(abs, health.loads)) <= 1.0


def test_heat_comes_and_goes(desk) -> None:
    world = desk(0, "servo_heat:temperature=66,joint=wrist_flex,start=0.1,duration=0.2")
    index = world.arm.joint_names.index("wrist_flex")
    world.advance(0.05)
    assert world.arm.health().temperatures[index] < 60.0
    world.advance(0.1)
    assert world.arm.health().temperatures[index] == 66.0
    world.advance(0.3)
    assert world.arm.health().temperatures[index] < 60.0


def test_the_supply_sags(desk) -> None:
    world = desk(0, "undervoltage:voltage=5.0,start=0.0")
    world.advance(0.05)
    assert set(world.arm.health().voltages) == {5.0}


def test_a_servo_trips_and_recovers(desk) -> None:
    world = desk(0, "servo_overload:joint=gripper,start=0.0,duration=0.1")
    world.advance(0.05)
    assert world.arm.health().faults == ("gripper: overload",)
    world.advance(0.2)
    assert world.arm.health().faults == ()


@pytest.mark.parametrize("fault", ["servo_heat:temperature=66,joint=knee", "servo_overload:knee"])
def test_unknown_joints_are_refused(desk, fault: str) -> None:
    with pytest.raises(ValueError, match="no joint 'knee'"):
        desk(0, fault)
