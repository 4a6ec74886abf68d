"""Every node: lifecycle states, diagnostics, exit codes, an orderly end (faults 27, 28, 29, 31)."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest
import rclpy
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from std_msgs.msg import Bool

from ros_nodes import qos
from ros_nodes.lifecycle import ManagedNode
from ros_nodes.parameters import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.ros_nodes.conftest import LiveGraph, Probe

pytestmark = [pytest.mark.ros, pytest.mark.timeout(180)]


class Lamp(ManagedNode[Settings]):
    """A node with one topic, which can refuse to be configured."""

    broken = False

    def __init__(self) -> None:
        super().__init__("lamp", Settings)
        self.calls: list[str] = []

    def configure(self) -> None:
        self.calls.append("configure")
        if self.broken:
            raise ValueError("the bulb is missing; put one in")
        self.light = self.create_publisher(Bool, "light", qos.STATUS)

    def activate(self) -> None:
        self.calls.append("activate")
        self.timer = self.create_timer(60.0, self.activate)

    def deactivate(self) -> None:
        self.calls.append("deactivate")
        self.destroy_timer(self.timer)


@pytest.fixture
def lamp(ros_domain: int) -> Iterator[Lamp]:
    rclpy.init(args=[])
    node = Lamp()
    yield node
    node.destroy_node()
    rclpy.shutdown()


def test_start_and_end_go_through_the_states(lamp: Lamp) -> None:
    assert not lamp.active
    assert lamp.start()
    assert lamp.active
    lamp.end()
    lamp.end()
    assert lamp.calls == ["configure", "activate", "deactivate"]
    assert not lamp.active


def test_clean_up_removes_what_was_configured(lamp: Lamp) -> None:
    before = len(list(lamp.publishers))
    lamp.trigger_configure()
    assert len(list(lamp.publishers)) == before + 1
    lamp.trigger_cleanup()
    assert len(list(lamp.publishers)) == before
    assert lamp.start()


def test_a_failed_transition_is_said_and_can_be_repeated(lamp: Lamp) -> None:
    lamp.broken = True
    assert not lamp.start()
    assert not lamp.active
    lamp.broken = False
    assert lamp.start()


def run_node(code: str, *parameters: str) -> subprocess.CompletedProcess[str]:
    words = [part for parameter in parameters for part in ("-p", parameter)]
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), "--ros-args", *words],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_a_failing_callback_ends_the_node_with_the_arm_held(ros_domain: int) -> None:
    code = """
        import sys
        from ros_nodes.lifecycle import ManagedNode
        from ros_nodes.parameters import Settings
        from ros_nodes.process import run
        class Node(ManagedNode[Settings]):
            def __init__(self): super().__init__("fails", Settings)
            def activate(self): self.create_timer(0.01, self.fail, clock=self.steady_clock)
            def deactivate(self): print("held", flush=True)
            def fail(self): raise RuntimeError("a bug")
        sys.exit(run(Node))
    """
    ended = run_node(code)
    assert ended.returncode == 1
    assert "held" in ended.stdout
    assert "a bug" in ended.stderr


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ("camera_rate:=99.0", "less than or equal to 30"),
        ("camera_rat:=9.0", "did you mean 'camera_rate'"),
        ("seed:=many", "valid integer"),
    ],
)
def test_unusable_parameters_start_nothing(ros_domain: int, parameter: str, message: str) -> None:
    code = "import sys; from ros_nodes.simulation.node import main; sys.exit(main())"
    ended = run_node(code, parameter)
    assert ended.returncode == 2
    assert message in ended.stderr


def test_unusable_files_and_faults_are_named(ros_domain: int) -> None:
    code = "import sys; from ros_nodes.simulation.node import main; sys.exit(main())"
    ended = run_node(code, "faults:=earthquake:9")
    assert ended.returncode == 1
    assert "no fault 'earthquake'" in ended.stdout + ended.stderr
    ended = run_node(code, "limits_file:=/nowhere.yaml")
    assert ended.returncode == 1
    assert "/nowhere.yaml" in ended.stdout + ended.stderr


def test_a_node_can_wait_for_its_transitions(graph: LiveGraph, probe: Probe) -> None:
    supervisor = graph.start("safety_supervisor", autostart=False)
    service = "safety_supervisor/change_state"
    for transition in (Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_ACTIVATE):
        answer = probe.call(ChangeState, service, 60.0, transition=Transition(id=transition))
        assert answer.success
    supervisor.wait_for("activated")
    probe.wait_for(lambda: probe.safety)
