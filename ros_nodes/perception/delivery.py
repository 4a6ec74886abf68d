"""What came of each camera: which images make one look, and which camera fails to deliver.

A camera is measured by the others, not by the clock: on a busy machine the pictures of all of them
wait alike, and only one that fails falls behind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlerobot_agent.contracts.camera import Frame

OVERTAKEN = 3
"""So many pictures of another camera since its own last one put a camera behind: with one it is
about to have its turn, with two one picture got lost on its way."""


@dataclass
class _Camera:
    """What came of one camera."""

    newest: Frame | None = None
    repeated: bool = False
    """That one was sent once more."""
    since: Counter[str] = field(default_factory=Counter)
    """Pictures of the others since then."""


class Delivery:
    """Takes images as they arrive and says when it is time to look."""

    def __init__(self, cameras: Sequence[str], pair_age: float, lag: float) -> None:
        """Expect these cameras.

        Args:
            cameras: names; the last one's image completes a look.
            pair_age: images of one look are at most this far apart [s].
            lag: a camera that was overtaken is at fault when farther than this behind [s].
        """
        self._last = cameras[-1]
        self._cameras = {name: _Camera() for name in cameras}
        self._pair_age = pair_age
        self._lag = lag

    def newest(self, camera: str) -> Frame | None:
        """The newest image of a camera; None when none came yet."""
        return self._cameras[camera].newest

    def take(self, frame: Frame) -> bool:
        """Take an image; True when it is time to look.

        Where the last camera fails, the others' images make the looks that say so.
        """
        for name, camera in self._cameras.items():
            if name != frame.camera:
                camera.since[frame.camera] += 1
        self._cameras[frame.camera] = _Camera(newest=frame)
        return frame.camera == self._last or bool(self._behind(self._last))

    def repeat(self, camera: str) -> bool:
        """The newest image of a camera was sent once more; True when it is time to look."""
        self._cameras[camera].repeated = True
        return camera == self._last

    def together(self) -> list[Frame]:
        """The images of one look: those that are about as new as the newest of all."""
        frames = [c.newest for c in self._cameras.values() if c.newest is not None]
        at = max((frame.stamp for frame in frames), default=0.0)
        return [frame for frame in frames if at - frame.stamp <= self._pair_age]

    def faults(self) -> dict[str, str]:
        """Why cameras that delivered once are not to be believed now, by name."""
        found = {name: self._frozen(name) or self._behind(name) for name in self._cameras}
        return {name: why for name, why in found.items() if why}

    def _frozen(self, name: str) -> str:
        camera = self._cameras[name]
        if camera.newest is None or not camera.repeated:
            return ""
        return f"{name} camera is frozen: its picture of {camera.newest.stamp:.2f} s came again"

    def _behind(self, name: str) -> str:
        camera = self._cameras[name]
        if camera.newest is None:
            return ""
        for other, missed in camera.since.items():
            newest = self._cameras[other].newest
            lag = 0.0 if newest is None else newest.stamp - camera.newest.stamp
            if missed >= OVERTAKEN and lag > self._lag:
                return (
                    f"{name} camera delivers nothing: {missed} pictures of {other} came since its "
                    f"last, the newest {lag:.2f} s later (limit {self._lag:.2f} s)"
                )
        return ""
