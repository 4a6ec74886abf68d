"""joystick_estop_node: the buttons of any joystick driver as e-stop and hold-to-run switch."""

from __future__ import annotations

import sys
import time

from pydantic import Field
from sensor_msgs.msg import Joy
from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.conversions import safety as safety_conversion
from ros_nodes.estop_source import EstopSource
from ros_nodes.joystick_estop.buttons import NONE, ButtonMap, JoystickButtons
from ros_nodes.lifecycle import ERROR, OK, WARN, Diagnosis, ManagedNode
from ros_nodes.parameters import Settings
from ros_nodes.process import run
from xlerobot_agent.contracts.safety import HoldToRun

CHECK_PERIOD = 0.02
"""Between two looks at the joystick's silence [s]."""


class JoystickEstopSettings(Settings):
    """Parameters of joystick_estop_node."""

    estop_button: int = Field(default=1, ge=NONE)
    """Index of the button that stops the arm, B on most gamepads; -1 for none."""
    hold_button: int = Field(default=NONE, ge=NONE)
    """Index of the button that has to be held for the arm to move; -1 for none."""
    silence: float = Field(default=0.5, gt=0.0, le=10.0)
    """A joystick that was heard once and is silent for so long asserts the e-stop [s]."""
    source: str = Field(default="joystick", min_length=1)
    """What the latch and the hold-to-run switch are called; one name a joystick."""


class JoystickEstopNode(ManagedNode[JoystickEstopSettings]):
    """Passes on what the joystick says, when it says it.

    The hold is never repeated on the joystick's behalf, so the joystick's silence is the switch's.
    """

    def __init__(self) -> None:
        super().__init__("joystick_estop", JoystickEstopSettings)

    def configure(self) -> None:
        """Advertise the source and listen to the joystick."""
        given = self.settings
        buttons = ButtonMap(estop=given.estop_button, hold=given.hold_button)
        self._buttons = JoystickButtons(buttons, given.silence)
        self._estop = EstopSource(self, given.source, self.clock)
        self._asserted: str | None = None
        self._fault: str | None = None
        self._holds = (
            self.create_publisher(msg.HoldToRun, "hold_to_run", qos.HOLD_TO_RUN)
            if given.hold_button != NONE
            else None
        )
        self.create_subscription(Joy, "joy", self._on_joy, qos.SENSOR)

    def activate(self) -> None:
        """Watch for silence."""
        self._timer = self.create_timer(CHECK_PERIOD, self._watch, clock=self.steady_clock)

    def deactivate(self) -> None:
        """Let go; what is asserted stays asserted."""
        self.destroy_timer(self._timer)
        self._say_held(False)

    def diagnose(self) -> Diagnosis:
        """ERROR while a button is missing or the e-stop is asserted."""
        figures: dict[str, object] = {
            "source": self.settings.source,
            "asserted": self._asserted is not None,
            "held": self._buttons.held,
        }
        if self._fault is not None or self._asserted is not None:
            return ERROR, self._fault or self._asserted or "", figures
        if not self._buttons.heard:
            return WARN, "no joystick was heard yet on joy; start its driver", figures
        return OK, "running", figures

    def _on_joy(self, message: Joy) -> None:
        if not self.active:
            return
        self._buttons.on_buttons(message.buttons, time.monotonic())
        fault = self._buttons.fault()
        if fault is not None and fault != self._fault:
            self.get_logger().error(fault)
        self._fault = fault
        self._watch()
        self._say_held(self._buttons.held)

    def _watch(self) -> None:
        """Tell every change of the assertion, once."""
        reason = self._buttons.assertion(time.monotonic())
        if reason == self._asserted:
            return
        if reason is not None:
            self._estop.assert_stop(reason)
        else:
            self._estop.release()
        self.get_logger().info(reason or "released; a person resets the latch")
        self._asserted = reason

    def _say_held(self, held: bool) -> None:
        if self._holds is None:
            return
        word = HoldToRun(source=self.settings.source, held=held, stamp=self.clock.now())
        self._holds.publish(safety_conversion.hold_to_run_to_msg(word))


def main() -> int:
    """Entry point of the executable ``joystick_estop_node``."""
    return run(JoystickEstopNode)


if __name__ == "__main__":
    sys.exit(main())
