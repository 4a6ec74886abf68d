"""Whole looks at rendered desks: places, evidence, versions. Covers issue 2 point 3, B.7."""

from __future__ import annotations

import dataclasses
import hashlib
import math

import numpy as np
import pytest

from ros_nodes.perception.evidence import JOINTS
from xlerobot_agent.contracts.evidence import EvidenceKind
from xlerobot_agent.contracts.predicates import Predicate, Truth

SEEDS = range(2000, 2012)


def test_places_are_within_the_limits(desk_of):
    """Median at most 5 mm, 95th percentile at most 12 mm; every object found, standing."""
    errors, turns = [], []
    for seed in SEEDS:
        desk = desk_of(seed)
        look = desk.look()
        assert look.fault == ""
        assert {o.object_id for o in look.objects} == {"red_cup", "yellow_paper", "tray", "bin"}
        for found in look.objects:
            errors.append(desk.error(look, found.object_id))
            assert found.pose.tilt == 0.0
            assert found.confidence > 0.7
            true = desk.world.scene.object(found.object_id).size
            assert found.size.x == pytest.approx(true.x, rel=0.13)
        for name in ("tray", "bin"):
            found, true = look.find(name), desk.truth.object(name).pose
            turns.append(abs(math.remainder(found.pose.yaw - true.yaw, math.pi / 2)))
    assert np.median(errors) <= 0.005
    assert np.percentile(errors, 95) <= 0.012
    assert max(turns) < math.radians(1.5)


def test_evidence_is_the_hash_of_the_bytes(desk_of):
    desk = desk_of(3)
    frames, arm, now = desk.frames(), desk.world.arm.read(), desk.world.now
    look = desk.pipeline.process(frames, arm, now + 0.02)
    by_sensor = {e.sensor: e for e in look.evidence}
    front = by_sensor["front"]
    assert front.sha256 == hashlib.sha256(frames[0].image.tobytes()).hexdigest()
    assert front.kind is EvidenceKind.GEOMETRIC_VISION
    assert (front.t_capture, front.t_received) == (now, now + 0.02)
    assert front.calibration_id == frames[0].calibration_id
    assert by_sensor[JOINTS].kind is EvidenceKind.CONTACT
    ids = {e.evidence_id for e in look.evidence}
    assert len(ids) == len(look.evidence)
    for found in look.objects:
        assert set(found.evidence_ids) <= ids
    for verdict in look.predicates:
        assert set(verdict.evidence_ids) <= ids
        assert verdict.because
        assert verdict.value is Truth.UNKNOWN or verdict.evidence_ids


def test_the_same_bytes_give_the_same_observation(desk_of):
    first, second = desk_of(4), desk_of(4)
    assert first.look() == second.look()


def test_versions_rise_when_a_thing_was_moved(desk_of):
    desk = desk_of(5)
    cup = desk.truth.object("red_cup").pose
    assert [desk.look().find("red_cup").version for _ in range(3)] == [1, 1, 1]
    desk.put("red_cup", cup.x, cup.y + 0.03)
    moved = desk.look()
    assert moved.find("red_cup").version == 2
    assert moved.find("yellow_paper").version == 1
    desk.remove("red_cup")
    assert desk.look().find("red_cup") is None
    desk.put("red_cup", cup.x, cup.y + 0.03)
    assert desk.look().find("red_cup").version == 2


def test_sequence_and_stamp(desk_of):
    desk = desk_of(5)
    first, second = desk.look(), desk.look()
    assert second.sequence == first.sequence + 1
    assert second.stamp == desk.world.now
    assert second.observation_id != first.observation_id


def test_a_moving_arm_is_said_to_move_and_the_desk_is_still_seen(desk_of):
    desk = desk_of(6)
    still = desk.world.arm.read()
    moving = dataclasses.replace(still, velocities=(0.4, *still.velocities[1:]))
    look = desk.look(moving)
    assert look.arm_moving
    assert len(look.objects) == 4
    assert not desk.look(still).arm_moving


def test_predicates_can_be_added_and_unknown_things_stay_unknown(desk_of):
    desk = desk_of(6)
    elephant = Predicate(name="inside", args=("red_elephant", "tray"))
    desk.pipeline.expect(elephant)
    desk.pipeline.expect(elephant)
    look = desk.look()
    assert [v.predicate for v in look.predicates].count(elephant) == 1
    assert look.verdict(elephant).value is Truth.UNKNOWN
    assert "no red_elephant" in look.verdict(elephant).because


def test_default_predicates(desk_of):
    names = {str(v.predicate) for v in desk_of(6).look().predicates}
    assert names == {
        "inside(red_cup, tray)",
        "inside(red_cup, bin)",
        "inside(yellow_paper, tray)",
        "inside(yellow_paper, bin)",
        "holding(red_cup)",
        "holding(yellow_paper)",
        "at_rest_pose",
        "workspace_clear",
    }
