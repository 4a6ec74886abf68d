"""Reads a run back from its recording: messages by topic, first and last picture of each camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from mcap.exceptions import McapError
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory
from numpy.typing import NDArray


class RecordingError(ValueError):
    """A recording cannot be read; the message names the file."""


@dataclass(frozen=True)
class Recorded:
    """One message.

    Attributes:
        topic: full name.
        message: decoded fields, ROS names.
        received: when the recorder had it, wall clock [s].
    """

    topic: str
    message: Any
    received: float


def messages(path: Path, *endings: str) -> Iterator[Recorded]:
    """All messages of the topics whose names end so, in the order in which they were recorded.

    Raises:
        RecordingError: the file is absent or is no MCAP.
    """
    try:
        with path.open("rb") as file:
            reader = make_reader(file, decoder_factories=[DecoderFactory()])
            summary = reader.get_summary()
            topics = [] if summary is None else [c.topic for c in summary.channels.values()]
            wanted = [t for t in topics if t.endswith(endings)]
            if wanted:
                for _, channel, raw, decoded in reader.iter_decoded_messages(topics=wanted):
                    yield Recorded(channel.topic, decoded, raw.log_time * 1e-9)
    except (OSError, McapError) as error:
        raise RecordingError(f"{path} cannot be read as a recording: {error}") from error


def seconds(stamp: Any) -> float:
    """A ``builtin_interfaces/Time`` [s]."""
    return float(stamp.sec) + float(stamp.nanosec) * 1e-9


def first_and_last_images(path: Path) -> dict[str, tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
    """By camera: its first and its last image, rgb8, shape (height, width, 3)."""
    first: dict[str, Any] = {}
    last: dict[str, Any] = {}
    for recorded in messages(path, "/image"):
        camera = recorded.topic.rstrip("/").split("/")[-2]
        first.setdefault(camera, recorded.message)
        last[camera] = recorded.message
    return {camera: (_image(first[camera]), _image(last[camera])) for camera in sorted(first)}


def _image(message: Any) -> NDArray[np.uint8]:
    pixels = np.frombuffer(bytes(message.data), dtype=np.uint8)
    return pixels.reshape(message.height, message.width, 3)


def real_time_factor(path: Path, start: float, end: float) -> float | None:
    """Simulated seconds per wall second between two node times [s], by the joint states.

    None when fewer than two joint states were recorded in between.
    """
    pairs = [
        (stamp, recorded.received)
        for recorded in messages(path, "joint_states")
        if start <= (stamp := seconds(recorded.message.header.stamp)) <= end
    ]
    if len(pairs) < 2 or pairs[-1][1] <= pairs[0][1]:
        return None
    return (pairs[-1][0] - pairs[0][0]) / (pairs[-1][1] - pairs[0][1])
