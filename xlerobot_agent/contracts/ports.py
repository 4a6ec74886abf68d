"""The seams: whatever can be swapped is swapped at one of these Protocols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from xlerobot_agent.contracts.arm import ArmState, SetPoint
    from xlerobot_agent.contracts.camera import Frame
    from xlerobot_agent.contracts.chunk import ActionChunk, HoldRequest
    from xlerobot_agent.contracts.skills import SkillFeedback, SkillGoal, SkillResult


class Clock(Protocol):
    """Time, injected so that decisions replay."""

    def now(self) -> float:
        """Node time [s]: the simulator's in simulation. For stamps and for motion."""

    def steady(self) -> float:
        """Monotonic time [s] that no clock jump moves. For watchdogs."""


class IdFactory(Protocol):
    """Makes ids; a seeded one in replays."""

    def new(self, prefix: str) -> str:
        """A fresh id such as ``chunk-17``; never the same twice from one factory."""


class ArmPort(Protocol):
    """One arm, simulated or real."""

    @property
    def joint_names(self) -> tuple[str, ...]:
        """In the URDF's order, gripper last."""

    def read(self) -> ArmState:
        """Measure all joints. Raises DriverFault when the bus does not answer."""

    def write(self, set_point: SetPoint) -> None:
        """Send positions [rad]. The driver clamps to the joint limits as the last line."""

    def hold(self) -> None:
        """Keep the last set-point, energised."""

    def relax(self) -> None:
        """Torque off."""


class CameraPort(Protocol):
    """One camera."""

    def read(self) -> Frame | None:
        """The newest frame, or None when none came since the last call."""


class ChunkSink(Protocol):
    """Where the skill server's motion goes: the supervisor's gate and the arm's hold."""

    def request(self, chunk: ActionChunk) -> None:
        """Ask for a chunk to be played; its fate comes back as ChunkStatus."""

    def hold(self, request: HoldRequest) -> None:
        """Ask the arm to ramp to rest."""


class SkillListener(Protocol):
    """Hears of a goal's progress and of its one result."""

    def on_feedback(self, feedback: SkillFeedback) -> None:
        """Progress."""

    def on_result(self, result: SkillResult) -> None:
        """The end, exactly once per accepted goal."""


class SkillPort(Protocol):
    """The skills as the agent sees them; in process or over ROS, it cannot tell which."""

    def submit(self, goal: SkillGoal, listener: SkillListener) -> None:
        """Start a goal; a refusal is a result with verdict REJECTED."""

    def cancel(self, goal_id: str) -> None:
        """Ask a goal to end; always accepted, unknown goals are already ended."""

    def stop(self, reason: str) -> None:
        """Hold the arm and end whatever runs."""


class DriverFault(RuntimeError):
    """The arm's driver cannot read or write; the arm holds its last set-point."""
