"""Bags that other tools read, and that survive a crash (faults 26, 56, 57)."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from mcap.exceptions import McapError
from mcap.reader import make_reader
from mcap.records import Message
from mcap.stream_reader import StreamReader
from mcap_ros2.decoder import DecoderFactory
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.serialization import serialize_message
from sensor_msgs.msg import JointState
from xlerobot_interfaces.msg import SceneObject, SceneObservation

from ros_nodes import offered_qos
from ros_nodes.recorder.bag import Bag
from ros_nodes.recorder.definitions import DefinitionError, schema
from ros_nodes.recorder.message_types import message_class

JOINTS = "sensor_msgs/msg/JointState"
SCENE = "xlerobot_interfaces/msg/SceneObservation"


def write_some(bag: Bag) -> None:
    joints = bag.add_topic("/joint_states", JOINTS, schema(JOINTS))
    scene = bag.add_topic("/scene", SCENE, schema(SCENE))
    for i in range(3):
        message = JointState(name=["a", "b"], position=[0.5 * i, 1.0])
        bag.write(joints, serialize_message(message), 1000 + i, 900 + i)
    observation = SceneObservation(observation_id="o1", objects=[SceneObject(object_id="red_cup")])
    bag.write(scene, serialize_message(observation), 2000, 1999)


def test_another_reader_gets_the_very_messages(tmp_path: Path) -> None:
    bag = Bag(tmp_path / "deep" / "run.mcap")
    write_some(bag)
    bag.close()
    with bag.path.open("rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        assert reader.get_header().profile == "ros2"
        found = [
            (channel.topic, message.publish_time, decoded)
            for _, channel, message, decoded in reader.iter_decoded_messages()
        ]
    assert [topic for topic, _, _ in found] == ["/joint_states"] * 3 + ["/scene"]
    assert found[2][1] == 902
    assert list(found[2][2].position) == [1.0, 1.0]
    assert found[3][2].objects[0].object_id == "red_cup"


def test_what_was_flushed_survives_a_crash(tmp_path: Path) -> None:
    bag = Bag(tmp_path / "run.mcap")
    write_some(bag)
    bag.flush()
    torn = tmp_path / "torn.mcap"
    torn.write_bytes(bag.path.read_bytes()[:-3] + b"\x05\x06")
    with torn.open("rb") as file:
        found: list[Message] = []
        with pytest.raises((McapError, struct.error)):
            found.extend(r for r in StreamReader(file).records if isinstance(r, Message))
    assert len(found) == 4


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    Bag(tmp_path / "run.mcap").close()
    with pytest.raises(FileExistsError):
        Bag(tmp_path / "run.mcap")


def test_a_schema_holds_every_type_once() -> None:
    text = schema(SCENE)
    assert text.startswith("# One look at the desk")
    for name in ("std_msgs/Header", "builtin_interfaces/Time", "xlerobot_interfaces/Evidence"):
        assert text.count(f"MSG: {name}\n") == 1
    assert schema("std_msgs/msg/Bool").strip().endswith("bool data")


@pytest.mark.parametrize("name", ["sensor_msgs/msg/Nothing", "no_such_package/msg/Image"])
def test_unknown_types_are_named(name: str) -> None:
    with pytest.raises(DefinitionError, match=name.split("/", maxsplit=1)[0]):
        schema(name)
    with pytest.raises(DefinitionError, match=name):
        message_class(name)


def test_the_subscription_matches_every_publisher() -> None:
    strict = QoSProfile(
        depth=1,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    )
    loose = QoSProfile(
        depth=1, reliability=ReliabilityPolicy.BEST_EFFORT, durability=DurabilityPolicy.VOLATILE
    )
    both = offered_qos.to_subscribe([strict, loose])
    assert both.reliability == ReliabilityPolicy.BEST_EFFORT
    assert both.durability == DurabilityPolicy.VOLATILE
    assert offered_qos.to_subscribe([strict]).durability == DurabilityPolicy.TRANSIENT_LOCAL
    assert "durability: transient_local" in offered_qos.to_yaml([strict])
