"""`inside` against the world's truth, and `holding` after a real grasp. Covers issue 2.3, 2.4."""

from __future__ import annotations

import pytest

from xlerobot_agent.contracts.evidence import EvidenceKind
from xlerobot_agent.contracts.predicates import Truth


@pytest.mark.parametrize("seed", [0, 7, 11])
def test_a_cup_that_stands_in_the_tray_is_inside(desk_of, random, seed):
    desk = desk_of(seed)
    for _ in range(3):
        x, y = desk.inside("tray", *random.uniform(-0.5, 0.5, 2))
        desk.put("red_cup", x, y, 0.005, settle=0.3)
        look = desk.look()
        assert desk.truth.inside("red_cup", "tray")
        said = desk.says(look, "inside(red_cup, tray)")
        assert said.value is Truth.TRUE, said.because
        assert said.confidence > 0.7
        assert look.find("red_cup").pose.z == pytest.approx(0.004)
        assert desk.error(look, "red_cup") < 0.005
        assert desk.says(look, "inside(red_cup, bin)").value is Truth.FALSE


@pytest.mark.parametrize("seed", [0, 7, 11])
def test_paper_in_the_bin_is_inside_or_out_of_sight(desk_of, random, seed):
    desk = desk_of(seed)
    values = []
    for _ in range(4):
        x, y = desk.inside("bin", *random.uniform(-0.4, 0.4, 2))
        desk.put("yellow_paper", x, y, 0.03, settle=0.6)
        assert desk.truth.inside("yellow_paper", "bin")
        look = desk.look()
        said = desk.says(look, "inside(yellow_paper, bin)")
        values.append(said.value)
        if said.value is Truth.UNKNOWN:
            assert look.find("yellow_paper") is None
    assert Truth.FALSE not in values
    assert Truth.TRUE in values


def test_paper_beside_behind_and_before_the_bin_is_not_inside(desk_of):
    desk = desk_of(7)
    for along, across in ((-1.8, 0.0), (1.8, 0.0), (0.0, 1.8), (0.0, -1.8)):
        x, y = desk.inside("bin", along, across)
        desk.put("yellow_paper", x, y, 0.001, settle=0.3)
        assert not desk.truth.inside("yellow_paper", "bin")
        said = desk.says(desk.look(), "inside(yellow_paper, bin)")
        assert said.value is not Truth.TRUE, said.because


@pytest.mark.parametrize(
    ("name", "other", "height", "seed"),
    [("red_cup", "yellow_paper", 0.045, 5), ("yellow_paper", "red_cup", 0.02, 7)],
)
def test_what_the_gripper_lifted_is_held_and_stands_nowhere(desk_of, name, other, height, seed):
    desk = desk_of(seed)
    before = desk.look().find(name)
    desk.grasp(name, height)
    assert desk.truth.held() == name
    look = desk.look()
    said = desk.says(look, f"holding({name})")
    assert said.value is Truth.TRUE, said.because
    kinds = {e.kind for e in look.evidence if e.evidence_id in said.evidence_ids}
    assert kinds == {EvidenceKind.CONTACT, EvidenceKind.GEOMETRIC_VISION}
    assert desk.says(look, f"holding({other})").value is Truth.FALSE
    found = look.find(name)
    assert found.pose.z > 0.05
    assert desk.error(look, name) < 0.03
    assert found.version == before.version + 1
    for receptacle in ("tray", "bin"):
        assert desk.says(look, f"inside({name}, {receptacle})").value is Truth.FALSE


def test_a_thing_taken_out_of_the_gripper_is_not_held(desk_of):
    desk = desk_of(7)
    desk.grasp("yellow_paper", 0.02)
    desk.remove("yellow_paper")
    joints = (*desk.world.arm.read().positions[:5], -0.1)
    desk.move(joints, 0.5)
    said = desk.says(desk.look(), "holding(yellow_paper)")
    assert said.value is Truth.FALSE
    assert "closed on nothing" in said.because


def test_an_open_gripper_over_the_bin_does_not_cast_doubt(desk_of):
    desk = desk_of(7)
    x, y = desk.inside("bin", 0.0, 0.0)
    desk.put("yellow_paper", x, y, 0.03, settle=0.6)
    said = desk.says(desk.look(), "inside(yellow_paper, bin)")
    assert said.value is Truth.TRUE, said.because
