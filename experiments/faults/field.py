"""A live graph to be attacked, with a person's console, a witness and an outsider's hands."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from experiments.live.estop_trial import FAST
from experiments.live.exits import exit_code
from experiments.live.graph import LaunchedGraph
from experiments.live.run import wait_ready
from ros_nodes.console.errors import ConsoleError, UnavailableError
from ros_nodes.console.node import Console
from ros_nodes.trial.outsider import Outsider
from sim.truth_record import TruthRecord
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.safety import SafetyMode

if TYPE_CHECKING:
    from ros_nodes.trial.forger import Forger
    from ros_nodes.trial.hands import Hands
    from ros_nodes.trial.questions import Questions
    from ros_nodes.trial.witness import Witness
    from xlerobot_agent.contracts.safety import SafetyState
    from xlerobot_agent.contracts.skills import SkillFeedback, SkillResult

CLEAR_TIME = 10.0
"""For the supervisor to be clear again after a reset [s]."""
START_TIME = 15.0
"""For all nodes to have heard of each other [s]."""
STEP_TIME = 30.0
"""For a skill to come to a step [s]."""
_PASSING = (Reason.LEASE_LOST, Reason.HEARTBEAT_LOST, Reason.TIMEOUT)
"""Why a fold fails on a graph whose nodes have just started, or on a busy machine."""


class FieldError(RuntimeError):
    """The graph is not in a state to be attacked; nothing was learnt of the fault."""


class Motion:
    """A skill that a person asked for; it runs until something ends it."""

    def __init__(self, console: Console, skill: str, arguments: tuple[str, ...]) -> None:
        """Ask for it, in a thread of its own."""
        self._console = console
        self._skill, self._arguments = skill, arguments
        self._news = threading.Condition()
        self._steps: list[str] = []
        self.result: SkillResult | None = None
        self.error: ConsoleError | None = None
        self._thread = threading.Thread(target=self._run, name="motion", daemon=True)
        self._thread.start()

    def wait_step(self, step: str, timeout: float = STEP_TIME) -> None:
        """Until the skill says that it does this step.

        Raises:
            FieldError: it ended before, or takes too long.
        """
        with self._news:
            self._news.wait_for(lambda: step in self._steps or self.ended, timeout)
        if step not in self._steps:
            how = self.result.message if self.result is not None else self.error
            raise FieldError(f"{self._skill} did not come to '{step}': {how}")

    def join(self, timeout: float = 15.0) -> SkillResult | None:
        """Wait for the end; the result, None when nobody gave one."""
        self._thread.join(timeout)
        return self.result

    @property
    def ended(self) -> bool:
        """There is a result, or there will be none."""
        return self.result is not None or self.error is not None

    def _run(self) -> None:
        try:
            call = getattr(self._console, self._skill)
            self.result = call(*self._arguments, on_feedback=self._on_feedback)
        except ConsoleError as error:
            self.error = error
        with self._news:
            self._news.notify_all()

    def _on_feedback(self, feedback: SkillFeedback) -> None:
        with self._news:
            self._steps.append(feedback.step)
            self._news.notify_all()


class Field:
    """One graph, as long as it is fit; a context manager."""

    def __init__(
        self,
        launch_file: Path,
        arguments: Mapping[str, str],
        directory: Path,
        on_stage: Callable[[str], None] = lambda stage: None,
    ) -> None:
        """Prepare.

        Args:
            launch_file: of the graph.
            arguments: launch arguments.
            directory: for the nodes' output.
            on_stage: is told what is waited for.
        """
        self.note = on_stage
        self.arguments = dict(arguments)
        self._graph = LaunchedGraph(launch_file, arguments, directory)
        self._console = Console()
        self._outsider = Outsider()
        self._motions: list[Motion] = []

    def __enter__(self) -> Self:
        self.note("starting the nodes")
        self._graph.__enter__()
        try:
            wait_ready(self._console, self._graph)
            self.wait_heard()
            self.recover()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._graph.end()
        # Without its server a goal ends after a few seconds of silence.
        for motion in self._motions:
            motion.join()
        self._outsider.__exit__(kind, error, trace)
        self._console.close()

    @property
    def console(self) -> Console:
        """A person's terminal."""
        return self._console

    @property
    def witness(self) -> Witness:
        """Who watches."""
        return self._outsider.witness

    @property
    def hands(self) -> Hands:
        """Who sends."""
        return self._outsider.hands

    @property
    def questions(self) -> Questions:
        """Who asks."""
        return self._outsider.questions

    @property
    def forger(self) -> Forger:
        """Who sends what no node would."""
        return self._outsider.forger

    @property
    def processes(self) -> Mapping[str, int]:
        """Process numbers of the nodes by name."""
        return self._graph.processes

    @property
    def now(self) -> float:
        """Simulated time, as the joints' newest stamp [s]."""
        return self.witness.joints[-1].stamp

    def truth(self) -> TruthRecord:
        """How the world really is, from the simulation itself.

        Raises:
            UnavailableError: it does not answer.
        """
        return TruthRecord.model_validate_json(self.questions.truth())

    def wait_time(self, stamp: float, timeout: float) -> None:
        """Until the simulated time is past a moment.

        Raises:
            FieldError: it does not come to that within ``timeout`` [s].
        """
        self.note(f"waiting for {stamp:.1f} s of simulated time")
        if not self.witness.wait_for(lambda: self.now > stamp, timeout):
            raise FieldError(
                f"after {timeout:.0f} s simulated time is {self.now:.1f} s, not {stamp:.1f}"
            )

    def wait_log(self, words: str, timeout: float) -> bool:
        """Until a node printed these words; False when none did within ``timeout`` [s]."""
        self.note(f"waiting for a node to say '{words}'")
        return self.witness.wait_for(lambda: words in self._graph.printed(), timeout)

    def alive(self, node: str) -> bool:
        """The node's process runs."""
        return self.exit_code(node) is None

    def exit_code(self, node: str, timeout: float = 0.0) -> int | None:
        """How the node's process ended, within ``timeout`` [s]; None while it runs.

        Raises:
            KeyError: there is no such node.
        """
        return exit_code(self._graph.processes[node], timeout)

    def signal(self, node: str, number: signal.Signals) -> float:
        """Send a signal to a node's process; when, steady [s].

        Raises:
            FieldError: there is no such process.
        """
        processes = self._graph.processes
        if node not in processes or not _send(processes[node], number):
            raise FieldError(f"no process '{node}' among {', '.join(processes)}")
        return time.monotonic()

    def end(self, node: str, timeout: float = 5.0) -> None:
        """Kill a node; returns when it has ended.

        Raises:
            FieldError: there is no such process, or it does not end within ``timeout`` [s].
        """
        self.signal(node, signal.SIGKILL)
        if self.exit_code(node, timeout) is None:
            raise FieldError(f"'{node}' did not end within {timeout:.0f} s")

    def restart(self, node: str) -> None:
        """Start a node anew; returns before it is ready."""
        self._graph.restart(node)

    def move(self, skill: str, *arguments: str) -> Motion:
        """Begin a skill under an operator's lease, e.g. ``pick``, ``red_cup``."""
        self.note(" ".join((skill, *arguments)))
        motion = Motion(self._console, skill, arguments)
        self._motions.append(motion)
        return motion

    def in_motion(self, step: str, skill: str = "pick", *arguments: str) -> Motion:
        """Begin a skill and wait until the arm moves at speed in one of its steps.

        Raises:
            FieldError: it does not come to that.
        """
        motion = self.move(skill, *(arguments or ("red_cup",)))
        self.note(f"waiting for {skill} to come to '{step}'")
        motion.wait_step(step)
        if not self.witness.wait_for(lambda: self.witness.speed > FAST, STEP_TIME):
            raise FieldError(f"the arm does not move in '{step}'")
        return motion

    def recover(self) -> None:
        """Reset every latch and fold the arm, so that a fault finds the field as new.

        Raises:
            FieldError: the graph does not come (back) to work.
        """
        self.note("resetting what is latched and folding the arm")
        try:
            if self.witness.state is not None and self.witness.state.latches:
                self.reset()
            if not self.witness.wait_for(lambda: self.mode is SafetyMode.CLEAR, CLEAR_TIME):
                raise FieldError(f"safety stays {self.mode}")
            self._fold()
        except ConsoleError as error:
            raise FieldError(f"the graph does not come back: {error}") from error

    def _fold(self) -> None:
        """Nodes that have just started refuse goals, or change epochs, until all are heard."""
        deadline = time.monotonic() + START_TIME
        while True:
            try:
                result = self._console.move_to_rest()
            except UnavailableError:
                # Asked while only the predecessor of a node was known, a request is lost.
                if time.monotonic() > deadline:
                    raise
                continue
            if result.reason is None:
                return
            passing = result.verdict is Verdict.REJECTED or result.reason in _PASSING
            if not passing or time.monotonic() > deadline:
                raise FieldError(f"the arm does not come to rest: {result.message}")

    def under_agent(self) -> SafetyState:
        """Wait until the agent has control and motion is allowed; the supervisor's state.

        Raises:
            FieldError: it does not get it.
        """
        asked = time.monotonic()

        def granted() -> bool:
            state, permits = self.witness.state, self.witness.permits
            if state is None or not permits or permits[-1].time < asked:
                return False
            permit = permits[-1].message
            agents = permit.owner is Owner.AGENT and permit.epoch == state.epoch
            return agents and permit.motion_allowed

        if not self.witness.wait_for(granted, CLEAR_TIME):
            raise FieldError(f"the agent has no control: {self.witness.state}")
        return self.witness.states[-1].message

    @property
    def mode(self) -> SafetyMode | None:
        """The supervisor's, as last heard."""
        state = self.witness.state
        return None if state is None else state.mode

    def reset(self) -> None:
        """Reset every latch, as a person does.

        Raises:
            FieldError: it is refused for too long.
        """
        deadline = time.monotonic() + CLEAR_TIME
        while True:
            replies = self._console.reset("trial")
            if all(reply.accepted for reply in replies):
                return
            if time.monotonic() > deadline:
                raise FieldError(f"no reset: {'; '.join(r.message for r in replies)}")
            # A reset is refused until the last e-stop has been silent for half a second.
            self.witness.wait_for(lambda: False, 0.1)

    def wait_heard(self) -> None:
        """Until the outsider is connected with everybody.

        Raises:
            FieldError: it does not come to that.
        """
        if not self.witness.wait_for(self._ready, CLEAR_TIME):
            raise FieldError("the outsider does not hear the graph")

    def _ready(self) -> bool:
        return bool(self.witness.joints) and self.witness.state is not None and self.hands.connected


def _send(process: int, number: int) -> bool:
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return False
    return True
