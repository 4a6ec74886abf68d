"""What a skill may know: the arm, the newest observation, the limits. Never the world's truth."""

from __future__ import annotations

import math

import numpy as np

from ros_nodes.skill_server.grip import GripSense
from ros_nodes.skill_server.settings import SkillSettings
from ros_nodes.skill_server.trajectories.limits import MotionLimits
from ros_nodes.skill_server.trajectories.tool_pose import Kinematics
from ros_nodes.skill_server.trajectories.trajectory import Array
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.predicates import Truth
from xlerobot_agent.contracts.safety import SafetyMode, SafetyState
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.contracts.scene import SceneObject, SceneObservation
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.collision_model import CollisionModel
from xlerobot_agent.robot_model.configuration import REST, named_pose
from xlerobot_agent.robot_model.gripper_geometry import GripperGeometry

_ASTRAY = 0.05
"""Measured this far from the planned set-point, the arm was pushed or moved [rad]."""
_PATCH = 0.03
"""Half the edge of the patch that must be in view to say that nothing is there [m]."""
_COVERED = 0.95


def in_view(observation: SceneObservation, seen: SceneObject) -> bool:
    """Whether the place of an object could be seen, whole."""
    return observation.seen.fraction(seen.pose.x, seen.pose.y, _PATCH) >= _COVERED


class Cell:
    """The work cell as the skills see it; the server keeps it up to date."""

    def __init__(
        self,
        model: ArmModel,
        collisions: CollisionModel,
        catalogue: ObjectCatalogue,
        limits: SafetyLimits,
        settings: SkillSettings,
    ) -> None:
        """Args: see `SkillServer`."""
        self.model = model
        self.collisions = collisions
        self.catalogue = catalogue
        self.limits = limits
        self.settings = settings
        self.full_motion = MotionLimits.of(model, limits, settings.motion.share)
        """What motion is planned with while nothing asks for caution."""
        self._slow_motion = self.full_motion.slowed(limits.alert_speed)
        self.kinematics = Kinematics(model, limits.joint_margin)
        self.gripper = GripperGeometry(model)
        self.rest: Array = np.array(named_pose(model, REST))
        self.grip = GripSense(settings.grip)
        self.arm: ArmState | None = None
        self.observation: SceneObservation | None = None
        """The newest one whose cameras could be trusted."""
        self.looked = -math.inf
        """Stamp of the newest observation, trusted or not [s]."""
        self.blind = ""
        """Why the newest observation cannot be trusted, or none comes; empty when all is well."""
        self._untrusted = 0
        self.doubtful = False
        """The newest observation asks for another one at once."""
        self.known: dict[str, SceneObject] = {}
        """Every object where it was last seen; hidden ones stay where they were."""
        self.safety: SafetyState | None = None
        self.unsupervised = ""
        """Why the supervisor that said so counts as dead; empty while it lives."""
        self._set_point: Array | None = None
        self._still_since: float | None = None

    def on_arm_state(self, arm: ArmState) -> None:
        """Take over a reading of all joints."""
        self.arm = arm
        self.grip.read(arm)
        rest = self.settings.rest
        *joints, gripper = map(abs, arm.velocities)
        if max(joints) >= rest.velocity or gripper >= rest.gripper_velocity:
            self._still_since = None
        elif self._still_since is None:
            self._still_since = arm.stamp

    def on_scene(self, observation: SceneObservation) -> None:
        """Take over an observation; one whose cameras have a fault is no news of the desk.

        An object that is not seen although its place is in view is no longer known.
        """
        self.looked = observation.stamp
        self.blind = observation.fault
        self.doubtful = bool(observation.fault)
        if observation.fault:
            self._untrusted += 1
            return
        self._untrusted = 0
        self.observation = observation
        for object_id, seen in list(self.known.items()):
            if observation.find(object_id) is None and in_view(observation, seen):
                del self.known[object_id]
        self.known.update((seen.object_id, seen) for seen in observation.objects)

    def on_scene_silence(self) -> None:
        """Whoever looks died or hangs: nothing is seen until the next observation."""
        self.blind = "perception fell silent"
        self._untrusted = self.settings.look.untrusted

    @property
    def blinded(self) -> str:
        """Why nothing may move for want of eyes; empty while they, or too few looks, deny it."""
        return self.blind if self._untrusted >= self.settings.look.untrusted else ""

    @property
    def still(self) -> bool:
        """Whether every joint has stood still for the settling time."""
        return (
            self.arm is not None
            and self._still_since is not None
            and self.arm.stamp - self._still_since >= self.settings.rest.time - 1e-9
        )

    @property
    def may_move(self) -> bool:
        """Whether the supervisor lets the arm move."""
        state = self.safety
        return (
            state is not None and state.mode.moving and state.motion_allowed and not state.latches
        )

    @property
    def motion(self) -> MotionLimits:
        """What motion may ask of the arm now: less in mode ALERT."""
        alert = self.safety is not None and self.safety.mode is SafetyMode.ALERT
        return self._slow_motion if alert else self.full_motion

    def holding(self, seen: SceneObservation | None) -> str:
        """What is in the gripper: felt by the jaws or else seen, unless the look denies it."""
        felt = self.grip.holding()
        if seen is None:
            return felt
        judged = {
            v.predicate.args[0]: v.value for v in seen.predicates if v.predicate.name == "holding"
        }
        if felt and judged.get(felt) is not Truth.FALSE:
            return felt
        return next((name for name, value in judged.items() if value is Truth.TRUE), "")

    def set_point(self) -> Array:
        """Where the next motion starts, shape (6,) [rad].

        The last set-point played, or where the arm is measured when that is not known or the arm
        was moved since; the gripper then keeps its squeeze.

        Raises:
            RuntimeError: no joint reading has come yet.
        """
        if self.arm is None:
            raise RuntimeError("no joint reading yet; start the arm's driver")
        measured = np.array(self.arm.positions)
        planned = self._set_point
        if planned is not None and np.abs(measured - planned)[:-1].max() < _ASTRAY:
            return planned
        measured[-1] = self.grip.steady_set_point(self.arm)
        return measured

    def forget_set_point(self) -> None:
        """The arm was held somewhere: the next motion starts where it is measured then."""
        self._set_point = None

    def command(self, set_point: Array) -> None:
        """The arm was sent here, shape (6,) [rad]."""
        self._set_point = set_point

    def at(self, pose: Array, tolerance: float) -> bool:
        """Whether all joints but the gripper's stand within ``tolerance`` [rad] of a pose."""
        if self.arm is None:
            return False
        return bool(np.abs(np.array(self.arm.positions) - pose)[:-1].max() <= tolerance)
