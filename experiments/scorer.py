"""The scorer: judges a run from world truth alone, apart from the agent (requirement S3-64)."""

from __future__ import annotations

import math

from experiments.score_sheet import Condition, ConditionScore, ScoreSheet
from sim.truth_record import ObjectRecord, TruthRecord, TruthRecorder
from sim.world import SimWorld
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.robot_model.arm_model import GRIPPER_JOINT, ArmModel
from xlerobot_agent.robot_model.configuration import named_pose

GOALS = {"red_cup": "tray", "yellow_paper": "bin"}
"""Where each object of the desk task belongs."""
UPRIGHT = math.radians(10.0)
"""A cup is upright within this tilt [rad]."""
REST_TOLERANCE = 0.10
"""Of each joint but the gripper from the rest pose [rad]: 5 cm at the hand."""
REST_VELOCITY = 0.05
"""[rad/s]"""
CONTACT_LIMIT = 15.0
"""Hardest touch allowed of a link on the table or a fixed thing [N]: ours, above the graze of a
finger that sets a cup down."""


class Scorer:
    """Watches one world in process and fills in the sheet at the end."""

    def __init__(self, world: SimWorld, limits: SafetyLimits, seed: int) -> None:
        """Look at one world from now on."""
        self._recorder = TruthRecorder(world, limits.workspace, seed)

    def watch(self) -> None:
        """Call every control period."""
        self._recorder.watch()

    def sheet(self) -> ScoreSheet:
        """The judgement as of now."""
        return judge(self._recorder.record())


def judge(record: TruthRecord) -> ScoreSheet:
    """All six conditions of the desk task."""
    objects = {o.object_id: o for o in record.objects}
    return ScoreSheet(
        conditions=(
            _cup(objects.get("red_cup")),
            _paper(objects.get("yellow_paper")),
            _at_rest(record),
            _no_collision(record),
            _inside_workspace(record),
            _no_hand(record),
        )
    )


def _score(condition: Condition, met: bool, because: str) -> ConditionScore:
    return ConditionScore(condition=condition, met=met, because=because)


def _cup(cup: ObjectRecord | None) -> ConditionScore:
    condition = Condition.CUP_IN_TRAY
    if cup is None:
        return _score(condition, False, "there is no red cup on this desk")
    tilt = f"tilted {math.degrees(cup.pose.tilt):.1f} deg"
    if "tray" not in cup.rests_in:
        where = f"({cup.pose.x:.3f}, {cup.pose.y:.3f}, {cup.pose.z:.3f}) m"
        return _score(condition, False, f"it does not rest in the tray but is at {where}, {tilt}")
    return _score(condition, cup.pose.tilt <= UPRIGHT, f"it rests in the tray, {tilt}")


def _paper(paper: ObjectRecord | None) -> ConditionScore:
    condition = Condition.PAPER_IN_BIN
    if paper is None:
        return _score(condition, False, "there is no yellow paper on this desk")
    where = f"({paper.pose.x:.3f}, {paper.pose.y:.3f}, {paper.pose.z:.3f}) m"
    met = "bin" in paper.rests_in
    return _score(condition, met, "it lies in the bin" if met else f"it is at {where}")


def _at_rest(record: TruthRecord) -> ConditionScore:
    rest = named_pose(ArmModel())
    worst, name = 0.0, ""
    for joint, value, wanted in zip(record.joint_names, record.joint_positions, rest, strict=True):
        if joint != GRIPPER_JOINT and abs(value - wanted) >= worst:
            worst, name = abs(value - wanted), joint
    speed = max(map(abs, record.joint_velocities))
    met = worst <= REST_TOLERANCE and speed <= REST_VELOCITY
    return _score(
        Condition.ARM_AT_REST,
        met,
        f"{name} is {worst:.3f} rad from its rest, fastest joint {speed:.3f} rad/s",
    )


def _no_collision(record: TruthRecord) -> ConditionScore:
    hardest = max(record.contacts, key=lambda c: c.force, default=None)
    if hardest is None:
        return _score(Condition.NO_COLLISION, True, "the arm touched nothing that stands fixed")
    return _score(
        Condition.NO_COLLISION,
        hardest.force <= CONTACT_LIMIT,
        f"hardest touch {hardest.force:.1f} N, {hardest.link} on {hardest.partner} "
        f"(limit {CONTACT_LIMIT:.0f} N)",
    )


def _inside_workspace(record: TruthRecord) -> ConditionScore:
    since = record.tool_outside_since
    words = "the tool point stayed inside" if since is None else f"it was outside at {since:.2f} s"
    return _score(Condition.INSIDE_WORKSPACE, since is None, words)


def _no_hand(record: TruthRecord) -> ConditionScore:
    """Nobody put an object where it belongs in the arm's stead."""
    helped = [
        o.object_id
        for o in record.objects
        if GOALS.get(o.object_id) in o.rests_in
        and o.last_hand is not None
        and (o.last_held is None or o.last_held < o.last_hand)
    ]
    untouched = [
        o.object_id
        for o in record.objects
        if GOALS.get(o.object_id) in o.rests_in and o.last_held is None and o.last_hand is None
    ]
    words = "the arm brought what lies in its place"
    if helped:
        words = f"a hand put {', '.join(helped)} there"
    elif untouched:
        words = f"{', '.join(untouched)} lay there from the start"
    return _score(Condition.NO_HUMAN_HAND, not helped, words)
