"""A live graph for tests: nodes as processes in their own domain, and a probe that takes part."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from xlerobot_agent.middleware import DISCOVERY, PROFILE, stay_on_this_machine
from xlerobot_agent.ros_domain import reserve_any_domain

ROOT = Path(__file__).resolve().parents[2]
START_TIME = 60.0
"""For a node's process to say that it is active, on a machine that is busy with other tests [s]."""


class LiveNode:
    """One node's process and what it printed."""

    def __init__(self, name: str, module: str, parameters: dict[str, Any], env: dict[str, str]):
        command = [sys.executable, "-m", module, "--ros-args", "-r", f"__node:={name}"]
        for key, value in parameters.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            command += ["-p", f"{key}:={text}"]
        self.name = name
        self.lines: list[str] = []
        self._news = threading.Condition()
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._news:
                self.lines.append(line.rstrip())
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    def wait_for(self, text: str, timeout: float = START_TIME) -> None:
        with self._news:
            seen = self._news.wait_for(
                lambda: any(text in line for line in self.lines) or self.process.poll() is not None,
                timeout,
            )
        tail = "\n".join(self.lines[-20:])
        assert seen, f"{self.name} was silent: '{text}' was awaited\n{tail}"
        assert any(text in line for line in self.lines), f"{self.name} ended\n{tail}"

    def end(self, number: signal.Signals = signal.SIGINT, timeout: float = 10.0) -> int:
        """Send a signal and wait; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise


class LiveGraph:
    """Starts nodes, and ends all of them."""

    MODULES: ClassVar[dict[str, str]] = {
        "simulation": "ros_nodes.simulation.node",
        "safety_supervisor": "ros_nodes.safety_supervisor.node",
        "perception": "ros_nodes.perception.node",
        "skill_server": "ros_nodes.skill_server.node",
        "agent": "ros_nodes.agent.node",
        "recorder": "ros_nodes.recorder.node",
        "joystick_estop": "ros_nodes.joystick_estop.node",
    }

    IMAGES = ("simulation", "perception", "recorder")
    """Those that handle images."""

    def __init__(self) -> None:
        self.nodes: dict[str, LiveNode] = {}
        self._env = {**os.environ, "MUJOCO_GL": "egl", "OMP_NUM_THREADS": "1"}
        self._images = {PROFILE: str(ROOT / "config" / "fastdds_images.xml")}

    def start(self, name: str, **parameters: Any) -> LiveNode:
        """Begin a node; the simulation keeps its own time, all others take it from there."""
        simulated = {} if name in ("simulation", "recorder") else {"use_sim_time": True}
        env = {**self._env, **(self._images if name in self.IMAGES else {})}
        node = LiveNode(name, self.MODULES[name], simulated | parameters, env)
        self.nodes[name] = node
        return node

    def wait_active(self) -> None:
        for node in self.nodes.values():
            node.wait_for("activated")

    def close(self) -> None:
        for node in self.nodes.values():
            if node.process.poll() is None:
                node.process.send_signal(signal.SIGINT)
        for node in self.nodes.values():
            try:
                node.process.wait(10.0)
            except subprocess.TimeoutExpired:
                node.process.kill()
                sys.stdout.write(f"{node.name} had to be killed\n")
            # Shown by pytest when the test fails.
            code = node.process.returncode
            tail = "\n".join(node.lines[-15:])
            sys.stdout.write(f"--- last lines of {node.name} (exit code {code})\n{tail}\n")


def _in_own_domain() -> Iterator[int]:
    with reserve_any_domain() as domain, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(domain.number))
        patch.delenv(DISCOVERY, raising=False)
        patch.delenv(PROFILE, raising=False)
        stay_on_this_machine()
        yield domain.number


def _live_graph() -> Iterator[LiveGraph]:
    live = LiveGraph()
    yield live
    live.close()


@pytest.fixture
def ros_domain() -> Iterator[int]:
    """A domain of this test's own."""
    yield from _in_own_domain()


@pytest.fixture
def graph(ros_domain: int) -> Iterator[LiveGraph]:
    """No node yet; all that are started end with the test."""
    yield from _live_graph()


@pytest.fixture(scope="module")
def module_domain() -> Iterator[int]:
    """A domain of this module's own."""
    yield from _in_own_domain()


@pytest.fixture(scope="module")
def module_graph(module_domain: int) -> Iterator[LiveGraph]:
    """As ``graph``, for all tests of a module."""
    yield from _live_graph()


class Probe:
    """A node of the test's own that hears the arm and can send what anybody may send."""

    def __init__(self) -> None:
        from ros_nodes.participant import Participant

        self.joints: list[tuple[float, Any]] = []
        self.statuses: list[tuple[float, Any]] = []
        self.safety: list[Any] = []
        self.sender_of = ""
        self._news = threading.Condition()
        self._participant = Participant(self._make_node)
        self.node = self._participant.node
        self.do = self._participant.do

    def _make_node(self, context: Any) -> Any:
        from rclpy.node import Node
        from sensor_msgs.msg import JointState
        from xlerobot_interfaces import msg

        from ros_nodes import qos

        node = Node("probe", context=context, start_parameter_services=False)
        listen = node.create_subscription
        listen(JointState, "joint_states", self._keep(self.joints), qos.SENSOR)
        listen(msg.ChunkStatus, "chunk/status", self._keep(self.statuses), qos.STATUS)
        listen(msg.SafetyState, "safety/state", self._keep(self.safety, False), qos.LATCHED)
        return node

    def _keep(self, where: list[Any], stamped: bool = True) -> Callable[[Any], None]:
        def keep(message: Any) -> None:
            with self._news:
                where.append((time.monotonic(), message) if stamped else message)
                self._news.notify_all()

        return keep

    def wait_for(self, condition: Callable[[], Any], timeout: float = 20.0) -> Any:
        """Wait until something heard makes the condition true; its value."""
        with self._news:
            assert self._news.wait_for(condition, timeout), "nothing of the kind was heard"
            return condition()

    def wait(self, future: Any, timeout: float = 20.0) -> Any:
        """The result of a future."""
        done = threading.Event()
        future.add_done_callback(lambda _: done.set())
        assert done.wait(timeout), "no answer"
        return future.result()

    def call(self, kind: Any, name: str, timeout: float = 20.0, **fields: Any) -> Any:
        client = self.node.create_client(kind, name)
        assert client.wait_for_service(timeout_sec=timeout), f"nobody offers {name}"
        answer = self.wait(client.call_async(kind.Request(**fields)), timeout)
        self.node.destroy_client(client)
        return answer

    def stay_alive(self, goal_id: str) -> None:
        """Give signs of life for the newest goal of this probe."""
        from std_msgs.msg import String

        from ros_nodes import qos

        if not self.sender_of:
            beats = self.node.create_publisher(String, "chunk/heartbeat", qos.HEARTBEAT)
            self.node.create_timer(0.02, lambda: beats.publish(String(data=self.sender_of)))
        self.sender_of = goal_id

    def status_of(self, chunk_id: str, state: str) -> tuple[float, Any] | None:
        """When a chunk's status was heard, and the status."""
        for heard, status in self.statuses:
            if status.chunk_id == chunk_id and status.state == state:
                return heard, status
        return None

    def close(self) -> None:
        self._participant.close()


def _probe() -> Iterator[Probe]:
    taking_part = Probe()
    yield taking_part
    taking_part.close()


@pytest.fixture
def probe(ros_domain: int) -> Iterator[Probe]:
    """In the test's domain."""
    yield from _probe()


@pytest.fixture(scope="module")
def module_probe(module_domain: int) -> Iterator[Probe]:
    """In the module's domain."""
    yield from _probe()
