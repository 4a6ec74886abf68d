"""Whatever a contract can say survives its ROS message (DC-04, S0-25: typed words all the way)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rclpy.serialization import deserialize_message, serialize_message
from sensor_msgs.msg import JointState
from xlerobot_interfaces import srv

from ros_nodes.conversions import agent, arm, camera, chunk, safety, scene, skill, stamp
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.contracts.camera import Frame, Intrinsics
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus, HoldRequest
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.events import Channel, Event, Urgency
from xlerobot_agent.contracts.evidence import Evidence, EvidenceKind
from xlerobot_agent.contracts.geometry import Pose, Size
from xlerobot_agent.contracts.instruction import (
    Activity,
    AgentStatus,
    Answer,
    InstructionReply,
)
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Contributor, Receipt, Verdict
from xlerobot_agent.contracts.safety import (
    EmergencyStop,
    Latch,
    MotionPermit,
    SafetyMode,
    SafetyState,
)
from xlerobot_agent.contracts.scene import SceneObject, SceneObservation, SeenRegion
from xlerobot_agent.contracts.skills import (
    Phase,
    SkillFeedback,
    SkillGoal,
    SkillName,
    SkillResult,
)

NANOSECOND = 1e-9
SETTINGS = settings(max_examples=40, deadline=None)

# Stamps on a millisecond raster are exact in both forms; the rounding has its own test.
stamps = st.integers(0, 2**31 - 1).map(lambda ms: round(ms / 1000, 3))
# ROS strings are UTF-8 without a terminating zero inside; CDR carries nothing else.
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=20)
names = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
numbers = st.floats(-10.0, 10.0)
shares = st.floats(0.0, 1.0)
counts = st.integers(0, 2**32 - 1)
owners = st.sampled_from(Owner)
reasons = st.none() | st.sampled_from(Reason)


def tuples_of(strategy: st.SearchStrategy[Any], most: int = 3) -> st.SearchStrategy[Any]:
    return st.lists(strategy, max_size=most).map(tuple)


predicates = st.one_of(
    st.builds(Predicate, name=st.just("inside"), args=st.tuples(names, names)),
    st.builds(Predicate, name=st.just("holding"), args=st.tuples(names)),
    st.builds(Predicate, name=st.sampled_from(["at_rest_pose", "workspace_clear"])),
)
verdicts = st.builds(
    PredicateVerdict,
    predicate=predicates,
    value=st.sampled_from(Truth),
    confidence=shares,
    evidence_ids=tuples_of(texts),
    because=texts,
)
evidences = st.builds(
    Evidence,
    evidence_id=texts,
    kind=st.sampled_from(EvidenceKind),
    sha256=texts,
    t_capture=stamps,
    t_received=stamps,
    sensor=texts,
    calibration_id=texts,
)
objects = st.builds(
    SceneObject,
    object_id=names,
    pose=st.builds(
        Pose, x=numbers, y=numbers, z=numbers, yaw=numbers, tilt=st.floats(0.0, math.pi)
    ),
    size=st.builds(Size, **dict.fromkeys("xyz", st.floats(0.001, 1.0))),
    confidence=shares,
    visibility=shares,
    version=st.integers(1, 2**63),
    stamp=stamps,
    camera=names,
    evidence_ids=tuples_of(texts),
)


@st.composite
def regions(draw: st.DrawFn) -> SeenRegion:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    seen = draw(st.text("01", min_size=rows * columns, max_size=rows * columns))
    return SeenRegion(
        origin_x=draw(numbers),
        origin_y=draw(numbers),
        cell=draw(st.floats(0.001, 0.1)),
        rows=rows,
        columns=columns,
        seen=seen,
    )


observations = st.builds(
    SceneObservation,
    observation_id=st.text("abc", min_size=1, max_size=5),
    sequence=st.integers(0, 2**63),
    stamp=stamps,
    objects=tuples_of(objects),
    seen=regions(),
    predicates=tuples_of(verdicts),
    evidence=tuples_of(evidences),
    arm_moving=st.booleans(),
    fault=texts,
)


@st.composite
def chunks(draw: st.DrawFn) -> ActionChunk:
    width = draw(st.integers(1, 6))
    row = st.tuples(*[numbers] * width)
    return ActionChunk(
        chunk_id=draw(names),
        goal_id=draw(names),
        index=draw(counts),
        owner=draw(owners),
        epoch=draw(st.integers(0, 2**63)),
        joint_names=tuple(f"joint_{i}" for i in range(width)),
        dt=draw(st.floats(0.005, 0.05)),
        positions=tuple(draw(st.lists(row, min_size=1, max_size=10))),
        observation_id=draw(texts),
        observation_stamp=draw(stamps),
        stamp=draw(stamps),
        final=draw(st.booleans()),
    )


statuses = st.builds(
    ChunkStatus,
    chunk_id=texts,
    goal_id=texts,
    state=st.sampled_from(ChunkState),
    played=counts,
    discarded=counts,
    reason=reasons,
    message=texts,
    at_rest=st.booleans(),
    stamp=stamps,
)
holds = st.builds(HoldRequest, goal_id=texts, reason=st.sampled_from(Reason), source=texts)
permits = st.builds(
    MotionPermit,
    epoch=st.integers(0, 2**63),
    owner=owners,
    motion_allowed=st.booleans(),
    sequence=st.integers(0, 2**63),
    stamp=stamps,
)
safety_states = st.builds(
    SafetyState,
    mode=st.sampled_from(SafetyMode),
    motion_allowed=st.booleans(),
    owner=owners,
    epoch=st.integers(0, 2**63),
    latches=tuples_of(
        st.builds(
            Latch,
            latch_id=st.integers(1, 2**32 - 1),
            source=texts,
            cause=texts,
            since=stamps,
            asserted=st.booleans(),
        )
    ),
    reason=texts,
    stamp=stamps,
)
emergencies = st.builds(
    EmergencyStop,
    source=st.text("abc", min_size=1, max_size=5),
    asserted=st.booleans(),
    reason=texts,
    stamp=stamps,
)
agent_statuses = st.builds(
    AgentStatus,
    activity=st.sampled_from(Activity),
    progress=shares,
    verified=tuples_of(texts),
    finished=st.booleans(),
    succeeded=st.booleans(),
    stamp=stamps,
    **dict.fromkeys(
        [
            "intent_id",
            "intent",
            "intent_state",
            "task",
            "skill",
            "step",
            "attention",
            "holding",
            "reason",
            "last_outcome",
        ],
        texts,
    ),
)
events = st.builds(
    Event,
    event_id=texts,
    seq=st.integers(0, 2**63),
    t_source=stamps,
    t_received=stamps,
    source=texts,
    channel=st.sampled_from(Channel),
    kind=texts,
    urgency=st.sampled_from(Urgency),
    payload=st.dictionaries(texts, st.integers() | texts | st.booleans() | st.none(), max_size=3),
    reply_to=texts,
    task_id=texts,
    causation_id=texts,
    evidence_ids=tuples_of(texts),
    schema_version=st.integers(1, 9),
)
feedbacks = st.builds(
    SkillFeedback,
    goal_id=texts,
    phase=st.sampled_from(Phase),
    progress=shares,
    step=texts,
    chunk=counts,
    set_points_played=counts,
    set_points_discarded=counts,
    stamp=stamps,
)
receipts = st.builds(
    Receipt,
    goal_id=texts,
    skill=st.sampled_from(SkillName).map(lambda s: s.value),
    args=st.dictionaries(names, texts, max_size=2),
    epoch=counts,
    pre_evidence=tuples_of(evidences),
    post_evidence=tuples_of(evidences),
    predicates=tuples_of(verdicts),
    verdict=st.sampled_from([v for v in Verdict if v is not Verdict.SUCCEEDED]),
    reason=reasons,
    message=texts,
    contributors=tuples_of(st.builds(Contributor, factor=texts, confidence=shares)),
    t_started=stamps,
    t_settled=stamps,
    t_finished=stamps,
    chunks=counts,
    set_points_played=counts,
    set_points_discarded=counts,
    prev_hash=texts,
)

FAMILIES = {
    "chunk": (chunks(), chunk.to_msg, chunk.from_msg),
    "chunk status": (statuses, chunk.status_to_msg, chunk.status_from_msg),
    "hold": (holds, chunk.hold_to_msg, chunk.hold_from_msg),
    "permit": (permits, safety.permit_to_msg, safety.permit_from_msg),
    "safety state": (safety_states, safety.state_to_msg, safety.state_from_msg),
    "emergency stop": (emergencies, safety.emergency_to_msg, safety.emergency_from_msg),
    "scene": (observations, scene.to_msg, scene.from_msg),
    "agent state": (agent_statuses, agent.status_to_msg, agent.status_from_msg),
    "agent event": (events, agent.event_to_msg, agent.event_from_msg),
    "receipt": (receipts, skill.receipt_to_msg, skill.receipt_from_msg),
}


def over_the_wire(message: Any) -> Any:
    return deserialize_message(serialize_message(message), type(message))


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


@given(st.floats(0.0, 2.0**31 - 1))
def test_stamp_is_exact_to_the_nanosecond(seconds: float) -> None:
    spacing = max(NANOSECOND, math.ulp(seconds))
    assert abs(stamp.from_msg(stamp.to_msg(seconds)) - seconds) <= spacing


@SETTINGS
@given(positions=st.lists(numbers, min_size=6, max_size=6), seconds=stamps)
def test_joint_state_survives(positions: list[float], seconds: float) -> None:
    joints = tuple(f"joint_{i}" for i in range(6))
    state = ArmState(
        stamp=seconds,
        names=joints,
        positions=tuple(positions),
        velocities=tuple(positions),
        efforts=tuple(positions),
    )
    message = arm.fill(JointState(), state)
    assert arm.from_msg(over_the_wire(message)) == state


def test_joint_state_reuses_its_message_for_another_arm() -> None:
    state = ArmState(stamp=1.0, names=("a",), positions=(0.5,), velocities=(), efforts=())
    other = ArmState(stamp=2.0, names=("b",), positions=(0.1,), velocities=(), efforts=())
    message = arm.fill(JointState(), state)
    assert arm.from_msg(arm.fill(message, other)) == other


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


def a_frame() -> Frame:
    image = np.arange(6 * 4 * 3, dtype=np.uint8).reshape(4, 6, 3)
    turn = np.array([[0.0, -1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])
    extrinsics = np.eye(4)
    extrinsics[:3, :3] = turn
    extrinsics[:3, 3] = (0.2, 0.0, 0.75)
    intrinsics = Intrinsics(width=6, height=4, fx=5.0, fy=5.5, cx=3.0, cy=2.0, distortion=(0.1,))
    return Frame("front", 3, 1.25, image, intrinsics, extrinsics)


def test_image_and_calibration_survive() -> None:
    frame = a_frame()
    image = over_the_wire(camera.image_to_msg(frame))
    info = over_the_wire(camera.info_to_msg(frame))
    np.testing.assert_array_equal(camera.image_from_msg(image), frame.image)
    assert camera.intrinsics_from_msg(info) == frame.intrinsics
    assert image.header == info.header


@SETTINGS
@given(axis=st.tuples(numbers, numbers, numbers), angle=st.floats(-math.pi, math.pi))
def test_every_mount_survives(axis: tuple[float, float, float], angle: float) -> None:
    unit = np.array([*axis[:2], axis[2] + 20.0])
    unit /= np.linalg.norm(unit)
    cross = np.cross(np.eye(3), unit)
    # Rodrigues' rotation formula.
    rotation = np.eye(3) - math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    extrinsics = np.eye(4)
    extrinsics[:3, :3] = rotation
    extrinsics[:3, 3] = axis
    message = over_the_wire(camera.mount_to_msg("wrist", "gripper_link", extrinsics, 0.0))
    mount, found = camera.mount_from_msg(message)
    assert mount == "gripper_link"
    np.testing.assert_allclose(found, extrinsics, atol=1e-12)


def test_images_that_cannot_be_measured_are_refused() -> None:
    message = camera.image_to_msg(a_frame())
    message.encoding = "bgr8"
    with pytest.raises(ValueError, match="send it as rgb8"):
        camera.image_from_msg(message)
    message.encoding = "rgb8"
    message.width = 5
    with pytest.raises(ValueError, match="60 are needed"):
        camera.image_from_msg(message)
    info = camera.info_to_msg(a_frame())
    info.k[0] = 0.0
    with pytest.raises(ValueError, match="calibrate"):
        camera.intrinsics_from_msg(info)
