"""``skills.yaml``: how motion is cut, when the arm counts as still, what is waited for how long."""

from __future__ import annotations

import math

from pydantic import Field, model_validator

from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.chunk import MAXIMUM_DT, MAXIMUM_DURATION, MINIMUM_DT
from xlerobot_agent.contracts.geometry import Positive
from xlerobot_agent.contracts.model import Contract


class ChunkSettings(Contract):
    """How a motion is cut into action chunks."""

    dt: float = Field(default=0.02, ge=MINIMUM_DT, le=MAXIMUM_DT)
    """Spacing of set-points [s]."""
    set_points: int = Field(default=15, ge=2)
    """In one chunk."""
    guarded_set_points: int = Field(default=5, ge=2)
    """In one chunk of a motion that ends on contact: fewer, so that it ends soon."""
    draft_at: float = Field(default=0.5, gt=0.0, le=1.0)
    """The next chunk is drafted when this share of the playing one remains."""
    resumptions: int = Field(default=3, ge=0)
    """How often one motion is taken up again after the arm ran out of set-points."""

    @model_validator(mode="after")
    def _short_enough(self) -> ChunkSettings:
        longest = max(self.set_points, self.guarded_set_points) * self.dt
        if longest > MAXIMUM_DURATION:
            raise ValueError(
                f"chunks of {longest:.2f} s are longer than {MAXIMUM_DURATION} s; "
                "take fewer set-points or a smaller dt"
            )
        return self


class MotionSettings(Contract):
    """How motion is planned."""

    share: float = Field(default=0.9, gt=0.0, le=1.0)
    """Of every limit in safety.yaml that planned motion uses."""
    overlap: float = Field(default=0.6, ge=0.0, le=1.0)
    """How much two legs of a blended move overlap."""
    approach_speed: Positive = 0.12
    """Of the grasp point on the last stretch to an object [m/s]."""
    clearance: float = Field(default=0.006, ge=0.0, le=0.05)
    """Kept between links (or what they hold) and obstacles when planning [m]."""
    collision_stride: int = Field(default=4, ge=1)
    """Every so many set-points are checked for collision."""
    carry: tuple[float, ...] = (0.0, -1.27, 0.38, 1.25, 0.0, 0.0)
    """Joints of the folded pose that transits go over; pan, roll and gripper are not used [rad]."""
    wall: Positive = 0.005
    """Thickness of a receptacle's walls [m]."""
    floor: Positive = 0.004
    """Thickness of a receptacle's floor [m]."""
    replans: int = Field(default=2, ge=0)
    """New plans within one goal after the scene changed."""


class RestSettings(Contract):
    """When the arm counts as standing still."""

    velocity: Positive = 0.03
    """Of every joint but the gripper, below [rad/s]."""
    gripper_velocity: Positive = 0.2
    """Of the gripper, which creeps while it squeezes, below [rad/s]."""
    time: Positive = 0.1
    """For so long [s]."""
    timeout: Positive = 2.5
    """The longest wait for it [s]."""


class LookSettings(Contract):
    """Waiting for observations."""

    period: Positive = 0.45
    """Between observations while moving [s]."""
    reserve: Positive = 0.15
    """The arm holds this long before the newest observation is too old for the supervisor [s]."""
    retry: Positive = 0.1
    """After an observation that was of no use [s]."""
    timeout: Positive = 2.0
    """The longest wait for a fresh one at rest, and for news of the goal's lease [s]."""
    fresh: Positive = 0.6
    """One younger than this needs no new look before a goal starts [s]."""
    gate: Positive = 0.3
    """The same before a goal is refused while the cameras are known to be blind [s]."""
    untrusted: int = Field(default=1, ge=1)
    """Looks in a row at which the cameras cannot be believed that interrupt a motion."""
    heartbeat: Positive = 1.0
    """The longest silence about a requested chunk, or of the joints [s]."""
    moved: Positive = 0.025
    """An object this far from where it was planned for has moved [m]."""
    confidence: float = Field(default=0.5, ge=0.0, le=1.0)
    """Least confidence and visibility of an object that counts as seen elsewhere."""
    viewpoint: tuple[float, float] = (0.52, 0.0)
    """About where the standing camera looks from, x and y in ``base_link`` [m]."""


class GripSettings(Contract):
    """Closing, and sensing what is held. Angles of the gripper joint."""

    closed: float = -0.1
    """Where closing on nothing ends [rad]."""
    close_speed: Positive = 1.2
    """[rad/s]"""
    squeeze: float = Field(default=0.08, gt=0.0, le=0.12)
    """How far beyond contact the set-point stays, which keeps the force [rad]."""
    load: Positive = 1.5
    """Closing effort that means contact; half the servo's, twice what moving takes [N·m]."""
    touch: Positive = 0.3
    """Closing effort of a gripper at rest that means something is held [N·m]."""
    stopped: Positive = 0.15
    """A closing gripper slower than this has met something [rad/s]."""
    follows: Positive = 0.2
    """A gripper farther than this from where it was told to open is stuck [rad]."""
    least_opening: float = 0.03
    """A gripper that stands below this holds nothing [rad]."""
    slid: Positive = 0.08
    """Jaws that feel nothing and move this far have lost their hold, if only for a moment [rad]."""
    lost_time: Positive = 0.06
    """Nothing between the jaws for so long is a loss [s]."""
    payload: Positive = 0.25
    """The heaviest object the arm lifts [kg]."""


class GraspSettings(Contract):
    """How one family of shapes is taken hold of."""

    pitch: float = Field(default=math.radians(48.0), gt=0.0, le=math.pi / 2.0)
    """Of the hand below the horizontal, preferred [rad]."""
    least_pitch: float = math.radians(40.0)
    most_pitch: float = math.radians(64.0)
    height: float = Field(default=0.56, gt=0.0, le=1.0)
    """Of the grasp point, as a share of the thing's height."""
    least_height: float = Field(default=0.0165, gt=0.0)
    """Of the tool point above what carries the thing: the fingers reach a little lower [m]."""
    depth: float = -0.018
    """Of the thing's axis along the approach from the tool point, negative: nearer the palm [m]."""
    settle: float = Field(default=0.02, ge=0.0)
    """How far from that depth the jaws' angle is believed; little for what is not round [m]."""
    gap: Positive = 0.0105
    """Between the fixed finger and the thing on the way in [m]."""
    shift: float = Field(default=0.014, ge=0.0)
    """Of the hand towards the moving jaw until the jaws are closed [m]."""
    opening: Positive = 1.4
    """Of the gripper on the way in [rad]."""
    narrow: Positive = 1.1
    """The same where something else stands in the way of the wide one [rad]."""
    back_off: Positive = 0.1
    """Length of the straight approach [m]."""
    lift: Positive = 0.08
    """[m]"""
    ease: float = 0.3
    """How much the pitch falls during the lift where it cannot be kept [rad].

    A cup swings between the pads when it is pitched, so that it would be set down askew.
    """


class ReleaseSettings(Contract):
    """How a thing is let go in one family of receptacles."""

    above: Positive = 0.07
    """Height over the release from which the thing is lowered [m]."""
    clearance: Positive = 0.004
    """Between the thing's lowest point and what it is released over [m]."""
    speed: Positive = 0.08
    """Of lowering [m/s]."""
    opening: Positive = 0.35
    """By how much the jaws open [rad]."""
    back_off: Positive = 0.08
    """Straight retreat along the hand's axis [m]."""
    shift: float = Field(default=0.02, ge=0.0)
    """How far from the receptacle's middle the thing may be released [m]."""
    far: float = Field(default=0.0, ge=0.0)
    """How far behind the receptacle's middle, as seen from the viewpoint, it is best released [m]:
    the near wall of a deep receptacle hides what lies against it."""


def _grasps() -> dict[Shape, GraspSettings]:
    low = GraspSettings(
        pitch=math.radians(54.0),
        height=0.5,
        least_height=0.016,
        depth=-0.006,
        settle=0.005,
        most_pitch=1.4,
        gap=0.014,
        shift=0.02,
        opening=1.1,
        narrow=0.8,
        ease=0.2,
    )
    return {Shape.CUP: GraspSettings(), Shape.CRUMPLED: low}


def _releases() -> dict[Shape, ReleaseSettings]:
    drop = ReleaseSettings(above=0.03, clearance=0.02, opening=0.6, back_off=0.05, far=0.03)
    return {Shape.TRAY: ReleaseSettings(), Shape.BIN: drop}


class SkillSettings(Contract):
    """All of ``skills.yaml``."""

    chunks: ChunkSettings = ChunkSettings()
    motion: MotionSettings = MotionSettings()
    rest: RestSettings = RestSettings()
    look: LookSettings = LookSettings()
    grip: GripSettings = GripSettings()
    grasps: dict[Shape, GraspSettings] = Field(default_factory=_grasps)
    releases: dict[Shape, ReleaseSettings] = Field(default_factory=_releases)
