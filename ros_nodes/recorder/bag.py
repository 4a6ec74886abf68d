"""One MCAP file, written message by message; what is flushed survives a crash."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from mcap.writer import CompressionType, Writer

CHUNK_SIZE = 4 * 1024 * 1024
"""Bytes gathered before they are compressed and written, unless a flush comes first."""


class Bag:
    """An MCAP with the ``ros2`` profile. Not thread-safe."""

    def __init__(self, path: Path) -> None:
        """Create the file and the folders above it.

        Raises:
            FileExistsError: the file is there; recordings are never overwritten.
            OSError: it cannot be created.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.messages = 0
        self._file: BinaryIO = path.open("xb")
        self._writer = Writer(self._file, chunk_size=CHUNK_SIZE, compression=CompressionType.LZ4)
        self._writer.start(profile="ros2", library="xlerobot_agent")
        self._schemas: dict[str, int] = {}

    def add_topic(self, topic: str, type_name: str, schema: str, qos_yaml: str = "") -> int:
        """Introduce a topic; the number returned is for :meth:`write`.

        Args:
            topic: its full name.
            type_name: such as ``sensor_msgs/msg/Image``.
            schema: ``ros2msg`` text of the type.
            qos_yaml: the offered QoS, as rosbag2 writes it; a player offers the same.
        """
        if type_name not in self._schemas:
            self._schemas[type_name] = int(
                self._writer.register_schema(type_name, "ros2msg", schema.encode())
            )
        return int(
            self._writer.register_channel(
                topic, "cdr", self._schemas[type_name], {"offered_qos_profiles": qos_yaml}
            )
        )

    def write(self, channel: int, data: bytes, received: int, published: int) -> None:
        """Append one serialised message.

        Args:
            channel: from :meth:`add_topic`.
            data: CDR bytes with their encapsulation header, as rclpy gives them.
            received: wall clock [ns].
            published: wall clock of the writer [ns].

        Raises:
            OSError: the disk is full or gone.
        """
        self._writer.add_message(channel, log_time=received, data=data, publish_time=published)
        self.messages += 1

    def flush(self) -> None:
        """Hand everything so far to the operating system.

        Raises:
            OSError: the disk is full or gone.
        """
        self._writer.flush()

    def close(self) -> None:
        """Write index and footer.

        Raises:
            OSError: the disk is full or gone; what was flushed stays readable.
        """
        try:
            self._writer.finish()
        finally:
            self._file.close()
