"""Scenes differ by seed, inside what the arm can reach, and are the same for the same seed.

Covers issue 2 point 2 (positions, yaw, sizes, light, colours, camera).
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from sim.reach import pan_axis
from sim.scene import DeskScene, ObjectPlacement
from sim.scene_sampler import CrowdedDeskError, sample
from sim.variation import Interval, Variation
from xlerobot_agent.contracts.catalogue import Affordance, ObjectCatalogue
from xlerobot_agent.robot_model.arm_solution import ArmSolution
from xlerobot_agent.robot_model.inverse_kinematics import InverseKinematics

SEEDS = range(200)
ROLLS = (math.pi / 2, -math.pi / 2)


@pytest.fixture(scope="module")
def scenes(catalogue: ObjectCatalogue) -> list[DeskScene]:
    return [sample(seed, catalogue) for seed in SEEDS]


def test_same_seed_same_scene(catalogue: ObjectCatalogue, scenes: list[DeskScene]) -> None:
    """The scene follows from the seed alone."""
    assert sample(7, catalogue).model_dump_json() == scenes[7].model_dump_json()


def test_seeds_differ(scenes: list[DeskScene]) -> None:
    """No two scenes are alike."""
    assert len({s.model_dump_json(exclude={"seed"}) for s in scenes}) == len(scenes)


def test_scene_survives_json(scenes: list[DeskScene]) -> None:
    """A scene can be recorded and built again."""
    assert DeskScene.model_validate_json(scenes[0].model_dump_json()) == scenes[0]


def test_sizes_within_tolerance(catalogue: ObjectCatalogue, scenes: list[DeskScene]) -> None:
    """Sizes vary by at most 10 % and use most of that range."""
    ratios = [
        getattr(p.size, axis) / getattr(catalogue[p.object_id].size, axis)
        for scene in scenes
        for p in scene.objects
        for axis in "xyz"
    ]
    assert min(ratios) >= 0.9 - 1e-12
    assert max(ratios) <= 1.1 + 1e-12
    assert max(ratios) - min(ratios) > 0.19


def corners(placement: ObjectPlacement) -> np.ndarray:
    half = np.array([placement.size.x, placement.size.y]) / 2.0
    signs = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    c, s = math.cos(placement.pose.yaw), math.sin(placement.pose.yaw)
    turned = (signs * half) @ np.array([[c, s], [-s, c]])
    return np.add(turned, (placement.pose.x, placement.pose.y)).astype(np.float32)


def gap(one: ObjectPlacement, other: ObjectPlacement, pickables: set[str]) -> float:
    """Distance between two footprints: circles for pickables, rectangles for receptacles."""
    first, second = one, other
    if first.object_id not in pickables:
        first, second = second, first
    centre = (first.pose.x, first.pose.y)
    if first.object_id not in pickables:
        overlap, _ = cv2.intersectConvexConvex(corners(first), corners(second))
        distances = [
            -cv2.pointPolygonTest(corners(a), tuple(map(float, p)), True)
            for a, b in ((first, second), (second, first))
            for p in corners(b)
        ]
        return -1.0 if overlap > 0 else min(distances)
    if second.object_id in pickables:
        centres = math.dist(centre, (second.pose.x, second.pose.y))
        return centres - (first.size.x + second.size.x) / 2.0
    return -cv2.pointPolygonTest(corners(second), centre, True) - first.size.x / 2.0


def test_objects_are_apart(catalogue: ObjectCatalogue, scenes: list[DeskScene]) -> None:
    """A pickable has 60 mm of free room for the jaws; receptacles do not touch."""
    pickables = {o.object_id for o in catalogue.with_affordance(Affordance.PICKABLE)}
    for scene in scenes:
        for i, one in enumerate(scene.objects):
            for other in scene.objects[i + 1 :]:
                needed = 0.06 if {one.object_id, other.object_id} & pickables else 0.02
                room = gap(one, other, pickables)
                assert room >= needed, (scene.seed, one.object_id, other.object_id, room)


def test_objects_lie_where_the_arm_reaches(scenes: list[DeskScene]) -> None:
    """Every pickable can be grasped by either side, every receptacle reached for release."""
    solver = InverseKinematics()
    for scene in scenes:
        for roll in ROLLS:
            for object_id, pitch, height in (
                ("red_cup", 48.0, 0.045),
                ("yellow_paper", 58.0, 0.020),
            ):
                pose = scene.object(object_id).pose
                radius = math.hypot(pose.x - pan_axis()[0], pose.y)
                assert 0.17 - 1e-9 <= radius <= 0.31 + 1e-9
                found = solver.solve(
                    (pose.x, pose.y, height),
                    math.radians(pitch),
                    roll,
                    offset=(0.018, 0.0, -0.015),
                )
                assert isinstance(found, ArmSolution), (scene.seed, object_id, found)
            for object_id, height in (("tray", 0.055), ("tray", 0.16), ("bin", 0.16)):
                pose = scene.object(object_id).pose
                found = solver.solve_with_free_pitch(
                    (pose.x, pose.y, height), roll, pitch_range=(-0.3, 1.2), preferred=0.7
                )
                assert isinstance(found, ArmSolution), (scene.seed, object_id, height, found)


def test_colours_stay_in_the_catalogue(catalogue: ObjectCatalogue, scenes: list[DeskScene]) -> None:
    """The true colour, before any light, has a hue inside the catalogue's range."""
    for scene in scenes:
        for placement in scene.objects:
            pixel = np.array([[placement.rgb]], dtype=np.float32)
            hue = float(cv2.cvtColor(pixel, cv2.COLOR_RGB2HSV)[0, 0, 0]) / 2.0
            wanted = catalogue[placement.object_id].colour
            low, high = wanted.hue_low, wanted.hue_high
            inside = low <= hue <= high if low <= high else hue >= low or hue <= high
            assert inside, (scene.seed, placement.object_id, hue)


def test_table_is_neutral(scenes: list[DeskScene]) -> None:
    """The table's colour cannot be taken for an object's."""
    for scene in scenes:
        pixel = np.array([[scene.table.rgb]], dtype=np.float32)
        assert cv2.cvtColor(pixel, cv2.COLOR_RGB2HSV)[0, 0, 1] < 0.2


def test_a_crowded_desk_is_refused(catalogue: ObjectCatalogue) -> None:
    """A variation that leaves no room says what to change instead of searching for ever."""
    narrow = Variation(pickable_radius=Interval(low=0.2, high=0.2), pickable_angle=0.01)
    with pytest.raises(CrowdedDeskError, match="widen the variation"):
        sample(0, catalogue, narrow)


def test_new_object_of_a_known_shape_is_yaml_only(catalogue: ObjectCatalogue) -> None:
    """A further entry in the catalogue appears on the desk."""
    cup = catalogue["red_cup"]
    small = cup.size.model_copy(update={"x": 0.045, "y": 0.045})
    other = cup.model_copy(update={"object_id": "white_cup", "size": small})
    more = ObjectCatalogue(objects=(*catalogue.objects, other))
    assert sample(1, more).object("white_cup").size.x < 0.05
