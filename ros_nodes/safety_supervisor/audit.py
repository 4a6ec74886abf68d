"""Every stop and every reset on disk: append-only lines of JSON, each sealed by its hash."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

from xlerobot_agent.contracts.safety import Latch

if TYPE_CHECKING:
    from pathlib import Path

_GENESIS = "0" * 64
LATCH = "latch"
RESET = "reset"


class AuditError(ValueError):
    """The chain of records is broken: a record was changed, removed or inserted."""


class AuditLog:
    """Appends records; each holds the hash of the one before, and is on disk when `append` ends.

    A line torn by a crash is left as it is, and the next record says so (``after_torn``).
    """

    def __init__(self, path: Path) -> None:
        """Open or create a log.

        Raises:
            OSError: the file cannot be written.
        """
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._records, torn = _read(path)
        self._sequence = len(self._records)
        self._last_hash = self._records[-1]["hash"] if self._records else _GENESIS
        self._after_torn = torn
        if torn:
            with path.open("ab") as file:
                file.write(b"\n")

    def append(self, kind: str, now: float, **fields: Any) -> None:
        """Write one record and wait until the disk has it.

        Args:
            kind: what it is about.
            now: node clock [s].
            fields: JSON data.

        Raises:
            OSError: it could not be written; nothing counts as written.
        """
        record: dict[str, Any] = {
            "sequence": self._sequence,
            "kind": kind,
            "stamp": now,
            **fields,
            "previous": self._last_hash,
        }
        if self._after_torn:
            record["after_torn"] = True
        record["hash"] = _seal(record)
        _append(self._path, json.dumps(record, ensure_ascii=False).encode() + b"\n")
        self._sequence += 1
        self._last_hash = record["hash"]
        self._after_torn = False

    def open_latches(self) -> tuple[Latch, ...]:
        """Latches that were set and never reset when the log was opened."""
        latches: dict[int, Latch] = {}
        for record in self._records:
            if record["kind"] == LATCH:
                latch = Latch.model_validate(record["latch"])
                latches[latch.latch_id] = latch
            elif record["kind"] == RESET:
                latches.pop(record["latch_id"], None)
        return tuple(latches.values())

    def last_latch_id(self) -> int:
        """The highest latch number when the log was opened; 0 for none."""
        numbers = [r["latch"]["latch_id"] for r in self._records if r["kind"] == LATCH]
        return max(numbers, default=0)


def _append(path: Path, line: bytes) -> None:
    """Write a line and wait for the disk; all of it or, on a disk that fills, nothing.

    Raises:
        OSError: the disk is full, read-only or gone.
    """
    with path.open("ab", buffering=0) as file:
        end = file.tell()
        try:
            written = 0
            while written < len(line):
                written += file.write(line[written:])
            os.fsync(file.fileno())
        except OSError:
            # The next record must not be glued to a part of this one.
            file.truncate(end)
            raise


def verify(path: Path) -> int:
    """Check the whole chain.

    Returns:
        How many records it has.

    Raises:
        AuditError: a record does not follow from the one before.
    """
    records, _ = _read(path)
    return len(records)


def _read(path: Path) -> tuple[list[dict[str, Any]], bool]:
    """All records, and whether the last line is torn."""
    if not path.exists():
        return [], False
    lines = path.read_bytes().split(b"\n")
    tail = lines.pop()
    records: list[dict[str, Any]] = []
    previous, torn = _GENESIS, False
    for number, line in enumerate(lines, start=1):
        record = _parse(line)
        if record is None:
            torn = True
            continue
        sound = record.get("previous") == previous and record.get("hash") == _seal(record)
        if not sound or torn != bool(record.get("after_torn", False)):
            raise AuditError(
                f"{path} line {number} does not follow from the line before; keep the file as "
                "evidence and start a new one"
            )
        records.append(record)
        previous, torn = record["hash"], False
    return records, torn or bool(tail)


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


def _seal(record: dict[str, Any]) -> str:
    content = {key: value for key, value in record.items() if key != "hash"}
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
