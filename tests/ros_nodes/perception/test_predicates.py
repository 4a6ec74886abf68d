"""Truth tables of the predicates, three-valued and with reasons. Covers B.7, issue 2 point 3."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

from ros_nodes.perception.detection import Detection
from ros_nodes.perception.grip import Fingers, Grip
from ros_nodes.perception.hand import Hand
from ros_nodes.perception.predicates import default_predicates, evaluate, evaluators
from ros_nodes.perception.situation import Situation, TableReading
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.contracts.geometry import Pose, Size
from xlerobot_agent.contracts.predicates import ARITY, Predicate, PredicateVerdict, Truth
from xlerobot_agent.robot_model.configuration import named_pose

SIZES = {
    "red_cup": Size(x=0.055, y=0.055, z=0.08),
    "yellow_paper": Size(x=0.045, y=0.045, z=0.04),
    "tray": Size(x=0.15, y=0.15, z=0.02),
    "bin": Size(x=0.13, y=0.13, z=0.1),
}
TRAY, BIN = Pose(x=0.15, y=0.25, yaw=0.3), Pose(x=0.15, y=-0.25)
FAR, NEAR_BIN = np.array([0.3, 0.0, 0.2]), np.array([0.15, -0.25, 0.15])
CLEAR = TableReading(0.8, 0, (0.0, 0.0))
GAP = np.array([[0, 0.01, 0], [0.02, 0.01, 0], [0.02, -0.01, 0], [0, -0.01, 0]])


def seen(name: str, pose: Pose, confidence: float = 0.95) -> Detection:
    return Detection(name, pose, SIZES[name], confidence, 1.0, "front", 1.0, np.zeros((4, 2)))


@pytest.fixture
def situation(catalogue, settings, arm_model) -> Callable[..., Situation]:
    """Builds a situation: tray and bin in place, arm at rest, and what a test adds."""
    rest = named_pose(arm_model)

    def build(
        *things: Detection,
        grip: Grip = Grip.OPEN,
        grasp_point: np.ndarray = FAR,
        held: str = "",
        between: dict[str, float] | None = None,
        in_line: frozenset[str] = frozenset(),
        fault: str = "",
        table: TableReading = CLEAR,
        positions: tuple[float, ...] = rest,
        velocities: tuple[float, ...] = (0.0,) * 6,
        without: str = "",
    ) -> Situation:
        detections = {d.object_id: d for d in (seen("tray", TRAY), seen("bin", BIN), *things)}
        detections.pop(without, None)
        return Situation(
            catalogue=catalogue,
            settings=settings,
            arm=ArmState(1.0, arm_model.joint_names, positions, velocities, (0.0,) * 6),
            rest=rest[:5],
            detections=detections,
            hand=Hand(
                grip,
                Fingers(GAP - GAP.mean(axis=0) + grasp_point),
                in_line,
                between,
                held,
            ),
            table=table,
            fault=fault,
            joints_evidence="evidence-j",
            camera_evidence={"front": "evidence-f", "wrist": "evidence-w"},
        )

    return build


def judge(text: str, situation: Situation) -> PredicateVerdict:
    verdict = evaluate(Predicate.parse(text), situation)
    assert verdict.because
    if verdict.value is Truth.UNKNOWN:
        assert verdict.confidence == 0.0
    else:
        assert verdict.confidence >= 0.5
        assert verdict.evidence_ids
    return verdict


def test_every_registered_predicate_has_an_evaluator(catalogue):
    assert set(evaluators()) == set(ARITY)
    assert {p.name for p in default_predicates(catalogue)} <= set(ARITY)


CUP_IN_TRAY = seen("red_cup", Pose(x=0.15, y=0.25, z=0.004))
PAPER_IN_BIN = seen("yellow_paper", Pose(x=0.15, y=-0.25, z=0.004))


@pytest.mark.parametrize(
    ("pose", "value", "because"),
    [
        (Pose(x=0.15, y=0.25, z=0.004), Truth.TRUE, "stands in"),
        (Pose(x=0.17, y=0.26, z=0.004, tilt=0.05), Truth.TRUE, "stands in"),
        (Pose(x=0.15, y=0.25, z=0.004, tilt=0.2), Truth.FALSE, "does not stand"),
        (Pose(x=0.15, y=0.25, z=0.004, tilt=1.5), Truth.FALSE, "tilts 86 deg"),
        (Pose(x=0.15 + 0.0430, y=0.25 + 0.0133, z=0.004), Truth.TRUE, "25 mm from"),
        (Pose(x=0.15 + 0.0535, y=0.25 + 0.0165, z=0.004), Truth.FALSE, "stands on a wall"),
        (Pose(x=0.30, y=0.10), Truth.FALSE, "outside of tray"),
        (Pose(x=0.15 + 0.0669, y=0.25 + 0.0207), Truth.UNKNOWN, "on the brim"),
        (Pose(x=0.15, y=0.25, z=0.10), Truth.FALSE, "above tray"),
    ],
)
def test_a_cup_in_the_tray(situation, pose, value, because):
    verdict = judge("inside(red_cup, tray)", situation(seen("red_cup", pose)))
    assert verdict.value is value, verdict.because
    assert because in verdict.because


@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({}, Truth.TRUE),
        ({"grip": Grip.LOADED, "grasp_point": NEAR_BIN}, Truth.UNKNOWN),
        ({"grip": Grip.UNDECIDED, "grasp_point": NEAR_BIN}, Truth.UNKNOWN),
        ({"grip": Grip.OPEN, "grasp_point": NEAR_BIN}, Truth.TRUE),
        ({"grip": Grip.LOADED, "grasp_point": FAR}, Truth.TRUE),
        ({"held": "yellow_paper", "grip": Grip.LOADED}, Truth.FALSE),
        ({"fault": "front camera is black"}, Truth.UNKNOWN),
        ({"without": "bin"}, Truth.UNKNOWN),
        ({"without": "yellow_paper"}, Truth.UNKNOWN),
    ],
)
def test_paper_in_the_bin(situation, changes, value):
    verdict = judge("inside(yellow_paper, bin)", situation(PAPER_IN_BIN, **changes))
    assert verdict.value is value, verdict.because


@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({"grip": Grip.EMPTY}, Truth.FALSE),
        ({"grip": Grip.OPEN}, Truth.FALSE),
        ({"grip": Grip.OPEN, "fault": "front camera is black"}, Truth.FALSE),
        ({"grip": Grip.UNDECIDED}, Truth.UNKNOWN),
        ({"grip": Grip.LOADED}, Truth.UNKNOWN),
        ({"grip": Grip.LOADED, "between": {"red_cup": 0.1}}, Truth.UNKNOWN),
        ({"grip": Grip.LOADED, "held": "red_cup", "between": {"red_cup": 0.8}}, Truth.TRUE),
        ({"grip": Grip.LOADED, "held": "yellow_paper"}, Truth.FALSE),
        ({"grip": Grip.LOADED, "held": "red_cup", "fault": "wrist camera is late"}, Truth.UNKNOWN),
    ],
)
def test_holding_a_cup_that_stands_nowhere(situation, changes, value):
    verdict = judge("holding(red_cup)", situation(**changes))
    assert verdict.value is value, verdict.because
    assert "evidence-j" in verdict.evidence_ids


@pytest.mark.parametrize("grip", [Grip.LOADED, Grip.UNDECIDED])
def test_a_cup_seen_elsewhere_is_not_held(situation, grip):
    cup = seen("red_cup", Pose(x=0.2, y=0.1))
    assert judge("holding(red_cup)", situation(cup, grip=grip)).value is Truth.FALSE
    behind = situation(cup, grip=grip, in_line=frozenset({"red_cup"}))
    assert judge("holding(red_cup)", behind).value is Truth.UNKNOWN


def test_the_rest_pose_is_judged_by_the_joints_alone(situation, arm_model, settings):
    rest = np.array(named_pose(arm_model))
    assert judge("at_rest_pose", situation(fault="front camera is black")).value is Truth.TRUE
    opened = (*rest[:5], rest[5] + 1.0)
    assert judge("at_rest_pose", situation(positions=opened)).value is Truth.TRUE
    for joint in range(5):
        moved = rest.copy()
        moved[joint] += settings.judgement.rest_tolerance * 1.1
        verdict = judge("at_rest_pose", situation(positions=tuple(moved)))
        assert verdict.value is Truth.FALSE
        assert arm_model.joint_names[joint] in verdict.because
        speeds = [0.0] * 6
        speeds[joint] = -0.2
        assert judge("at_rest_pose", situation(velocities=tuple(speeds))).value is Truth.FALSE


@pytest.mark.parametrize(
    ("coverage", "strange", "fault", "value"),
    [
        (0.8, 0, "", Truth.TRUE),
        (0.8, 2, "", Truth.TRUE),
        (0.8, 3, "", Truth.FALSE),
        (0.2, 9, "", Truth.FALSE),
        (0.5, 0, "", Truth.UNKNOWN),
        (0.8, 0, "front camera is late", Truth.UNKNOWN),
    ],
)
def test_a_clear_workspace(situation, coverage, strange, fault, value):
    table = TableReading(coverage, strange, (0.2, 0.1))
    assert judge("workspace_clear", situation(table=table, fault=fault)).value is value


def test_what_has_no_inside_or_is_no_object_is_unknown(situation):
    cup = dataclasses.replace(CUP_IN_TRAY)
    assert (
        judge("inside(yellow_paper, red_cup)", situation(cup, PAPER_IN_BIN)).value is Truth.UNKNOWN
    )
    assert judge("holding(red_elephant)", situation(cup)).value is Truth.UNKNOWN


@pytest.mark.parametrize(
    ("pose", "changes", "value"),
    [
        (Pose(x=0.25, y=0.0), {}, Truth.TRUE),
        (Pose(x=0.15, y=0.25, z=0.004), {}, Truth.FALSE),
        (Pose(x=0.25, y=0.0, z=0.1), {}, Truth.FALSE),
        (Pose(x=0.25, y=0.0), {"held": "red_cup", "grip": Grip.LOADED}, Truth.FALSE),
        (Pose(x=0.25, y=0.0), {"fault": "front camera is late"}, Truth.UNKNOWN),
        (Pose(x=0.25, y=0.0), {"without": "red_cup"}, Truth.UNKNOWN),
    ],
)
def test_on_the_table(situation, pose, changes, value):
    verdict = judge("on_table(red_cup)", situation(seen("red_cup", pose), **changes))
    assert verdict.value is value, verdict.because


def test_a_still_arm_and_an_observed_scene(situation):
    assert judge("arm_still", situation()).value is Truth.TRUE
    assert judge("arm_still", situation(velocities=(0, 0, 0.1, 0, 0, 0))).value is Truth.FALSE
    assert judge("scene_observed", situation()).value is Truth.TRUE
    assert judge("scene_observed", situation(fault="front camera is late")).value is Truth.FALSE
