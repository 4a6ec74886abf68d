"""agent_node: the agent on the graph. It sends skill goals and nothing lower."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TextIO

from xlerobot_interfaces import msg, srv

from agent_core.agent import Agent
from agent_core.planning.rule_planner import RulePlanner
from agent_core.settings import AgentSettings
from ros_nodes import qos
from ros_nodes.control_lease import ControlLease
from ros_nodes.conversions import agent as agent_conversion
from ros_nodes.conversions import safety as safety_conversion
from ros_nodes.conversions import scene as scene_conversion
from ros_nodes.identifiers import RunIdentifiers
from ros_nodes.lifecycle import OK, WARN, Diagnosis, ManagedNode
from ros_nodes.parameters import Settings
from ros_nodes.process import run
from ros_nodes.scheduling import Urgency
from ros_nodes.skill_client import RosSkills
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.events import Event
from xlerobot_agent.contracts.instruction import AgentStatus, Answer, Instruction
from xlerobot_agent.contracts.safety import SafetyState

TICK_PERIOD = 0.05
"""Between two steps of the agent [s]."""
STATE_PERIOD = 1.0
"""The state is sent so often even when nothing changed: whoever follows notices silence [s]."""


class AgentNodeSettings(Settings):
    """Parameters of agent_node."""

    objects_file: str = ""
    """Object catalogue; empty for the installed config/objects.yaml."""
    agent_file: str = ""
    """What can be tuned about deliberation; empty for the installed config/agent.yaml."""
    trace_file: str = ""
    """Where the decision trace is written, one JSON line a commit; empty for nowhere."""


class AgentNode(ManagedNode[AgentNodeSettings]):
    """One thread: whatever comes in is taken in order, and the tick acts on it."""

    def __init__(self) -> None:
        super().__init__("agent", AgentNodeSettings)
        self._trace: TextIO | None = None

    def configure(self) -> None:
        """Build the agent and its topics."""
        given, config = self.settings, config_directory()
        catalogue = load(Path(given.objects_file or config / "objects.yaml"), ObjectCatalogue)
        settings = load(Path(given.agent_file or config / "agent.yaml"), AgentSettings)
        if given.trace_file:
            path = Path(given.trace_file).expanduser()
            path.parent.mkdir(parents=True, exist_ok=True)
            self._trace = path.open("w", encoding="utf-8")
        self._skills = RosSkills(self, self.clock)
        self._agent = Agent(
            RulePlanner(),
            self._skills,
            catalogue,
            self.clock,
            RunIdentifiers(),
            settings,
            trace=self._write_trace if self._trace is not None else None,
        )
        self._published: tuple[AgentStatus, float] | None = None
        self._states = self.create_publisher(msg.AgentState, "agent/state", qos.AGENT_STATE)
        self._events = self.create_publisher(msg.AgentEvent, "agent/events", qos.EVENTS)
        self._agent.events.subscribe(self._on_event)
        self._lease = ControlLease(self, Owner.AGENT)
        self.listen(
            msg.SceneObservation,
            "scene",
            scene_conversion.from_msg,
            self._agent.on_scene,
            qos.LATCHED,
        )
        self.listen(
            msg.SafetyState,
            "safety/state",
            safety_conversion.state_from_msg,
            self._on_safety,
            qos.LATCHED,
        )
        self.create_service(srv.SubmitInstruction, "instruction", self._on_instruction)

    def activate(self) -> None:
        """Start to deliberate."""
        self._timer = self.create_timer(TICK_PERIOD, self._tick, clock=self.steady_clock)

    def deactivate(self) -> None:
        """Stop what runs and give control back."""
        self.destroy_timer(self._timer)
        if self._agent.status.skill:
            self._skills.stop("the agent ends")
        self._lease.release()
        if self._trace is not None:
            self._trace.close()

    def diagnose(self) -> Diagnosis:
        """WARN while the agent could not act if it wanted to."""
        figures: dict[str, object] = {
            "activity": self._agent.status.activity.value,
            "control": self._lease.held,
            "skills": self._skills.ready,
        }
        missing = self._skills.missing
        if missing:
            return WARN, f"nobody offers {', '.join(missing)}; see skill_server_node", figures
        if not self._lease.held:
            return WARN, "the agent has no control; see safety/state for who has", figures
        return OK, self._agent.status.activity.value, figures

    def _tick(self) -> None:
        self._agent.tick(self.clock.now())
        # From the loop that deliberates: what hangs it ends its control too.
        self._states.assert_liveliness()
        self._publish_state()

    def _publish_state(self) -> None:
        status, steady = self._agent.status, time.monotonic()
        if self._published is not None:
            before, at = self._published
            same = status is before or status == before.model_copy(update={"stamp": status.stamp})
            if same and steady - at < STATE_PERIOD:
                return
        self._published = (status, steady)
        self._states.publish(agent_conversion.status_to_msg(status))

    def _on_safety(self, state: SafetyState) -> None:
        self._agent.on_safety(state)
        self._lease.on_safety(state)

    def _on_instruction(
        self, request: srv.SubmitInstruction.Request, response: srv.SubmitInstruction.Response
    ) -> srv.SubmitInstruction.Response:
        if not self.active:
            response.answer = Answer.REFUSE.value
            response.error_code = response.NOT_READY
            response.error_message = "the agent is not active; activate it"
            response.message = response.error_message
            return response
        reply = self._agent.on_instruction(
            Instruction(
                instruction_id=request.instruction_id,
                text=request.text,
                source=request.source or "operator",
                stamp=self.clock.now(),
            )
        )
        self.get_logger().info(f"'{request.text[:80]}': {reply.answer.value}: {reply.message}")
        self._publish_state()
        return agent_conversion.fill_reply(response, reply)

    def _on_event(self, event: Event) -> None:
        self._events.publish(agent_conversion.event_to_msg(event))

    def _write_trace(self, line: str) -> None:
        if self._trace is not None:
            self._trace.write(f"{line}\n")


def main() -> int:
    """Entry point of the executable ``agent_node``."""
    return run(AgentNode, urgency=Urgency.DELIBERATION)


if __name__ == "__main__":
    sys.exit(main())
