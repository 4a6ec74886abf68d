"""sim_node: the MuJoCo table behind the topics of a real arm, and the clock of all nodes."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field
from rclpy.event_handler import SubscriptionEventCallbacks
from rosgraph_msgs.msg import Clock as ClockMessage
from sensor_msgs.msg import CameraInfo, Image, JointState
from std_msgs.msg import Bool, String
from std_srvs.srv import Trigger
from tf2_msgs.msg import TFMessage
from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.arm.player import ChunkPlayer
from ros_nodes.conversions import arm as arm_conversion
from ros_nodes.conversions import camera as camera_conversion
from ros_nodes.conversions import chunk as chunk_conversion
from ros_nodes.conversions import safety as safety_conversion
from ros_nodes.conversions import servo_health as servo_conversion
from ros_nodes.conversions import stamp
from ros_nodes.lifecycle import OK, WARN, Diagnosis, ManagedNode
from ros_nodes.parameters import Settings
from ros_nodes.process import run
from ros_nodes.scheduling import Urgency
from ros_nodes.simulation.pacer import Pacer, RateMeter
from sim.faults import FaultSettings
from sim.scene_sampler import sample
from sim.truth_record import TruthRecorder
from sim.world import SimWorld
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.chunk import HoldRequest
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.safety import ESTOP
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.robot_model.arm_model import ArmModel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rclpy.publisher import Publisher

    from xlerobot_agent.contracts.arm import WrittenSetPoint
    from xlerobot_agent.contracts.camera import Frame
    from xlerobot_agent.contracts.chunk import ChunkStatus
    from xlerobot_agent.contracts.safety import MotionPermit

CONTROL_PERIOD = 0.01
"""Simulated time between two set-points [s]."""
HEALTH_CYCLES = 50
"""Control periods between two readings of the servos' health, as a real bus has time for."""
LATE = 0.03
"""Real time without a step after which messages are let in before the next one [s]."""
REST_TIME = 0.5
"""After it was asked to end this node waits for the arm no longer than this [s]."""
STANDS = 0.02
"""A joint slower than this stands, but for its noise [rad/s]."""
SLOW_FACTOR = 0.95
"""Below this share of the wished real-time factor the diagnostics warn."""
TRUTH_FILE = "truth.json"


class SimulationSettings(Settings):
    """Parameters of sim_node."""

    seed: int = Field(default=0, ge=0)
    """Which desk: positions, sizes, colours, light, camera poses."""
    real_time_factor: float = Field(default=1.0, ge=0.0, le=20.0)
    """Simulated seconds per real second; 0 for as fast as the machine goes."""
    camera_rate: float = Field(default=8.0, ge=0.1, le=30.0)
    """Images per camera and simulated second [Hz]."""
    faults: str = ""
    """Faults of this episode as name:value, separated by spaces; empty for none."""
    objects_file: str = ""
    """Object catalogue; empty for the installed config/objects.yaml."""
    limits_file: str = ""
    """Safety limits; empty for the installed config/safety.yaml."""
    score_dir: str = ""
    """Folder for truth.json, what the scorer judges from; empty writes none."""


class SimulationNode(ManagedNode[SimulationSettings]):
    """Steps the world in the executor's one thread: messages come in between two periods.

    World truth leaves only by the file and by a service of this node's own name, for the scorer.
    """

    def __init__(self) -> None:
        super().__init__("simulation", SimulationSettings)
        self._meter = RateMeter()
        self._permits_missed = 0
        self._worst_cycle = 0.0
        self._stepped = 0.0

    def configure(self) -> None:
        """Build the desk and its topics."""
        given, config = self.settings, config_directory()
        catalogue = load(Path(given.objects_file or config / "objects.yaml"), ObjectCatalogue)
        limits = load(Path(given.limits_file or config / "safety.yaml"), SafetyLimits)
        self._model = ArmModel()
        faults = FaultSettings.parse(given.faults.split())
        self._world = SimWorld(sample(given.seed, catalogue), catalogue, faults, given.seed)
        self._truth = TruthRecorder(self._world, limits.workspace, given.seed)
        self._player = ChunkPlayer(self._world.arm, self._model, limits)
        self._pacer = Pacer(given.real_time_factor, CONTROL_PERIOD)
        self._cameras = list(self._world.cameras.values())
        self._cycle_count = 0
        self._camera_cycles = max(
            len(self._cameras), round(1.0 / given.camera_rate / CONTROL_PERIOD)
        )
        self._advertise()
        self._subscribe(limits.permit_deadline)
        self._publish_mounts(camera.capture() for camera in self._cameras)
        self._catch_up = self.create_guard_condition(self._step)

    def activate(self) -> None:
        """Start time."""
        self._timer = self.create_timer(self._pacer.interval, self._step, clock=self.steady_clock)

    def deactivate(self) -> None:
        """Bring the arm to rest, then stop time."""
        self.destroy_timer(self._timer)
        self.destroy_guard_condition(self._catch_up)
        request = HoldRequest(reason=Reason.STOPPED, source=self.get_name())
        self._player.hold(request, self._world.now)
        self._come_to_rest(time.monotonic() + REST_TIME)
        if self.settings.score_dir:
            self._write_truth()

    def _come_to_rest(self, until: float) -> None:
        """Play the ramp to its end, and what the servos are behind it, in real time.

        The arm is never left while it moves, by whatever this node is ended.

        Args:
            until: steady time at which it is left all the same [s].
        """
        while (steady := time.monotonic()) < until:
            if self._pacer.due(steady) == 0:
                time.sleep(self._pacer.interval / 2)
                continue
            self._cycle(steady)
            self._pacer.count()
            speed = max(map(abs, self._world.arm.read().velocities))
            if self._player.at_rest and speed < STANDS:
                return

    def diagnose(self) -> Diagnosis:
        """WARN when time runs slower than wished."""
        factor = self._meter.measure(self._world.now, time.monotonic())
        wished = self.settings.real_time_factor
        worst, self._worst_cycle = self._worst_cycle, 0.0
        figures: dict[str, object] = {
            "real_time_factor": round(factor, 3),
            "simulated_time": round(self._world.now, 3),
            "periods_given_up": self._pacer.lost,
            "worst_cycle_ms": round(worst * 1e3, 2),
            "permit_deadlines_missed": self._permits_missed,
            "at_rest": self._player.at_rest,
        }
        if factor < wished * SLOW_FACTOR:
            return WARN, f"real-time factor {factor:.2f}, wished {wished:.2f}", figures
        return OK, "running", figures

    def _advertise(self) -> None:
        self._joint_state = JointState()
        self._clock_message = ClockMessage()
        self._set_point = msg.SetPoint()
        self._joint_states = self.create_publisher(JointState, "joint_states", qos.SENSOR)
        self._health = self.create_publisher(msg.ServoHealth, "servo_health", qos.SENSOR)
        self._set_points = self.create_publisher(msg.SetPoint, "set_point", qos.SET_POINT)
        self._clock_topic = self.create_publisher(ClockMessage, "/clock", qos.CLOCK)
        self._statuses = self.create_publisher(msg.ChunkStatus, "chunk/status", qos.STATUS)
        self._mounts = self.create_publisher(TFMessage, "/tf_static", qos.TF_STATIC)
        self._images: dict[str, tuple[Publisher, Publisher]] = {
            camera.name: (
                self.create_publisher(Image, f"camera/{camera.name}/image", qos.NEWEST),
                self.create_publisher(CameraInfo, f"camera/{camera.name}/camera_info", qos.SENSOR),
            )
            for camera in self._cameras
        }
        description = self.create_publisher(String, "robot_description", qos.LATCHED)
        description.publish(String(data=self._model.urdf))
        self.create_service(Trigger, "~/truth", self._on_truth)

    def _subscribe(self, deadline: float) -> None:
        subscribe = self.create_subscription
        subscribe(msg.ActionChunk, "chunk", self._on_chunk, qos.CHUNK_READER)
        subscribe(msg.HoldRequest, "hold", self._on_hold, qos.HOLD)
        subscribe(Bool, "estop", self._on_estop, qos.ESTOP)
        subscribe(Bool, "estop", self._on_estop, qos.ESTOP_BEST_EFFORT)
        subscribe(msg.EmergencyStop, "estop/source", self._on_estop_source, qos.ESTOP_SOURCE)
        self.listen(
            msg.SafetyState,
            "safety/state",
            safety_conversion.state_from_msg,
            self._player.on_safety,
            qos.LATCHED,
        )
        self.listen(
            msg.MotionPermit,
            "safety/permit",
            safety_conversion.permit_from_msg,
            self._on_permit,
            qos.permit(deadline),
            event_callbacks=SubscriptionEventCallbacks(
                deadline=self._on_permit_missed, use_default_callbacks=False
            ),
        )

    def _publish_mounts(self, frames: Iterable[Frame]) -> None:
        self._mounts.publish(
            TFMessage(
                transforms=[
                    camera_conversion.mount_to_msg(f.camera, f.mount, f.extrinsics, f.stamp)
                    for f in frames
                ]
            )
        )

    def _step(self) -> None:
        """At most one control period; another one after the messages that came meanwhile.

        Periods in a row without them would let permits look older than they are.
        """
        started = time.monotonic()
        late = started - self._stepped > LATE
        self._stepped = started
        if late:
            # Whatever kept this thread, permits came meanwhile: they are heard first.
            self._catch_up.trigger()
            return
        due = self._pacer.due(started)
        if due == 0:
            return
        self._cycle(started)
        self._pacer.count()
        self._worst_cycle = max(self._worst_cycle, time.monotonic() - started)
        if due > 1:
            self._catch_up.trigger()

    def _cycle(self, steady: float) -> None:
        """One control period: physics, player, messages; at most one camera's image."""
        world = self._world
        world.advance(CONTROL_PERIOD)
        self._truth.watch()
        state = world.arm.read()
        before = self._player.written
        statuses = self._player.tick(world.now, steady, state)
        self._publish_written(before)
        self._publish_statuses(statuses)
        self._clock_message.clock = stamp.to_msg(world.now)
        self._clock_topic.publish(self._clock_message)
        self._joint_states.publish(arm_conversion.fill(self._joint_state, state))
        if self._cycle_count % HEALTH_CYCLES == 0:
            self._health.publish(servo_conversion.to_msg(world.arm.health()))
        # One camera after another, so that no period has to draw two images.
        turn = self._cycle_count % self._camera_cycles
        self._cycle_count += 1
        if turn < len(self._cameras):
            self._publish_image(self._cameras[turn].read())

    def _publish_written(self, before: WrittenSetPoint | None) -> None:
        """What was written, while it changes or belongs to a chunk."""
        written = self._player.written
        if written is None or written is before:
            return
        if before is None or written.chunk_id or written.positions != before.positions:
            names = self._world.arm.joint_names
            self._set_points.publish(arm_conversion.fill_set_point(self._set_point, written, names))

    def _publish_image(self, frame: Frame | None) -> None:
        if frame is None:
            return
        image, info = self._images[frame.camera]
        info.publish(camera_conversion.info_to_msg(frame))
        image.publish(camera_conversion.image_to_msg(frame))

    def _publish_statuses(self, statuses: Iterable[ChunkStatus]) -> None:
        for status in statuses:
            self._statuses.publish(chunk_conversion.status_to_msg(status))

    def _on_chunk(self, message: msg.ActionChunk) -> None:
        try:
            chunk = chunk_conversion.from_msg(message)
        except ValueError as error:
            self.get_logger().error(f"chunk '{message.chunk_id}' cannot be read: {error}")
            return
        self._publish_statuses([self._player.accept(chunk, self._world.now)])

    def _on_hold(self, message: msg.HoldRequest) -> None:
        self._player.hold(chunk_conversion.hold_from_msg(message), self._world.now)

    def _on_estop(self, message: Bool) -> None:
        self._player.on_estop(message.data, ESTOP, self._world.now)

    def _on_estop_source(self, message: msg.EmergencyStop) -> None:
        stop = safety_conversion.emergency_from_msg(message)
        self._player.on_estop(stop.asserted, stop.latch_source, self._world.now)

    def _on_permit(self, permit: MotionPermit) -> None:
        self._player.on_permit(permit, self._world.now, time.monotonic())

    def _on_permit_missed(self, _event: Any) -> None:
        self._permits_missed += 1

    def _on_truth(self, _request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        """The truth so far, as JSON; judging it is the scorer's work."""
        response.success = True
        response.message = self._truth.record().model_dump_json()
        return response

    def _write_truth(self) -> None:
        folder = Path(self.settings.score_dir).expanduser()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / TRUTH_FILE
        path.write_text(self._truth.record().model_dump_json(indent=2), encoding="utf-8")
        self.get_logger().info(f"wrote {path}")


def main() -> int:
    """Entry point of the executable ``sim_node``."""
    return run(SimulationNode, urgency=Urgency.CONTROL)


if __name__ == "__main__":
    sys.exit(main())
