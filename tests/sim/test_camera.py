"""Cameras tell the truth about where they are: a known point appears where the calibration says.

Covers issue 2 point 2 (two cameras, 640×480) and architecture "Ports" (CameraPort, optical frames).
"""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest

from sim.world import SimWorld
from xlerobot_agent.contracts.arm import SetPoint
from xlerobot_agent.contracts.camera import Frame
from xlerobot_agent.robot_model.arm_model import ArmModel

ARM = ArmModel()
MAGENTA = np.array([1.0, 0.0, 1.0, 1.0])


def project(frame: Frame, world: SimWorld, point: np.ndarray) -> np.ndarray:
    """Pixel of a point in ``base_link``, by the frame's own calibration and pinocchio's mount."""
    mount = ARM.frame_pose(world.arm.read().positions, frame.mount)
    local = np.linalg.inv(mount @ frame.extrinsics) @ np.append(point, 1.0)
    pixel = frame.intrinsics.matrix() @ local[:3]
    return pixel[:2] / pixel[2]


def blob_centre(image: np.ndarray) -> np.ndarray:
    """Centre of the magenta pixels, in OpenCV's pixel convention."""
    red, green, blue = (image[..., i].astype(int) for i in range(3))
    rows, columns = np.nonzero((red > 80) & (blue > 80) & (green < 60))
    assert len(rows) > 4, "no magenta in the picture"
    return np.array([columns.mean(), rows.mean()])


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_front_camera_projects_within_a_pixel(desk, seed: int) -> None:
    """A small ball anywhere over the table is seen within 0.7 px of its projection."""
    world = desk(seed)
    ball = _ball(world)
    random = np.random.default_rng(seed)
    for _ in range(5):
        point = np.array(
            [random.uniform(0.15, 0.35), random.uniform(-0.25, 0.25), random.uniform(0.12, 0.2)]
        )
        _put(world, ball, point)
        frame = world.cameras["front"].read()
        assert frame is not None
        assert frame.image.shape == (480, 640, 3)
        assert blob_centre(frame.image) == pytest.approx(project(frame, world, point), abs=0.7)


def test_wrist_camera_projects_within_a_pixel(desk) -> None:
    """The same from the hand, wherever the arm is: the mount moves, the extrinsics do not."""
    world = desk(1)
    ball = _ball(world)
    for joints in ((0.0, -0.6, 0.6, 0.8, -1.5, 1.0), (0.4, -0.4, 0.4, 0.6, 0.3, 1.2)):
        world.arm.place(joints)
        mujoco.mj_forward(world.model, world.data)
        tool = ARM.frame_pose(world.arm.read().positions)
        point = tool[:3, 3] + 0.02 * tool[:3, 2]
        _put(world, ball, point)
        frame = world.cameras["wrist"].read()
        assert frame is not None
        assert frame.mount == "gripper_link"
        assert blob_centre(frame.image) == pytest.approx(project(frame, world, point), abs=0.7)


def _ball(world: SimWorld) -> int:
    """A drawn facet mesh of the paper is turned into a magenta marker by its colour alone."""
    body = world.model.body("yellow_paper").id
    geoms = np.flatnonzero(world.model.geom_bodyid == body)
    drawn = [g for g in geoms if world.model.geom_contype[g] == 0]
    world.model.geom_rgba[drawn[0]] = MAGENTA
    mesh = world.model.geom_dataid[drawn[0]]
    start, count = world.model.mesh_vertadr[mesh], world.model.mesh_vertnum[mesh]
    world.model.mesh_vert[start : start + count] *= 0.25
    return int(drawn[0])


def _put(world: SimWorld, geom: int, point: np.ndarray) -> None:
    mujoco.mj_kinematics(world.model, world.data)
    joint = world.model.joint("yellow_paper").qposadr[0]
    world.data.qpos[joint : joint + 3] += point - world.data.geom_xpos[geom]


def test_frames_count_and_carry_the_time(desk) -> None:
    """Sequence rises by one, the stamp is the simulated time, arrays are read-only."""
    world = desk(0)
    first = world.cameras["front"].read()
    world.advance(0.5)
    second = world.cameras["front"].read()
    assert (first.sequence, second.sequence) == (1, 2)
    assert second.stamp == pytest.approx(0.5)
    with pytest.raises(ValueError, match="read-only"):
        second.image[0, 0, 0] = 1


def test_same_scene_same_pixels(desk) -> None:
    """Two worlds of one seed draw the same bytes."""
    one, other = (desk(5).cameras["front"].read() for _ in range(2))
    assert one.image.tobytes() == other.image.tobytes()


def test_every_object_is_in_the_front_view(desk) -> None:
    """The whole of each object lies inside the front picture at the start, over 30 seeds."""
    for seed in range(30):
        world = desk(seed)
        frame = world.cameras["front"].read()
        for placement in world.scene.objects:
            reach = math.hypot(placement.size.x, placement.size.y) / 2.0
            for i in range(8):
                x = placement.pose.x + reach * math.cos(i * math.pi / 4)
                y = placement.pose.y + reach * math.sin(i * math.pi / 4)
                for z in (0.0, placement.size.z):
                    u, v = project(frame, world, np.array([x, y, z]))
                    assert 0 <= u < 640, (seed, placement.object_id)
                    assert 0 <= v < 480, (seed, placement.object_id)


def test_arm_at_rest_hides_no_object(desk) -> None:
    """Drawing the desk without the arm changes no pixel of an object's colour."""
    for seed in range(10):
        world = desk(seed)
        with_arm = world.cameras["front"].read().image
        root = world.model.body("base_link").id
        arm = np.isin(world.model.geom_bodyid, np.flatnonzero(world.model.body_rootid == root))
        world.model.geom_rgba[arm, 3] = 0.0
        without = world.cameras["front"].read().image
        changed = (with_arm != without).any(axis=2)
        saturation = without.max(axis=2).astype(int) - without.min(axis=2)
        assert not (changed & (saturation > 90)).any(), seed


def test_set_points_move_the_wrist_picture(desk) -> None:
    """The wrist camera travels with the hand."""
    world = desk(0)
    before = world.cameras["wrist"].read().image
    world.arm.write(SetPoint((0.0, 0.2, 0.2, 0.9, -1.5, 1.0)))
    world.advance(1.5)
    assert (world.cameras["wrist"].read().image != before).mean() > 0.2
