"""Permit, safety state, named emergency stops, hold-to-run switches."""

from __future__ import annotations

from xlerobot_interfaces import msg

from ros_nodes.conversions import stamp
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.safety import (
    EmergencyStop,
    HoldToRun,
    Latch,
    MotionPermit,
    SafetyMode,
    SafetyState,
)


def permit_to_msg(permit: MotionPermit) -> msg.MotionPermit:
    """A permit as a message."""
    return msg.MotionPermit(
        stamp=stamp.to_msg(permit.stamp),
        epoch=permit.epoch,
        owner=permit.owner.value,
        motion_allowed=permit.motion_allowed,
        sequence=permit.sequence,
    )


def permit_from_msg(message: msg.MotionPermit) -> MotionPermit:
    """A message as a permit.

    Raises:
        ValueError: the owner is no word of ours.
    """
    return MotionPermit(
        epoch=message.epoch,
        owner=Owner(message.owner),
        motion_allowed=message.motion_allowed,
        sequence=message.sequence,
        stamp=stamp.from_msg(message.stamp),
    )


def state_to_msg(state: SafetyState) -> msg.SafetyState:
    """The supervisor's state as a message."""
    return msg.SafetyState(
        stamp=stamp.to_msg(state.stamp),
        mode=state.mode.value,
        motion_allowed=state.motion_allowed,
        owner=state.owner.value,
        epoch=state.epoch,
        latches=[
            msg.SafetyLatch(
                latch_id=latch.latch_id,
                source=latch.source,
                cause=latch.cause,
                since=stamp.to_msg(latch.since),
                asserted=latch.asserted,
            )
            for latch in state.latches
        ],
        cleared_through=state.cleared_through,
        reason=state.reason,
    )


def state_from_msg(message: msg.SafetyState) -> SafetyState:
    """A message as the supervisor's state.

    Raises:
        ValueError: mode or owner is no word of ours.
    """
    return SafetyState(
        mode=SafetyMode(message.mode),
        motion_allowed=message.motion_allowed,
        owner=Owner(message.owner),
        epoch=message.epoch,
        latches=tuple(
            Latch(
                latch_id=latch.latch_id,
                source=latch.source,
                cause=latch.cause,
                since=stamp.from_msg(latch.since),
                asserted=latch.asserted,
            )
            for latch in message.latches
        ),
        cleared_through=message.cleared_through,
        reason=message.reason,
        stamp=stamp.from_msg(message.stamp),
    )


def emergency_to_msg(stop: EmergencyStop) -> msg.EmergencyStop:
    """A named emergency stop as a message."""
    return msg.EmergencyStop(
        stamp=stamp.to_msg(stop.stamp),
        source=stop.source,
        asserted=stop.asserted,
        reason=stop.reason,
    )


def emergency_from_msg(message: msg.EmergencyStop) -> EmergencyStop:
    """A message as a named emergency stop; one without a name is called ``unnamed``."""
    return EmergencyStop(
        source=message.source or "unnamed",
        asserted=message.asserted,
        reason=message.reason,
        stamp=stamp.from_msg(message.stamp),
    )


def hold_to_run_to_msg(word: HoldToRun) -> msg.HoldToRun:
    """What an enabling switch says as a message."""
    return msg.HoldToRun(stamp=stamp.to_msg(word.stamp), source=word.source, held=word.held)


def hold_to_run_from_msg(message: msg.HoldToRun) -> HoldToRun:
    """A message as what an enabling switch says; one without a name is called ``unnamed``."""
    return HoldToRun(
        source=message.source or "unnamed",
        held=message.held,
        stamp=stamp.from_msg(message.stamp),
    )
