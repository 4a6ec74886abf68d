"""``safety.yaml``: the one set of limits that planner, skills and supervisor read."""

from __future__ import annotations

from pydantic import Field, model_validator

from xlerobot_agent.contracts.geometry import Box, Positive
from xlerobot_agent.contracts.model import Contract


class SafetyLimits(Contract):
    """All limits of motion. SI units; joint limits themselves come from the URDF."""

    workspace: Box
    """Where the tool point may be."""
    table_clearance: float = Field(ge=0.0, le=0.05)
    """Least distance of every link to the table's plane [m]."""
    self_clearance: float = Field(ge=0.0, le=0.05)
    """Least distance between links that are not neighbours [m]."""
    keep_out: tuple[Box, ...] = ()
    """Boxes no link may enter."""
    joint_margin: float = Field(ge=0.0, le=0.2)
    """Kept from every joint limit of the URDF [rad]."""
    joint_velocity: Positive
    """[rad/s], every joint but the gripper."""
    gripper_velocity: Positive
    """[rad/s]"""
    joint_acceleration: Positive
    """[rad/s²]"""
    joint_jerk: Positive
    """[rad/s³]"""
    stop_acceleration: Positive = 25.0
    """Of every ramp to rest, harder than any motion that is planned [rad/s²]."""
    stop_jerk: Positive = 500.0
    """Of every ramp to rest [rad/s³]."""
    tool_speed: Positive
    """Of the tool point [m/s]; 0.25 while a person may be near (ISO 10218-1, 5.5.3)."""
    start_tolerance: Positive
    """A chunk's first set-point is this close to where the arm is, per joint [rad]."""
    tracking_error: Positive
    """Measured from commanded position, per joint [rad]; more for `tracking_time` is a fault."""
    tracking_time: Positive
    """[s]"""
    press_error: Positive
    """Measured from commanded position of a joint that a stop brought to rest [rad]; more means
    that it presses on something, and the set-point gives way to where the joint is. Above what
    the arm's own weight bends its servos by."""
    observation_age: Positive
    """An observation a chunk rests on is younger [s]."""
    chunk_age: Positive
    """A chunk is admitted at most this long after it was drafted [s]."""
    future_tolerance: Positive
    """Stamps may lie this far ahead of the clock [s]."""
    permit_period: Positive
    """The permit is sent every so often [s]."""
    permit_deadline: Positive
    """Silence of the permit after which the arm holds by itself [s]."""
    state_deadline: Positive
    """Silence of the joint states after which the supervisor stops all motion [s]."""
    sender_deadline: Positive
    """Silence of a goal's sender after which the rest of its chunks is discarded [s]."""
    servo_warm: Positive
    """From this temperature on motion is slowed [°C]."""
    servo_hot: Positive
    """From this temperature on motion is stopped [°C]; the servos cut out by themselves at 70."""
    servo_voltage: Positive
    """Least supply of every servo [V]."""
    servo_load: float = Field(gt=0.0, le=1.0)
    """Share of its torque above which no servo but the gripper's stands for `servo_load_time`."""
    servo_load_time: Positive
    """[s]"""
    servo_silence: Positive
    """Silence of the servos' health, once heard, after which motion is slowed [s]."""
    alert_speed: float = Field(gt=0.0, le=1.0)
    """Share of the speed limits that holds in mode ALERT."""
    alert_grace: float = Field(ge=0.0, le=0.5)
    """Chunks drafted so long after ALERT was entered may still be as fast as before [s]: the word
    of it has to get round."""
    clear_time: Positive
    """A clear condition must have held this long before a mode is left [s]."""
    estop_quiet: Positive
    """No true on `estop` for this long before a reset is accepted [s]."""
    hold_deadline: Positive = 0.1
    """Silence of a held hold-to-run switch after which it counts as let go [s]."""
    lease_ttl: Positive
    """[s]"""

    def velocity_of(self, joint_name: str) -> float:
        """The velocity limit of one joint [rad/s]; grippers are named so."""
        return self.gripper_velocity if joint_name.endswith("gripper") else self.joint_velocity

    @model_validator(mode="after")
    def _stop_harder_than_motion(self) -> SafetyLimits:
        if self.stop_acceleration < self.joint_acceleration or self.stop_jerk < self.joint_jerk:
            raise ValueError(
                f"stop_acceleration {self.stop_acceleration} rad/s² and stop_jerk "
                f"{self.stop_jerk} rad/s³ must reach joint_acceleration "
                f"{self.joint_acceleration} and joint_jerk {self.joint_jerk}; raise them"
            )
        return self

    @model_validator(mode="after")
    def _slow_before_stop(self) -> SafetyLimits:
        if self.servo_warm >= self.servo_hot:
            raise ValueError(
                f"servo_warm {self.servo_warm} °C must lie below servo_hot {self.servo_hot} °C; "
                "lower it"
            )
        return self

    @model_validator(mode="after")
    def _heartbeat_faster_than_deadline(self) -> SafetyLimits:
        if self.permit_period * 2 > self.permit_deadline:
            raise ValueError(
                f"permit_period {self.permit_period} s allows no missed beat within "
                f"permit_deadline {self.permit_deadline} s; make the deadline at least twice it"
            )
        return self
