"""What the gripper feels: contact, something held, or nothing between the jaws."""

from __future__ import annotations

from dataclasses import dataclass

from ros_nodes.skill_server.settings import GripSettings
from ros_nodes.skill_server.trajectories.obstacles import HeldBox
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.contracts.geometry import Pose


@dataclass(frozen=True, slots=True)
class Held:
    """What was grasped, and how: it is set down the way it was picked up.

    Attributes:
        object_id: which thing.
        angle: of the gripper that closed on it [rad].
        pitch, roll: of the hand then [rad].
        height: of the grasp point above the thing's lowest point [m].
        offset: the grasp point in the tool frame [m].
        origin: where the thing was picked up.
        box: the thing's outline in the tool frame, for collision checks.
    """

    object_id: str
    angle: float
    pitch: float
    roll: float
    height: float
    offset: tuple[float, float, float]
    origin: Pose
    box: HeldBox


class GripSense:
    """Reads the gripper joint; keeps what is held until nothing is between the jaws any more."""

    def __init__(self, settings: GripSettings) -> None:
        """Args: thresholds."""
        self._settings = settings
        self.held: Held | None = None
        """What was grasped and not yet let go."""
        self._empty_since: float | None = None
        self._slid = False

    def grasp(self, held: Held) -> None:
        """Contact was felt around a thing."""
        self.held = held
        self._empty_since = None
        self._slid = False

    def release(self) -> None:
        """The jaws open."""
        self.held = None
        self._empty_since = None

    def read(self, arm: ArmState) -> None:
        """Take over a reading of all joints, the gripper last."""
        held = self.held
        if held is None or self._between_jaws(arm):
            self._empty_since = None
            return
        if self._empty_since is None:
            self._empty_since = arm.stamp
        self._slid |= abs(arm.positions[-1] - held.angle) > self._settings.slid

    def contact(self, arm: ArmState) -> bool:
        """Whether a closing gripper was stopped by something."""
        stopped = abs(arm.velocities[-1]) < self._settings.stopped
        return stopped and self._pulls(arm, self._settings.load)

    def lost(self, arm: ArmState) -> bool:
        """Whether what was held is gone from between the jaws."""
        return (
            self.held is not None
            and self._empty_since is not None
            and arm.stamp - self._empty_since >= self._settings.lost_time
        )

    @property
    def slid(self) -> bool:
        """The jaws moved while they felt nothing: what they hold now sits otherwise, if at all."""
        return self._slid

    def holding(self) -> str:
        """Id of what is felt between the jaws; empty for nothing."""
        return self.held.object_id if self.held is not None and self._empty_since is None else ""

    def steady_set_point(self, arm: ArmState) -> float:
        """A set-point that keeps what is held with its force, or keeps the jaws where they are."""
        measured = arm.positions[-1]
        if self.held is None or not self._between_jaws(arm):
            return measured
        return measured - self._settings.squeeze

    def _between_jaws(self, arm: ArmState) -> bool:
        """Whether something is there: a jaw at rest pulls little, a moving one must pull more."""
        stopped = abs(arm.velocities[-1]) < self._settings.stopped
        return self._pulls(arm, self._settings.touch if stopped else self._settings.load)

    def _pulls(self, arm: ArmState, load: float) -> bool:
        """Whether the gripper pulls to close, and is not closed."""
        return arm.positions[-1] >= self._settings.least_opening and -arm.efforts[-1] >= load
