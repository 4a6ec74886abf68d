"""Whatever a contract can say survives its ROS message (typed words all the way)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xlerobot_interfaces import srv

from ros_nodes.conversions import agent, chunk, safety, scene, skill
from tests.ros_nodes.conversions.strategies import (
    SETTINGS,
    agent_statuses,
    chunks,
    emergencies,
    events,
    feedbacks,
    holds,
    names,
    observations,
    over_the_wire,
    permits,
    receipts,
    safety_states,
    statuses,
    switch_words,
)
from xlerobot_agent.contracts.chunk import ActionChunk
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.instruction import (
    Answer,
    InstructionReply,
)
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Receipt
from xlerobot_agent.contracts.scene import SceneObservation
from xlerobot_agent.contracts.skills import (
    SkillFeedback,
    SkillGoal,
    SkillResult,
)

FAMILIES = {
    "chunk": (chunks(), chunk.to_msg, chunk.from_msg),
    "chunk status": (statuses, chunk.status_to_msg, chunk.status_from_msg),
    "hold": (holds, chunk.hold_to_msg, chunk.hold_from_msg),
    "permit": (permits, safety.permit_to_msg, safety.permit_from_msg),
    "safety state": (safety_states, safety.state_to_msg, safety.state_from_msg),
    "emergency stop": (emergencies, safety.emergency_to_msg, safety.emergency_from_msg),
    "hold to run": (switch_words, safety.hold_to_run_to_msg, safety.hold_to_run_from_msg),
    "scene": (observations, scene.to_msg, scene.from_msg),
    "agent state": (agent_statuses, agent.status_to_msg, agent.status_from_msg),
    "agent event": (events, agent.event_to_msg, agent.event_from_msg),
    "receipt": (receipts, skill.receipt_to_msg, skill.receipt_from_msg),
}


@pytest.mark.parametrize("family", FAMILIES)
@SETTINGS
@given(data=st.data())
def test_contract_survives_its_message(family: str, data: st.DataObject) -> None:
    strategy, to_msg, from_msg = FAMILIES[family]
    value = data.draw(strategy)
    assert from_msg(over_the_wire(to_msg(value))) == value


@pytest.mark.parametrize("name", skill.ACTIONS)
@SETTINGS
@given(feedback=feedbacks)
def test_feedback_survives_every_action(name: str, feedback: SkillFeedback) -> None:
    message = skill.fill_feedback(skill.ACTIONS[name].Feedback(), feedback)
    assert skill.feedback_from_msg(over_the_wire(message)) == feedback


@pytest.mark.parametrize("name", [*skill.ACTIONS, *skill.SERVICES])
@SETTINGS
@given(receipt=receipts, observation=st.none() | observations, holding=names)
def test_result_survives_every_skill(
    name: str, receipt: Receipt, observation: SceneObservation | None, holding: str
) -> None:
    kind = skill.ACTIONS.get(name)
    message = kind.Result() if kind is not None else skill.SERVICES[name].Response()
    result = SkillResult(
        goal_id=receipt.goal_id,
        skill=name,
        verdict=receipt.verdict,
        reason=receipt.reason,
        message="why",
        holding=holding if kind is not None else "",
        receipt=receipt,
        observation=observation,
    )
    filled = over_the_wire(skill.fill_result(message, result))
    assert skill.result_from_msg(name, filled) == result
    expected = (receipt.reason or Reason.UNKNOWN).name
    assert filled.error_code == getattr(filled, expected) != filled.NONE


@pytest.mark.parametrize("name", [*skill.ACTIONS, *skill.SERVICES])
def test_goal_keeps_what_its_message_has_room_for(name: str) -> None:
    goal = SkillGoal(
        goal_id="g1",
        skill=name,
        object_id="red_cup" if name in ("pick", "place") else "",
        target_id="tray" if name == "place" else "",
        predicates=("holding(red_cup)",) if name == "verify_state" else (),
        method="" if name == "move_to_rest" else "here",
        owner=Owner.OPERATOR,
        epoch=7,
        timeout=12.0,
        task_id="t1",
    )
    kind = skill.ACTIONS.get(name)
    empty = kind.Goal() if kind is not None else skill.SERVICES[name].Request()
    message = over_the_wire(skill.fill_goal(empty, goal))
    assert skill.goal_from_msg(name, message, "unused", 60.0) == goal


def test_goal_without_id_and_time_gets_the_servers() -> None:
    goal = skill.goal_from_msg("observe_scene", srv.ObserveScene.Request(), "made", 7.0)
    assert (goal.goal_id, goal.timeout, goal.owner) == ("made", 7.0, Owner.AGENT)


def test_answers_survive() -> None:
    for answer in Answer:
        reply = InstructionReply(
            instruction_id="i1",
            answer=answer,
            message="收拾桌面",
            intent_id="n1",
            understood=("inside(red_cup, tray)",),
        )
        response = agent.fill_reply(srv.SubmitInstruction.Response(), reply)
        assert agent.reply_from_response(over_the_wire(response)) == reply


def test_half_a_row_is_refused() -> None:
    message = chunk.to_msg(
        ActionChunk(
            chunk_id="c",
            goal_id="g",
            index=0,
            owner=Owner.AGENT,
            epoch=1,
            joint_names=("a", "b"),
            dt=0.02,
            positions=((0.0, 0.0),),
            observation_id="o",
            observation_stamp=0.0,
            stamp=0.0,
        )
    )
    message.positions.append(0.5)
    with pytest.raises(ValueError, match="3 values for 2 joints"):
        chunk.from_msg(message)
    message.positions[:] = type(message.positions)("d", [0.0, math.nan])
    with pytest.raises(ValueError, match="finite"):
        chunk.from_msg(message)
