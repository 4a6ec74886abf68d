"""perception_node: the newest image of each camera and the joint state in, ``scene`` out."""

from __future__ import annotations

import sys
import time
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import Field
from sensor_msgs.msg import CameraInfo, Image, JointState
from tf2_msgs.msg import TFMessage
from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.conversions import arm as arm_conversion
from ros_nodes.conversions import camera as camera_conversion
from ros_nodes.conversions import scene as scene_conversion
from ros_nodes.conversions import stamp
from ros_nodes.identifiers import RunIdentifiers
from ros_nodes.lifecycle import OK, WARN, Diagnosis, ManagedNode
from ros_nodes.parameters import Settings
from ros_nodes.perception.delivery import Delivery
from ros_nodes.perception.pipeline import PerceptionPipeline
from ros_nodes.perception.settings import PerceptionSettings
from ros_nodes.process import run
from ros_nodes.scheduling import Urgency
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.camera import Frame, Intrinsics
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.robot_model.arm_model import ArmModel

if TYPE_CHECKING:
    from geometry_msgs.msg import TransformStamped
    from numpy.typing import NDArray

    from xlerobot_agent.contracts.arm import ArmState

STATES_KEPT = 100
"""Joint states remembered, one second at 100 Hz: an image is judged with the arm as it was."""
SILENCE_CHECKS = 5
"""How often within the time of a silence it is looked for one."""


class PerceptionNodeSettings(Settings):
    """Parameters of perception_node."""

    cameras: tuple[str, ...] = ("front", "wrist")
    """Names of the cameras; the last one's image completes a look."""
    pair_age: float = Field(default=0.1, gt=0.0, le=1.0)
    """Images of one look are at most this far apart [s]."""
    image_age: float = Field(default=0.4, gt=0.0, le=5.0)
    """An image older than this on arrival is dropped [s]."""
    lag: float = Field(default=0.2, gt=0.0, le=5.0)
    """A camera that two or more pictures are missing of fails when this far behind another [s]."""
    silence: float = Field(default=0.5, gt=0.0, le=10.0)
    """After this long without a complete look one is made of what there is [s]."""
    objects_file: str = ""
    """Object catalogue; empty for the installed config/objects.yaml."""
    perception_file: str = ""
    """Thresholds; empty for the installed config/perception.yaml."""


@dataclass
class _Camera:
    """What is known of one camera."""

    name: str
    intrinsics: Intrinsics | None = None
    mount: tuple[str, NDArray[np.float64]] | None = None
    captured: int = 0
    dropped: int = 0
    missing: set[str] = field(default_factory=lambda: {"image", "camera_info", "tf_static"})


class PerceptionNode(ManagedNode[PerceptionNodeSettings]):
    """One look at a time; an image that comes meanwhile replaces the one that waited."""

    def __init__(self) -> None:
        super().__init__("perception", PerceptionNodeSettings)

    def configure(self) -> None:
        """Prepare the pipeline and subscribe."""
        given, config = self.settings, config_directory()
        catalogue = load(Path(given.objects_file or config / "objects.yaml"), ObjectCatalogue)
        thresholds = load(
            Path(given.perception_file or config / "perception.yaml"), PerceptionSettings
        )
        model = ArmModel()
        self._pipeline = PerceptionPipeline(catalogue, model, thresholds, RunIdentifiers())
        self._cameras = {name: _Camera(name) for name in given.cameras}
        self._delivery = Delivery(given.cameras, given.pair_age, given.lag)
        self._states: deque[ArmState] = deque(maxlen=STATES_KEPT)
        self._looked_at = time.monotonic()
        self._looks = 0
        self._busy = 0.0
        self._fault = ""
        self._scene = self.create_publisher(msg.SceneObservation, "scene", qos.SCENE)
        self.listen(
            JointState,
            "joint_states",
            partial(arm_conversion.sound_from_msg, joint_names=model.joint_names),
            self._states.append,
            qos.SENSOR,
        )
        self.create_subscription(TFMessage, "/tf_static", self._on_mounts, qos.TF_STATIC)
        for camera in self._cameras.values():
            self._subscribe(camera)

    def activate(self) -> None:
        """Watch for cameras that fall silent."""
        self._timer = self.create_timer(
            self.settings.silence / SILENCE_CHECKS, self._on_silence, clock=self.steady_clock
        )

    def deactivate(self) -> None:
        """Look no more."""
        self.destroy_timer(self._timer)

    def diagnose(self) -> Diagnosis:
        """WARN while the newest look could not be trusted or a camera is not complete."""
        looks, busy = self._looks, self._busy
        self._looks, self._busy = 0, 0.0
        figures: dict[str, object] = {
            "looks_per_second": looks,
            "milliseconds_per_look": round(1e3 * busy / max(1, looks), 1),
        }
        for camera in self._cameras.values():
            figures[f"dropped_{camera.name}"] = camera.dropped
        absent = [
            f"{c.name}: no {', '.join(sorted(c.missing))}"
            for c in self._cameras.values()
            if c.missing
        ]
        problem = "; ".join([*absent, self._fault] if self._fault else absent)
        return (WARN, problem, figures) if problem else (OK, "running", figures)

    def _subscribe(self, camera: _Camera) -> None:
        def on_info(message: CameraInfo) -> None:
            self._on_info(camera, message)

        def on_image(message: Image) -> None:
            self._on_image(camera, message)

        base = f"camera/{camera.name}"
        self.create_subscription(CameraInfo, f"{base}/camera_info", on_info, qos.SENSOR)
        self.create_subscription(Image, f"{base}/image", on_image, qos.NEWEST)

    def _on_mounts(self, message: TFMessage) -> None:
        for transform in message.transforms:
            for camera in self._cameras.values():
                if transform.child_frame_id == camera_conversion.optical_frame(camera.name):
                    self._on_mount(camera, transform)

    def _on_mount(self, camera: _Camera, transform: TransformStamped) -> None:
        try:
            camera.mount = camera_conversion.mount_from_msg(transform)
            camera.missing.discard("tf_static")
        except ValueError as error:
            self.get_logger().error(str(error), throttle_duration_sec=5.0)

    def _on_info(self, camera: _Camera, message: CameraInfo) -> None:
        try:
            camera.intrinsics = camera_conversion.intrinsics_from_msg(message)
            camera.missing.discard("camera_info")
        except ValueError as error:
            self.get_logger().error(str(error), throttle_duration_sec=5.0)

    def _on_image(self, camera: _Camera, message: Image) -> None:
        camera.missing.discard("image")
        try:
            if camera.intrinsics is not None:
                camera_conversion.require_size(message, camera.intrinsics)
            image = camera_conversion.image_from_msg(message)
        except ValueError as error:
            self.get_logger().error(str(error), throttle_duration_sec=5.0)
            return
        if self.active and self._take(camera, stamp.from_msg(message.header.stamp), image):
            self._look()

    def _take(self, camera: _Camera, captured: float, image: NDArray[np.uint8]) -> bool:
        """Take over an image of the moment ``captured`` [s]; True when it is time to look."""
        before = self._delivery.newest(camera.name)
        if before is not None and before.stamp == captured:
            return self._delivery.repeat(camera.name)
        if camera.intrinsics is None or camera.mount is None:
            return False
        if self.clock.now() - captured > self.settings.image_age:
            camera.dropped += 1
            return False
        camera.captured += 1
        mount, extrinsics = camera.mount
        return self._delivery.take(
            Frame(
                camera=camera.name,
                sequence=camera.captured,
                stamp=captured,
                image=image,
                intrinsics=camera.intrinsics,
                extrinsics=extrinsics,
                mount=mount,
            )
        )

    def _on_silence(self) -> None:
        if time.monotonic() - self._looked_at > self.settings.silence:
            self._look()

    def _look(self) -> None:
        """Process what belongs together with the newest image and publish what was seen."""
        if not self._states:
            return
        started = time.monotonic()
        frames = self._delivery.together()
        at = max((frame.stamp for frame in frames), default=self.clock.now())
        state = min(self._states, key=lambda s: abs(s.stamp - at))
        observation = self._pipeline.process(
            frames, state, self.clock.now(), self._delivery.faults()
        )
        self._scene.publish(scene_conversion.to_msg(observation))
        self._fault = observation.fault
        self._looks += 1
        self._looked_at = time.monotonic()
        self._busy += self._looked_at - started


def main() -> int:
    """Entry point of the executable ``perception_node``."""
    return run(PerceptionNode, middleware=Urgency.SIGNS_OF_LIFE)


if __name__ == "__main__":
    sys.exit(main())
