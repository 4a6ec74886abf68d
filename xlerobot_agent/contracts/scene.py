"""What perception saw: objects, what region was in view, and what that makes of the predicates."""

from __future__ import annotations

from pydantic import Field, model_validator

from xlerobot_agent.contracts.evidence import Evidence
from xlerobot_agent.contracts.geometry import Pose, Size
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth


class SceneObject(Contract):
    """One object as seen in the newest frames; never one that was not seen."""

    object_id: str
    """Its id in the object catalogue."""
    pose: Pose
    """In ``base_link``."""
    size: Size
    """As measured; along its own axes."""
    confidence: float = Field(ge=0.0, le=1.0)
    visibility: float = Field(ge=0.0, le=1.0)
    """Share of its outline expected in the image that was unoccluded."""
    version: int = Field(ge=1)
    """Rises whenever the object was found to have moved by more than the tracker's gate."""
    stamp: float
    """Capture time of the frame that shows it [s]."""
    camera: str
    evidence_ids: tuple[str, ...]


class SeenRegion(Contract):
    """Which cells of a grid on the table were in view and unoccluded."""

    origin_x: float
    origin_y: float
    """Corner of cell (row 0, column 0) in ``base_link`` [m]; rows run along x, columns along y."""
    cell: float = Field(gt=0.0)
    """Edge of a cell [m]."""
    rows: int = Field(gt=0)
    columns: int = Field(gt=0)
    seen: str
    """Row by row, '1' for a cell that was seen, '0' for one that was not."""

    @model_validator(mode="after")
    def _complete(self) -> SeenRegion:
        if len(self.seen) != self.rows * self.columns:
            raise ValueError(
                f"{len(self.seen)} cells for {self.rows} rows x {self.columns} columns; "
                "give one character per cell"
            )
        return self

    def fraction(self, x: float, y: float, half: float) -> float:
        """Share of the cells within ``half`` [m] (square) of a point [m] that were seen.

        Cells outside the grid count as not seen.
        """
        first_row = round((x - half - self.origin_x) / self.cell)
        last_row = max(first_row + 1, round((x + half - self.origin_x) / self.cell))
        first_column = round((y - half - self.origin_y) / self.cell)
        last_column = max(first_column + 1, round((y + half - self.origin_y) / self.cell))
        cells = [
            0 <= row < self.rows
            and 0 <= column < self.columns
            and self.seen[row * self.columns + column] == "1"
            for row in range(first_row, last_row)
            for column in range(first_column, last_column)
        ]
        return sum(cells) / len(cells)

    def coverage(self) -> float:
        """Share of all cells that were seen."""
        return self.seen.count("1") / len(self.seen)


class SceneObservation(Contract):
    """One look at the desk, from one or more frames taken close together."""

    observation_id: str
    sequence: int = Field(ge=0)
    stamp: float
    """Capture time of the oldest frame used, node clock [s]: the observation is as old as it."""
    objects: tuple[SceneObject, ...]
    seen: SeenRegion
    predicates: tuple[PredicateVerdict, ...]
    evidence: tuple[Evidence, ...]
    arm_moving: bool = False
    """The arm moved while the frames were taken; such an observation confirms nothing at rest."""
    fault: str = ""
    """Why the cameras cannot be trusted now (frozen, black, late, missing); empty when they can."""

    def find(self, object_id: str) -> SceneObject | None:
        """The object, or None when it was not seen."""
        return next((o for o in self.objects if o.object_id == object_id), None)

    def verdict(self, predicate: Predicate) -> PredicateVerdict:
        """What was said of a predicate; UNKNOWN when nothing was."""
        for verdict in self.predicates:
            if verdict.predicate == predicate:
                return verdict
        return PredicateVerdict(
            predicate=predicate, value=Truth.UNKNOWN, confidence=0.0, because="not evaluated"
        )
