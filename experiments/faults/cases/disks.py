"""Disks that are full or read-only, under the supervisor's audit and under the recorder.

Fails when a stop is late or lost, when a reset is accepted that could not be recorded or refused
without words, when the audit's chain is broken afterwards, or when control suffers at all.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

from experiments.faults.cases.estops import LIMIT_MS, TRAVEL_MM, pressed
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.honesty import honest
from experiments.live.tiny_disk import DiskError, set_writable, tiny_disk
from ros_nodes.safety_supervisor.audit import AuditError, verify

TORN = 100
"""Bytes of the next record that still fit [bytes]: it is torn in the middle."""
QUIET = 0.7
"""An e-stop silent for longer may be reset [s]."""
FREED = 3.0
"""After the disk is free again a reset is accepted within [s]."""
FILLS = 60.0
"""The recorder's disk is full by then [s]."""
ENDS = 60.0
SMALL = 1 << 20
ROOM = 6 << 20
"""For some seconds of pictures, two of each camera a second [bytes]."""
AUDIT, BAG = "audit.jsonl", "run.mcap"
_ENDED = "recording ended"


@contextmanager
def _audit_folder(folder: Path) -> Iterator[Mapping[str, str]]:
    yield {"audit": str(folder / AUDIT)}


@contextmanager
def _audit_disk(folder: Path) -> Iterator[Mapping[str, str]]:
    with _disk(folder, SMALL) as disk:
        yield {"audit": str(disk / AUDIT)}


@contextmanager
def _full_disk(folder: Path) -> Iterator[Mapping[str, str]]:
    with _disk(folder, ROOM) as disk:
        yield {"record": "true", "bag": str(disk / BAG)}


@contextmanager
def _disk(folder: Path, size: int) -> Iterator[Path]:
    try:
        with tiny_disk(folder / "disk", size) as disk:
            yield disk
    except DiskError as error:
        raise FieldError(str(error)) from error


@contextmanager
def _no_room(field: Field, audit: Path) -> Iterator[None]:
    """The supervisor's files may not grow any more, but for a torn record."""
    process = field.processes["safety_supervisor"]
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    size = audit.stat().st_size if audit.exists() else 0
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size + TORN, hard))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def _read_only(field: Field, audit: Path) -> Iterator[None]:
    del field
    try:
        set_writable(audit.parent, False)
        yield
    except DiskError as error:
        raise FieldError(str(error)) from error
    finally:
        set_writable(audit.parent, True)


def _audit_lost(
    spoilt: Callable[[Field, Path], AbstractContextManager[None]], field: Field
) -> Seen:
    """An e-stop at speed while it cannot be recorded, a reset then, and one once it can be."""
    audit = Path(field.arguments["audit"])
    motion = field.in_motion("reach")
    with spoilt(field, audit):
        seen = pressed(field)
        motion.join()
        field.witness.wait_for(lambda: False, QUIET)
        refused = field.console.reset("trial")
    deadline = time.monotonic() + FREED
    accepted = False
    while not accepted and time.monotonic() < deadline:
        accepted = all(reply.accepted for reply in field.console.reset("trial"))
    try:
        chain = f"{verify(audit)} records in one chain"
    except AuditError as error:
        return Seen(False, f"the audit is broken: {error}; {seen.text}", seen.latency_ms)
    kept = bool(refused) and not any(reply.accepted for reply in refused)
    said = "; ".join(reply.message for reply in refused)
    return Seen(
        seen.passed and kept and "disk" in said and accepted,
        f"reset meanwhile: {'refused' if kept else 'ACCEPTED'}: {said}; "
        f"afterwards {'accepted' if accepted else 'REFUSED'}; {chain}; {seen.text}",
        seen.latency_ms,
        seen.travel_mm,
    )


def _recording_lost(field: Field) -> Seen:
    """The recorder's disk fills in the middle of a pick; pick and stop are as ever."""
    motion = field.move("pick", "red_cup")
    ended = field.wait_log(_ENDED, FILLS)
    motion.join(ENDS)
    picked = honest(field, motion)
    alive = field.alive("recorder")
    bag = Path(field.arguments["bag"])
    kept = bag.stat().st_size if bag.exists() else 0
    done = motion.result is not None and motion.result.reason is None
    if not done:
        return Seen(False, f"the pick did not succeed: {picked.text}")
    field.under_agent()
    second = field.in_motion("carry", "place", "red_cup", "tray")
    seen = pressed(field)
    second.join()
    return Seen(
        ended and alive and picked.passed and seen.passed and kept > 0,
        f"{'said so' if ended else 'SAID NOTHING'}, {kept >> 10} kB kept, recorder "
        f"{'alive' if alive else 'DEAD'}; pick: {picked.text}; e-stop: {seen.text}",
        seen.latency_ms,
        seen.travel_mm,
    )


_UNRECORDED = (
    f"still within {LIMIT_MS:.0f} ms and {TRAVEL_MM:.0f} mm; no reset until the stop is on disk, "
    "and the audit's chain stays whole"
)

FAULTS = (
    Fault(
        "audit-disk-full",
        "disks",
        _UNRECORDED,
        partial(_audit_lost, _no_room),
        stage=_audit_folder,
        spoils=True,
    ),
    Fault(
        "audit-read-only",
        "disks",
        _UNRECORDED,
        partial(_audit_lost, _read_only),
        stage=_audit_disk,
        spoils=True,
    ),
    Fault(
        "recorder-disk-full",
        "disks",
        "recording ends in words, what was written is kept; pick and e-stop are as ever",
        _recording_lost,
        stage=_full_disk,
        spoils=True,
    ),
)
