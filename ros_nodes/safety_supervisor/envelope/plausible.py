"""Limits that limit nothing are refused before anything moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.safety_supervisor.envelope.reach import joint_reaches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlerobot_agent.contracts.safety_limits import SafetyLimits
    from xlerobot_agent.robot_model.arm_model import ArmModel


class ImplausibleLimitsError(ValueError):
    """A limit is wider than what the arm can do, so it would never stop anything."""


def require_plausible(limits: SafetyLimits, model: ArmModel) -> None:
    """Check every limit against the arm.

    Raises:
        ImplausibleLimitsError: one is wider than the arm; the message names all of them.
    """
    found = [*_speeds(limits, model), *_workspace(limits, model)]
    if found:
        raise ImplausibleLimitsError("; ".join(found) + "; tighten safety.yaml")


def _speeds(limits: SafetyLimits, model: ArmModel) -> Iterator[str]:
    for name, top in zip(model.joint_names, model.velocity_limit, strict=True):
        allowed = limits.velocity_of(name)
        if allowed > top:
            yield f"joint '{name}' may move at {allowed} rad/s, its servo does {top} rad/s"
    reach = float(joint_reaches(model)[0])
    fastest = reach * max(model.velocity_limit)
    if limits.tool_speed > fastest:
        yield f"tool_speed {limits.tool_speed} m/s is above what the arm can do, {fastest:.2f} m/s"


def _workspace(limits: SafetyLimits, model: ArmModel) -> Iterator[str]:
    reach = float(joint_reaches(model)[0])
    axis = model.pinocchio_model.jointPlacements[1].translation
    box = limits.workspace
    for label, low, high, origin in zip("xyz", box.minimum, box.maximum, axis, strict=True):
        nearest, farthest = origin - reach, origin + reach
        if low < nearest or high > farthest:
            yield (
                f"workspace reaches from {low} to {high} m in {label}, the arm from "
                f"{nearest:.3f} to {farthest:.3f} m"
            )
