"""Pictures for reports. Covers issue 2 point 8."""

from __future__ import annotations

import numpy as np
import pytest

from ros_nodes.perception.annotation import annotate, corners
from ros_nodes.perception.camera_geometry import View


def test_a_picture_shows_every_object_where_it_is(desk_of, arm_model):
    desk = desk_of(3)
    look, frames = desk.look(), desk.frames()
    before = frames[0].image.copy()
    picture = annotate(look, frames[0])
    assert picture.shape == before.shape
    assert picture.dtype == np.uint8
    assert np.array_equal(frames[0].image, before)
    poses = arm_model.link_poses(desk.world.arm.read().positions)
    view = View.of(frames[0], poses[frames[0].mount])
    for found in look.objects:
        pixels, _ = view.project(corners(found))
        u, v = np.rint(pixels[0]).astype(int)
        assert (picture[v, u] > 200).all()


def test_a_camera_on_the_arm_needs_its_mount(desk_of, arm_model):
    desk = desk_of(3)
    look, wrist = desk.look(), desk.frames()[1]
    with pytest.raises(ValueError, match="give that link's pose"):
        annotate(look, wrist)
    poses = arm_model.link_poses(desk.world.arm.read().positions)
    assert annotate(look, wrist, poses[wrist.mount]).shape == wrist.image.shape


def test_corners_of_a_lying_box_rest_on_its_height(desk_of):
    desk = desk_of(1)
    radius = desk.world.scene.object("red_cup").size.x / 2
    cup = desk.truth.object("red_cup").pose
    desk.put("red_cup", cup.x, cup.y, radius, tilt=np.pi / 2, settle=0.2)
    found = desk.look().find("red_cup")
    assert corners(found)[:, 2].min() == pytest.approx(found.pose.z)
