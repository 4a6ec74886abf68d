"""A recorder that dies, hangs or stalls with its disk while the arm moves.

Fails when motion or permit suffer, when more of the recording is lost than was not flushed yet, or
when a recorder that only stalled does not end with a whole file.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, Motion
from experiments.faults.honesty import honest
from experiments.faults.judge import permit_gap_ms
from experiments.live.punctual import punctual
from experiments.report.bag_reader import RecordingError, messages
from experiments.report.remains import last_message

GAP_MS = 60.0
"""Longest silence of the permit: the arm's own limit."""
LOST = 1.0
"""Rows 26 and 57 of the fault table: what is lost of a recording [s]."""
STALL, STALLS = 0.6, 8
"""Row 58: the disk takes so long [s], so often."""
BETWEEN = 0.4
"""Between two stalls [s]."""
ENDS = 60.0
CLOSES = 2.0
"""A recorder that is asked to end has closed its file within [s]."""
BAG = "run.mcap"


@contextmanager
def _bag(folder: Path) -> Iterator[Mapping[str, str]]:
    yield {"record": "true", "bag": str(folder / BAG)}


def _motion_unaffected(field: Field, motion: Motion, since: float) -> Seen:
    """The pick succeeds as ever, and the permit keeps its deadline."""
    with punctual():
        motion.join(ENDS)
    gap = permit_gap_ms(field.witness.permits, since)
    seen = honest(field, motion)
    done = motion.result is not None and motion.result.reason is None
    text = f"longest silence of the permit {gap:.0f} ms (limit {GAP_MS:.0f}); pick: {seen.text}"
    return Seen(done and seen.passed and gap <= GAP_MS, text, gap)


def _killed(field: Field) -> Seen:
    motion = field.in_motion("reach")
    since = field.signal("recorder", signal.SIGKILL)
    killed = time.time()
    seen = _motion_unaffected(field, motion, since)
    count, newest = last_message(Path(field.arguments["bag"]))
    lost = killed - newest
    text = f"{count} messages kept, the last {lost:.2f} s old (limit {LOST}); {seen.text}"
    return Seen(seen.passed and count > 0 and lost <= LOST, text, seen.latency_ms)


def _stalls(field: Field) -> Seen:
    """Whoever waits for a disk stands still, and so does a process that is stopped."""
    motion = field.in_motion("reach")
    since = time.monotonic()
    with punctual():
        for _ in range(STALLS):
            field.signal("recorder", signal.SIGSTOP)
            field.witness.wait_for(lambda: False, STALL)
            field.signal("recorder", signal.SIGCONT)
            field.witness.wait_for(lambda: False, BETWEEN)
    seen = _motion_unaffected(field, motion, since)
    field.signal("recorder", signal.SIGTERM)
    code = field.exit_code("recorder", CLOSES)
    try:
        permits = sum(1 for _ in messages(Path(field.arguments["bag"]), "safety/permit"))
        whole = f"{permits} permits in a whole file"
    except RecordingError as error:
        permits, whole = 0, f"the file is BROKEN: {error}"
    return Seen(
        seen.passed and code == 0 and permits > 0,
        f"recorder ended with {code} within {CLOSES:.0f} s, {whole}; {seen.text}",
        seen.latency_ms,
    )


FAULTS = (
    Fault(
        "recorder-killed",
        "recordings",
        f"motion and permit as ever; at most {LOST} s of the recording is lost",
        _killed,
        stage=_bag,
        spoils=True,
    ),
    Fault(
        "recorder-stalls",
        "recordings",
        f"{STALLS} stalls of {STALL} s: motion and permit as ever, and a whole file in the end",
        _stalls,
        stage=_bag,
        spoils=True,
    ),
)
