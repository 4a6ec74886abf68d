"""How soon a goal is refused when the cameras have fallen silent."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from experiments.faults.field import Field, FieldError
from experiments.faults.judge import MILLI
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SILENT_FROM = 25.0
"""When the cameras fall silent, simulated: after the field is ready [s]."""
NOTICED = 1.5
"""The last picture from before is too old by then [s]."""
ENDS = 60.0
"""The simulation comes to that within [s]."""


def refusal_times_ms(
    launch_file: Path, directory: Path, repeats: int, advance: Callable[[int], None]
) -> list[float]:
    """Ask for a pick again and again while no image comes; from the asking to the answer [ms].

    Raises:
        FieldError: the graph does not come up, or a goal is not refused for want of eyes.
    """
    arguments = {"seed": "0", "faults": f"frames_dropped:probability=1.0,start={SILENT_FROM}"}
    times: list[float] = []
    with Field(launch_file, arguments, directory) as field:
        witness = field.witness
        if not witness.wait_for(lambda: witness.joints[-1].stamp > SILENT_FROM + NOTICED, ENDS):
            raise FieldError("the clock of the simulation stands")
        while len(times) < repeats:
            asked = time.monotonic()
            result = field.move("pick", "red_cup").join()
            taken = MILLI * (time.monotonic() - asked)
            if result is None or result.reason is not Reason.PERCEPTION_UNSURE:
                raise FieldError(f"the goal was not refused: {result}")
            times.append(taken)
            advance(len(times))
    return times
