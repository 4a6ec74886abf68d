"""recorder_node: subscribes to whatever is published, and writes the bytes as they come."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import Field

from ros_nodes import offered_qos
from ros_nodes.lifecycle import ERROR, OK, Diagnosis, ManagedNode
from ros_nodes.parameters import Settings
from ros_nodes.process import run
from ros_nodes.recorder.bag import Bag
from ros_nodes.recorder.definitions import DefinitionError, schema
from ros_nodes.recorder.message_types import message_class

LARGE = frozenset({"sensor_msgs/msg/Image"})
_WITHOUT_SCHEMA = "_FeedbackMessage"
"""Action feedback: readers refuse a type name with an underscore, and the whole bag with it.

``agent/state`` and ``chunk/status`` tell the same story.
"""
DISCOVERY_PERIOD = 0.5
"""How often the graph is asked for new topics [s]."""


class RecorderSettings(Settings):
    """Parameters of recorder_node."""

    bag: str = ""
    """MCAP file to write; empty for bags/<date and time>.mcap under the working folder."""
    exclude: tuple[str, ...] = ("/parameter_events",)
    """Full names of topics that are left out."""
    image_period: float = Field(default=0.5, ge=0.0, le=60.0)
    """Least time between two recorded images of one topic [s]; 0 records all of them."""
    flush_period: float = Field(default=0.5, gt=0.0, le=10.0)
    """How often what was received goes to the disk [s]; a crash loses at most this much."""


class RecorderNode(ManagedNode[RecorderSettings]):
    """Records; touches nothing."""

    def __init__(self) -> None:
        super().__init__("recorder", RecorderSettings)
        self._bag: Bag | None = None
        self._known: set[str] = set()
        self._image_due: dict[str, float] = {}
        self._fault = ""

    def configure(self) -> None:
        """Open the file; raises FileExistsError rather than overwrite one."""
        name = self.settings.bag or f"bags/{datetime.now(UTC):%Y%m%d_%H%M%S}.mcap"
        self._bag = Bag(Path(name).expanduser().resolve())
        self._known = set(self.settings.exclude)
        self.get_logger().info(f"recording to {self._bag.path}")

    def activate(self) -> None:
        """Start to look for topics."""
        self.create_timer(DISCOVERY_PERIOD, self._discover, clock=self.steady_clock)
        self.create_timer(self.settings.flush_period, self._flush, clock=self.steady_clock)
        self._discover()

    def deactivate(self) -> None:
        """Close the file with its index."""
        if self._bag is None:
            return
        bag, self._bag = self._bag, None
        try:
            bag.close()
        except OSError as error:
            self._fail(error)

    def diagnose(self) -> Diagnosis:
        """ERROR once writing failed."""
        if self._fault:
            return ERROR, self._fault, {}
        messages = 0 if self._bag is None else self._bag.messages
        return OK, "recording", {"topics": len(self._known), "messages": messages}

    def _discover(self) -> None:
        if self._bag is None:
            return
        for topic, types in self.get_topic_names_and_types():
            if topic in self._known or types[0].endswith(_WITHOUT_SCHEMA):
                continue
            offered = [
                info.qos_profile
                for info in self.get_publishers_info_by_topic(topic)
                if info.topic_type == types[0]
            ]
            if offered:
                self._known.add(topic)
                self._subscribe(self._bag, topic, types[0], offered)

    def _subscribe(self, bag: Bag, topic: str, type_name: str, offered: list[Any]) -> None:
        try:
            text = schema(type_name)
            kind = message_class(type_name)
        except DefinitionError as error:
            self.get_logger().warning(f"{topic} is not recorded: {error}")
            return
        channel = bag.add_topic(topic, type_name, text, offered_qos.to_yaml(offered))
        large = type_name in LARGE
        depth = offered_qos.LARGE_DEPTH if large else offered_qos.DEPTH
        callback = partial(self._receive_image, topic) if large else self._receive
        self.create_subscription(
            kind,
            topic,
            # Exactly two free arguments tell rclpy to pass the message's information too.
            lambda data, info: callback(channel, data, info),
            offered_qos.to_subscribe(offered, depth),
            raw=True,
        )

    def _receive_image(self, topic: str, channel: int, data: bytes, info: dict[str, int]) -> None:
        now = time.monotonic()
        if now >= self._image_due.get(topic, 0.0):
            self._image_due[topic] = now + self.settings.image_period
            self._receive(channel, data, info)

    def _receive(self, channel: int, data: bytes, info: dict[str, int]) -> None:
        if self._bag is None:
            return
        try:
            self._bag.write(channel, data, time.time_ns(), info["source_timestamp"])
        except OSError as error:
            self._fail(error)

    def _flush(self) -> None:
        if self._bag is None:
            return
        try:
            self._bag.flush()
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        self._bag = None
        self._fault = f"recording ended, what was flushed is kept: {error}"
        self.get_logger().error(self._fault)


def main() -> int:
    """Entry point of the executable ``recorder_node``."""
    return run(RecorderNode)


if __name__ == "__main__":
    sys.exit(main())
