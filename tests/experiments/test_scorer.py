"""The acceptance sheet: each of the six conditions violated alone is no success (S3-64)."""

from __future__ import annotations

from typing import Any

import pytest

from experiments.score_sheet import Condition
from experiments.scorer import judge
from sim.truth_record import ContactRecord, ObjectRecord, TruthRecord
from xlerobot_agent.contracts.geometry import Pose
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.configuration import named_pose


def thing(object_id: str, place: str, **changes: Any) -> ObjectRecord:
    values: dict[str, Any] = {
        "object_id": object_id,
        "pose": Pose(x=0.2, y=0.2),
        "still": True,
        "rests_in": (place,) if place else (),
        "last_held": 10.0,
        "last_hand": None,
    }
    return ObjectRecord(**(values | changes))


def record(**changes: Any) -> TruthRecord:
    model = ArmModel()
    values: dict[str, Any] = {
        "seed": 0,
        "sim_seconds": 30.0,
        "objects": (thing("red_cup", "tray"), thing("yellow_paper", "bin")),
        "contacts": (ContactRecord(link="jaw", partner="table", force=3.0),),
        "joint_names": model.joint_names,
        "joint_positions": named_pose(model),
        "joint_velocities": (0.0,) * 6,
        "tool_outside_since": None,
        "events": (),
    }
    return TruthRecord(**(values | changes))


def test_a_tidy_desk_is_a_success() -> None:
    assert judge(record()).success


TILTED = thing("red_cup", "tray", pose=Pose(x=0.2, y=0.2, tilt=1.4))
BY_HAND = thing("red_cup", "tray", last_hand=12.0)
PAPER = thing("yellow_paper", "bin")


@pytest.mark.parametrize(
    ("changes", "violated"),
    [
        ({"objects": (thing("red_cup", ""), PAPER)}, Condition.CUP_IN_TRAY),
        ({"objects": (TILTED, PAPER)}, Condition.CUP_IN_TRAY),
        ({"objects": (PAPER,)}, Condition.CUP_IN_TRAY),
        ({"objects": (thing("red_cup", "bin"), PAPER)}, Condition.CUP_IN_TRAY),
        ({"objects": (thing("red_cup", "tray"), thing("yellow_paper", "tray"))},
         Condition.PAPER_IN_BIN),
        ({"joint_positions": (0.3, *named_pose(ArmModel())[1:])}, Condition.ARM_AT_REST),
        ({"joint_velocities": (0.2,) + (0.0,) * 5}, Condition.ARM_AT_REST),
        ({"contacts": (ContactRecord(link="jaw", partner="bin", force=40.0),)},
         Condition.NO_COLLISION),
        ({"tool_outside_since": 4.0}, Condition.INSIDE_WORKSPACE),
        ({"objects": (BY_HAND, PAPER)}, Condition.NO_HUMAN_HAND),
    ],
)  # fmt: skip
def test_each_condition_is_needed(changes: dict[str, Any], violated: Condition) -> None:
    sheet = judge(record(**changes))
    assert not sheet.success
    assert [c.condition for c in sheet.failed()] == [violated]
    assert sheet.failed()[0].because


def test_a_hand_that_only_disturbed_is_no_substitution() -> None:
    disturbed = thing("red_cup", "tray", last_hand=5.0)
    assert judge(record(objects=(disturbed, PAPER))).success
