"""Anything a contract can say, as hypothesis draws it; and the way over the wire."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from rclpy.serialization import deserialize_message, serialize_message

from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus, HoldRequest
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.events import Channel, Event, Urgency
from xlerobot_agent.contracts.evidence import Evidence, EvidenceKind
from xlerobot_agent.contracts.geometry import Pose, Size
from xlerobot_agent.contracts.instruction import (
    Activity,
    AgentStatus,
)
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Contributor, Receipt, Verdict
from xlerobot_agent.contracts.safety import (
    EmergencyStop,
    HoldToRun,
    Latch,
    MotionPermit,
    SafetyMode,
    SafetyState,
)
from xlerobot_agent.contracts.scene import SceneObject, SceneObservation, SeenRegion
from xlerobot_agent.contracts.skills import (
    Phase,
    SkillFeedback,
    SkillName,
)

SETTINGS = settings(max_examples=40)

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
switch_words = st.builds(
    HoldToRun, source=st.text("abc", min_size=1, max_size=5), held=st.booleans(), stamp=stamps
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


def over_the_wire(message: Any) -> Any:
    """What the other process gets."""
    return deserialize_message(serialize_message(message), type(message))
