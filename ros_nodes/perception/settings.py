"""``perception.yaml``: every threshold of perception, named and with its unit."""

from __future__ import annotations

from pydantic import Field

from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.geometry import Positive
from xlerobot_agent.contracts.model import Contract

Share = Field(ge=0.0, le=1.0)


class TableGrid(Contract):
    """The part of the table whose coverage is reported."""

    x_low: float
    y_low: float
    """Corner of the grid in ``base_link`` [m]."""
    cell: Positive
    """[m]"""
    rows: int = Field(gt=0)
    """Along x."""
    columns: int = Field(gt=0)
    """Along y."""


class TrackerGate(Contract):
    """An object that moved by more than one of these has a new version."""

    distance: Positive
    """[m]"""
    yaw: Positive
    """[rad]"""
    tilt: Positive
    """[rad]"""


class CameraChecks(Contract):
    """When a camera is not to be believed."""

    required: tuple[str, ...]
    """Cameras without which there is a fault."""
    age_limit: Positive
    """A frame is late when older than this [s]."""
    future_tolerance: Positive
    """A stamp may lie this far ahead of the clock [s]."""
    black_level: float = Field(ge=0.0, le=255.0)
    """Pixels darker than this are black; a frame with hardly any other shows nothing."""
    flat_deviation: float = Field(ge=0.0, le=128.0)
    """A frame whose grey values deviate less than this shows nothing: something covers the lens."""
    joint_motion: Positive
    """The same picture after a joint moved by this much is a frozen camera [rad]."""
    arm_deviation: float = Field(ge=0.0, le=128.0)
    """Grey values deviate by at least this where the arm must show."""
    table_likeness: Positive
    """A colour closer than this share to the table's is taken for table."""
    table_in_arm: float = Share
    """So much bare table where the arm must show: the camera was moved, covered or frozen."""


class Walls(Contract):
    """Inner shape of a receptacle that is an open box."""

    wall: float = Field(ge=0.0, le=0.02)
    """Wall thickness [m]."""
    floor: float = Field(ge=0.0, le=0.02)
    """Floor thickness [m]."""


class FitSettings(Contract):
    """How silhouettes are found and fitted."""

    least_area: int = Field(gt=0)
    """Smaller patches of colour are noise [px at 640x480]."""
    least_glimpse: int = Field(gt=0)
    """Pixels of a thing that must show in the opening of a bin to know that it lies there."""
    edge_offset: float = Field(ge=0.0, le=1.0)
    """A silhouette's true edge lies so far outside its outermost pixel centres [px]."""
    tolerated: dict[Shape, Positive]
    """Root mean square residual that a good fit may leave, by shape [px]."""
    refused: Positive
    """A fit that leaves this many times the tolerated residual is not reported."""
    size_deviation: Positive
    """Standard deviation of sizes about the catalogue's, as a share."""
    size_limit: dict[Shape, Positive]
    """A fit farther than this share from the catalogue's size is another thing's outline."""
    least_visibility: float = Share
    """An object of which less is visible is not reported."""
    body_margin: float = Field(ge=0.0, le=0.02)
    """The arm is drawn larger by this when it is masked out [m]."""


class GripSettings(Contract):
    """What the gripper's joint says of what it holds."""

    empty_angle: float
    """The gripper below this closed on nothing [rad]."""
    load: Positive
    """Closing effort that shows contact [N·m]."""
    still: Positive
    """Below this the gripper has stopped [rad/s]."""
    colour_share: float = Share
    """Share of the picture between the fingers that must show the object."""
    reach: Positive
    """A thing farther than this from the grasp point is not the one that is held [m]."""


class JudgementSettings(Contract):
    """Thresholds of the predicates."""

    upright_tilt: Positive
    """Tilted more than this, a thing does not stand [rad]."""
    inner_margin: float = Field(ge=0.0)
    """Within this of an inner edge it is not certain on which side of it a thing is [m]."""
    wall_overlap: float = Field(ge=0.0)
    """A foot that reaches farther than this over a wall stands on it [m]."""
    contained: float = Share
    """Share of a thing's pixels that must lie in a bin's opening."""
    rest_tolerance: Positive
    """Per joint [rad]."""
    rest_speed: Positive
    """Per joint [rad/s]."""
    clear_coverage: float = Share
    """Share of the table that must have been seen before the workspace is called clear."""
    strange_deviation: Positive
    """A cell whose colour differs from the table's by this share shows something else."""
    strange_cells: int = Field(gt=0)
    """So many strange cells are a thing that nobody knows."""


class PerceptionSettings(Contract):
    """The whole file."""

    table: TableGrid
    tracker: TrackerGate
    cameras: CameraChecks
    fit: FitSettings
    grip: GripSettings
    judgement: JudgementSettings
    walls: dict[Shape, Walls]
    """By the receptacle's shape."""
    moving_speed: Positive
    """A joint faster than this moves [rad/s]."""
