"""A desk scene as one MuJoCo model."""

from __future__ import annotations

import mujoco

from sim.arm_builder import arm_spec
from sim.contact_monitor import add_contact_sensors
from sim.faults import FaultSettings
from sim.rotations import yaw_quaternion
from sim.scene import DeskScene, ObjectPlacement
from sim.shapes import shape_builder
from sim.table_builder import TABLE, add_cameras, add_lighting, add_room, add_table
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.robot_model.configuration import ServoModel

TIMESTEP = 0.0025
"""[s]"""


def build_model(
    scene: DeskScene,
    catalogue: ObjectCatalogue,
    servo: ServoModel,
    faults: FaultSettings,
    timestep: float = TIMESTEP,
) -> mujoco.MjModel:
    """Compile arm, table, objects, light, cameras and what the faults need.

    Raises:
        KeyError: the scene holds an object that is not in the catalogue, or a shape nobody makes.
        ValueError: a camera hangs on a frame that the arm does not have.
    """
    spec = arm_spec(servo)
    spec.modelname = f"desk_{scene.seed}"
    add_lighting(spec, scene.lighting)
    for placement in scene.objects:
        _add_object(spec, placement, catalogue)
    # Last, so that it is drawn last: what is hidden by then costs nothing.
    add_table(spec, scene.table)
    add_room(spec)
    add_cameras(spec, scene)
    add_contact_sensors(spec, (TABLE, *_fixed(scene, catalogue)))
    faults.prepare(spec)
    _physics(spec, timestep)
    return spec.compile()


def _add_object(
    spec: mujoco.MjSpec, placement: ObjectPlacement, catalogue: ObjectCatalogue
) -> None:
    builder = shape_builder(catalogue[placement.object_id].shape)
    pose = placement.pose
    body = spec.worldbody.add_body(
        name=placement.object_id, pos=(pose.x, pose.y, pose.z), quat=yaw_quaternion(pose.yaw)
    )
    if builder.MOVABLE:
        body.add_freejoint(name=placement.object_id)
    builder.build(spec, body, placement)


def _fixed(scene: DeskScene, catalogue: ObjectCatalogue) -> list[str]:
    return [
        placement.object_id
        for placement in scene.objects
        if not shape_builder(catalogue[placement.object_id].shape).MOVABLE
    ]


def _physics(spec: mujoco.MjSpec, timestep: float) -> None:
    option = spec.option
    option.timestep = timestep
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    option.impratio = 10.0
    # A diverged state must be seen, not silently replaced by the initial one.
    option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET
