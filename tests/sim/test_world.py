"""The world steps exactly, repeats byte for byte, and what lies still stays still.

Covers issue 2 point 2, the determinism row of requirements B.14 (same seed, same run), fault row 45
of safety-performance.md (a diverged simulation aborts).
"""

from __future__ import annotations

import math
import os
import subprocess
import sys

import numpy as np
import pytest

from sim.scene_sampler import sample
from sim.truth import Truth
from sim.world import SimulationDivergedError, SimWorld
from xlerobot_agent.contracts.arm import SetPoint
from xlerobot_agent.contracts.catalogue import ObjectCatalogue


def wave(world: SimWorld, periods: int) -> None:
    start = np.array(world.arm.read().positions)
    for i in range(periods):
        world.arm.write(SetPoint(tuple((start + 0.3 * math.sin(0.03 * i)).tolist())))
        world.advance(0.01)


def test_same_commands_same_bytes(desk) -> None:
    """Two worlds of one scene under the same commands end in the same bytes."""
    one, other = desk(3), desk(3)
    wave(one, 300)
    wave(other, 300)
    assert one.data.qpos.tobytes() == other.data.qpos.tobytes()
    assert one.data.qvel.tobytes() == other.data.qvel.tobytes()


def test_length_of_advance_does_not_matter(desk) -> None:
    """Ten periods of 10 ms are the same as one of 100 ms."""
    one, other = desk(3), desk(3)
    for _ in range(100):
        one.advance(0.01)
    other.advance(1.0)
    assert one.data.qpos.tobytes() == other.data.qpos.tobytes()
    assert one.now == pytest.approx(1.0, abs=1e-9)


def test_part_steps_are_owed(desk) -> None:
    """Times that are no whole steps add up without drift."""
    world = desk(0)
    for _ in range(3000):
        world.advance(1.0 / 300.0)
    assert world.now == pytest.approx(10.0, abs=0.5 * world.model.opt.timestep)


def test_faults_do_not_change_the_steps(desk) -> None:
    """A fault that never acts leaves the physics as it is."""
    plain, faulty = desk(3), desk(3, "grasp_slip:0.0")
    wave(plain, 100)
    wave(faulty, 100)
    assert plain.data.qpos.tobytes() == faulty.data.qpos.tobytes()


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_what_lies_still_stays_still(desk, seed: int) -> None:
    """After a second to settle nothing drifts, jitters or wakes for 60 s."""
    world = desk(seed)
    world.advance(1.0)
    truth = Truth(world)
    before = {p.object_id: truth.object(p.object_id).pose for p in world.scene.objects}
    for _ in range(60):
        world.advance(1.0)
        for object_id in before:
            assert truth.object(object_id).speed < 1e-3
    for object_id, pose in before.items():
        after = truth.object(object_id)
        assert after.pose.distance_to(pose) < 2e-4, object_id
        assert abs(after.pose.tilt - pose.tilt) < 2e-3, object_id
        assert after.parents == {"table"}


def test_objects_stand_where_the_scene_says(desk) -> None:
    """Settling moves nothing by more than a millimetre."""
    for seed in range(8):
        world = desk(seed)
        world.advance(1.0)
        for placement in world.scene.objects:
            pose = Truth(world).object(placement.object_id).pose
            assert pose.distance_to(placement.pose) < 1e-3, (seed, placement.object_id)


def test_a_new_shape_instance_needs_no_code(catalogue: ObjectCatalogue) -> None:
    """A second cup from the catalogue alone is built and stands."""
    cup = catalogue["red_cup"].model_copy(update={"object_id": "white_cup"})
    small = cup.size.model_copy(update={"x": 0.045, "y": 0.045})
    cup = cup.model_copy(update={"size": small})
    more = type(catalogue)(objects=(*catalogue.objects, cup))
    world = SimWorld(sample(1, more), more)
    world.advance(1.0)
    assert Truth(world).object("white_cup").upright()


def test_divergence_is_an_error(desk) -> None:
    """A state that is no number ends the episode with the seed in the message."""
    world = desk(4)
    world.data.qvel[0] = float("nan")
    with pytest.raises(SimulationDivergedError, match="seed 4"):
        world.advance(1.0)


def test_no_opengl_is_said_plainly() -> None:
    """Without EGL the error names the package to install; physics still works without cameras."""
    script = (
        "from sim.world import SimWorld\n"
        "from sim.scene_sampler import sample\n"
        "from xlerobot_agent.configuration import config_directory, load\n"
        "from xlerobot_agent.contracts.catalogue import ObjectCatalogue\n"
        "catalogue = load(config_directory() / 'objects.yaml', ObjectCatalogue)\n"
        "world = SimWorld(sample(0, catalogue), catalogue)\n"
        "world.advance(0.1)\n"
        "world.cameras\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        env={**os.environ, "MUJOCO_GL": "disable"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    assert "NoRendererError" in done.stderr
    assert "libegl1" in done.stderr
