"""Skill goals, feedback and results ↔ the actions and services that carry them.

The three actions and two services share their fields, so one family of functions serves all.
"""

from __future__ import annotations

from typing import Any

from xlerobot_interfaces import action, msg, srv

from ros_nodes.conversions import scene, stamp
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Receipt, Verdict
from xlerobot_agent.contracts.skills import (
    Phase,
    SkillFeedback,
    SkillGoal,
    SkillName,
    SkillResult,
)

ACTIONS: dict[str, Any] = {
    SkillName.PICK.value: action.Pick,
    SkillName.PLACE.value: action.Place,
    SkillName.MOVE_TO_REST.value: action.MoveToRest,
}
"""Skills that move the arm, by name: actions, under that very name."""

SERVICES: dict[str, Any] = {
    SkillName.OBSERVE_SCENE.value: srv.ObserveScene,
    SkillName.VERIFY_STATE.value: srv.VerifyState,
}
"""Skills that only look, by name: services."""

_SHARED = ("goal_id", "task_id", "object_id", "target_id", "object_version", "method", "epoch")


def fill_goal(message: Any, goal: SkillGoal) -> Any:
    """Write a goal into the goal or request message of its skill, which is returned."""
    slots = message.get_fields_and_field_types()
    for name in _SHARED:
        if name in slots:
            setattr(message, name, getattr(goal, name))
    for name in ("evidence_ids", "predicates"):
        if name in slots:
            setattr(message, name, list(getattr(goal, name)))
    if "owner" in slots:
        message.owner = goal.owner.value
    message.timeout = goal.timeout
    return message


def goal_from_msg(skill: str, message: Any, goal_id: str, default_timeout: float) -> SkillGoal:
    """The goal that a skill's goal or request message holds.

    Args:
        skill: the skill's name.
        message: of its action or service.
        goal_id: used where the message names none.
        default_timeout: used where the message gives 0 [s].

    Raises:
        ValueError: a value does not fit the contract.
    """
    slots = message.get_fields_and_field_types()
    values: dict[str, Any] = {n: getattr(message, n) for n in _SHARED if n in slots}
    values["goal_id"] = message.goal_id or goal_id
    for name in ("evidence_ids", "predicates"):
        if name in slots:
            values[name] = tuple(getattr(message, name))
    if "owner" in slots:
        values["owner"] = Owner(message.owner) if message.owner else Owner.AGENT
    values["timeout"] = message.timeout or default_timeout
    return SkillGoal(skill=skill, **values)


def fill_feedback(message: Any, feedback: SkillFeedback) -> Any:
    """Write progress into an action's feedback message, which is returned."""
    message.goal_id = feedback.goal_id
    message.phase = feedback.phase.value
    message.progress = feedback.progress
    message.step = feedback.step
    message.chunk = feedback.chunk
    message.set_points_played = feedback.set_points_played
    message.set_points_discarded = feedback.set_points_discarded
    message.stamp = stamp.to_msg(feedback.stamp)
    return message


def feedback_from_msg(message: Any) -> SkillFeedback:
    """An action's feedback message as progress.

    Raises:
        ValueError: the phase is no word of ours, or the progress lies outside 0..1.
    """
    return SkillFeedback(
        goal_id=message.goal_id,
        phase=Phase(message.phase),
        progress=message.progress,
        step=message.step,
        chunk=message.chunk,
        set_points_played=message.set_points_played,
        set_points_discarded=message.set_points_discarded,
        stamp=stamp.from_msg(message.stamp),
    )


def fill_result(message: Any, result: SkillResult) -> Any:
    """Write a result into an action's result or a service's response, which is returned."""
    slots = message.get_fields_and_field_types()
    message.error_code = error_code(message, result)
    message.error_message = result.message
    message.verdict = result.verdict.value
    message.reason = "" if result.reason is None else result.reason.value
    message.receipt = receipt_to_msg(result.receipt)
    if result.observation is not None:
        message.observation = scene.to_msg(result.observation)
    if "holding" in slots:
        message.holding = result.holding
        message.set_points_played = result.receipt.set_points_played
        message.set_points_discarded = result.receipt.set_points_discarded
    if "verdicts" in slots:
        message.verdicts = [scene.verdict_to_msg(v) for v in result.receipt.predicates]
    return message


def result_from_msg(skill: str, message: Any) -> SkillResult:
    """A skill's result or response message as a result.

    Raises:
        ValueError: a value does not fit the contract; among them an empty receipt, which a
            server sends that failed within itself.
    """
    receipt = receipt_from_msg(message.receipt)
    seen = message.observation
    return SkillResult(
        goal_id=receipt.goal_id,
        skill=skill,
        verdict=Verdict(message.verdict),
        reason=Reason(message.reason) if message.reason else None,
        message=message.error_message,
        holding=getattr(message, "holding", ""),
        receipt=receipt,
        observation=scene.from_msg(seen) if seen.observation_id else None,
    )


def error_code(message: Any, result: SkillResult) -> int:
    """The constant of the message's class for a result: NONE if and only if it succeeded."""
    if result.verdict is Verdict.SUCCEEDED:
        return int(message.NONE)
    reason = result.reason or Reason.UNKNOWN
    return int(getattr(message, reason.name))


def receipt_to_msg(receipt: Receipt) -> msg.Receipt:
    """A receipt as a message; its ``json`` holds all of it."""
    return msg.Receipt(
        goal_id=receipt.goal_id,
        skill=receipt.skill,
        args=[f"{name}={value}" for name, value in sorted(receipt.args.items())],
        epoch=receipt.epoch,
        verdict=receipt.verdict.value,
        reason="" if receipt.reason is None else receipt.reason.value,
        message=receipt.message,
        predicates=[scene.verdict_to_msg(v) for v in receipt.predicates],
        pre_evidence=[scene.evidence_to_msg(e) for e in receipt.pre_evidence],
        post_evidence=[scene.evidence_to_msg(e) for e in receipt.post_evidence],
        started=stamp.to_msg(receipt.t_started),
        settled=stamp.to_msg(receipt.t_settled),
        finished=stamp.to_msg(receipt.t_finished),
        prev_hash=receipt.prev_hash,
        json=receipt.model_dump_json(),
    )


def receipt_from_msg(message: msg.Receipt) -> Receipt:
    """The receipt that a message's ``json`` holds.

    Raises:
        ValueError: the text is no receipt, for one a success without evidence.
    """
    return Receipt.model_validate_json(message.json)
