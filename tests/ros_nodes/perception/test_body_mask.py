"""The arm's own picture covers the arm. What is occluded is known to be."""

from __future__ import annotations

import numpy as np
import pytest

from ros_nodes.perception.body_mask import BodyMask
from ros_nodes.perception.camera_geometry import View

POSES = [
    (0.0, -0.2, 0.3, 0.8, 0.0, 0.5),
    (0.6, 0.3, -0.4, 1.0, -1.5, 1.2),
    (-0.7, -0.4, 0.6, 0.4, 1.5, 0.0),
]


@pytest.mark.parametrize("joints", POSES)
def test_every_pixel_that_the_arm_changes_is_in_a_mask(desk_of, settings, arm_model, joints):
    desk = desk_of(3)
    body = BodyMask(arm_model, settings.fit.body_margin)
    before, away = desk.frames()[0], desk.world.arm.read().positions
    desk.arm(*joints)
    after = desk.frames()[0]
    assert before is not None
    assert after is not None
    changed = np.abs(before.image.astype(int) - after.image).max(axis=2) > 12
    mask = np.zeros_like(changed)
    for posture in (away, joints):
        poses = arm_model.link_poses(posture)
        mask |= body.draw(View.of(after, poses[after.mount]), poses) > 0
    assert changed.sum() > 2000
    assert (changed & ~mask).sum() <= 0.002 * changed.sum()
    assert mask.sum() < 2.5 * changed.sum()


def test_shapes_around_the_wrist_camera_do_not_blind_it(desk_of, settings, arm_model):
    desk = desk_of(3)
    wrist = desk.frames()[1]
    assert wrist is not None
    poses = arm_model.link_poses(desk.world.arm.read().positions)
    body = BodyMask(arm_model, settings.fit.body_margin)
    mask = body.draw(View.of(wrist, poses[wrist.mount]), poses)
    assert 0.05 < (mask > 0).mean() < 0.5
