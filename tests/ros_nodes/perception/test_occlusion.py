"""What is hidden or gone is never reported as seen. Covers S1-26, B.7 (absence needs coverage)."""

from __future__ import annotations

import dataclasses

import cv2
import numpy as np
import pytest

from ros_nodes.perception.camera_geometry import View
from sim.faults import FaultSettings
from sim.scene_sampler import sample
from sim.world import SimWorld
from xlerobot_agent.contracts.camera import Frame
from xlerobot_agent.contracts.predicates import Truth


def covered(frame: Frame, corner: tuple[int, int], size: tuple[int, int], grey: int) -> Frame:
    """The frame with a sheet before a part of it."""
    image = frame.image.copy()
    left, top = corner
    image[top : top + size[1], left : left + size[0]] = grey
    return dataclasses.replace(frame, image=image)


def test_a_removed_thing_is_not_seen_and_predicates_stay_open(desk_of):
    desk = desk_of(3)
    assert desk.look().find("yellow_paper") is not None
    desk.remove("yellow_paper")
    look = desk.look()
    assert look.find("yellow_paper") is None
    assert desk.says(look, "inside(yellow_paper, bin)").value is Truth.UNKNOWN
    assert "yellow_paper was not seen" in desk.says(look, "inside(yellow_paper, bin)").because


def test_the_arm_over_a_thing_hides_it(desk_of, arm_model):
    """Wherever the arm passes: what is reported is right, what is hidden is not reported."""
    desk = desk_of(8)
    cup = desk.truth.object("red_cup").pose
    hidden = 0
    for pan in np.arange(-1.2, 1.21, 0.15):
        desk.arm(float(pan), 0.1, -0.1, 0.9, 0.0, 0.0)
        look = desk.look()
        assert look.fault == ""
        found = look.find("red_cup")
        if found is None:
            hidden += 1
            assert desk.says(look, "inside(red_cup, tray)").value is Truth.UNKNOWN
            assert look.seen.fraction(cup.x, cup.y, 0.03) < 1.0
        else:
            assert desk.error(look, "red_cup") < 0.01
            assert found.pose.tilt < 0.12
    assert hidden < 8


def test_a_sheet_over_a_thing_hides_it_and_is_a_stranger(desk_of, arm_model):
    desk = desk_of(3)
    frames = desk.frames()
    poses = arm_model.link_poses(desk.world.arm.read().positions)
    view = View.of(frames[0], poses[frames[0].mount])
    cup = desk.truth.object("red_cup").pose
    pixel, _ = view.project(np.array([cup.x, cup.y, 0.04]))
    u, v = (int(value) for value in pixel)
    frames[0] = covered(frames[0], (u - 60, v - 60), (120, 120), 70)
    look = desk.pipeline.process(frames, desk.world.arm.read(), desk.world.now)
    assert look.find("red_cup") is None
    assert desk.says(look, "workspace_clear").value is Truth.FALSE
    assert desk.says(look, "inside(red_cup, tray)").value is Truth.UNKNOWN
    assert look.seen.fraction(cup.x, cup.y, 0.03) == 0.0


def test_half_a_thing_is_measured_or_left_out_but_never_misplaced(desk_of):
    desk = desk_of(3)
    frames = desk.frames()
    whole = desk.pipeline.process(frames, desk.world.arm.read(), desk.world.now)
    assert whole.find("red_cup") is not None
    hsv = cv2.cvtColor(frames[0].image, cv2.COLOR_RGB2HSV)
    red = (hsv[..., 1] > 150) & ((hsv[..., 0] > 170) | (hsv[..., 0] < 8))
    rows, columns = np.nonzero(red)
    seen = []
    for share in (0.15, 0.3, 0.5, 0.7, 0.85):
        cut = int(columns.min() + share * (columns.max() - columns.min()))
        left = columns.min() - 30
        sheet = covered(frames[0], (left, rows.min() - 10), (cut - left, 120), 90)
        look = desk.pipeline.process([sheet, frames[1]], desk.world.arm.read(), desk.world.now)
        found = look.find("red_cup")
        seen.append(found is not None)
        if found is not None:
            assert found.visibility < 1.0
    assert not seen[-1]


def test_a_covered_camera_is_a_fault_and_nothing_is_known(desk_of):
    desk = desk_of(3)
    frames = desk.frames()
    sheet = covered(frames[0], (0, 0), (640, 480), 90)
    look = desk.pipeline.process([sheet, frames[1]], desk.world.arm.read(), desk.world.now)
    assert "front camera is covered" in look.fault
    assert look.find("red_cup") is None or look.find("red_cup").camera == "wrist"
    for name in ("inside(red_cup, tray)", "workspace_clear"):
        assert desk.says(look, name).value is Truth.UNKNOWN
        assert "covered" in desk.says(look, name).because
    assert desk.says(look, "at_rest_pose").value is Truth.TRUE


@pytest.mark.parametrize("share", [0.65, 0.85, 1.0])
def test_a_sheet_over_most_of_the_lens_is_a_fault(desk_of, catalogue, share):
    """The sheet is not taken for the table: where the arm must show, it does not."""
    fault = {"camera_occluded": {"start": 0.1, "duration": 9.0, "covered": share}}
    world = SimWorld(sample(3, catalogue), catalogue, faults=FaultSettings(active=fault), seed=1)
    world.advance(0.3)
    desk = desk_of(3)
    frames = [camera.read() for camera in world.cameras.values()]
    look = desk.pipeline.process(frames, world.arm.read(), world.now)
    world.close()
    assert "front camera is covered" in look.fault
    assert desk.says(look, "inside(red_cup, tray)").value is Truth.UNKNOWN


def test_a_frozen_camera_is_noticed_when_the_arm_moves(desk_of):
    desk = desk_of(3)
    old = desk.frames()[0]
    assert desk.pipeline.process([old, desk.frames()[1]], desk.world.arm.read(), 0.3).fault == ""
    desk.world.advance(0.1)
    desk.arm(0.8, -0.2, 0.2, 0.6, 0.0, 0.0)
    again = dataclasses.replace(old, sequence=old.sequence + 1, stamp=desk.world.now)
    look = desk.pipeline.process([again, desk.frames()[1]], desk.world.arm.read(), desk.world.now)
    assert "frozen" in look.fault
    assert desk.says(look, "inside(red_cup, tray)").value is Truth.UNKNOWN


def test_a_camera_that_never_delivers_is_named(desk_of):
    desk = desk_of(3)
    frames = desk.frames()
    look = desk.pipeline.process([None, frames[1]], desk.world.arm.read(), desk.world.now)
    assert "front camera delivered no frame" in look.fault
    nothing = desk_of(3)
    look = nothing.pipeline.process([], nothing.world.arm.read(), nothing.world.now)
    assert look.objects == ()
    assert look.seen.coverage() == 0.0


def test_a_bridged_frame_is_read_with_the_arm_as_it_was(desk_of):
    """Else the arm's old picture would lie on the table as a stranger."""
    desk = desk_of(3)
    desk.arm(0.6, 0.0, 0.0, 0.9, 0.0, 0.0)
    desk.look()
    desk.world.advance(0.1)
    desk.arm(-0.6, 0.0, 0.0, 0.9, 0.0, 0.0)
    look = desk.pipeline.process([None, None], desk.world.arm.read(), desk.world.now)
    assert look.fault == ""
    assert look.stamp < desk.world.now
    assert desk.says(look, "workspace_clear").value is not Truth.FALSE
