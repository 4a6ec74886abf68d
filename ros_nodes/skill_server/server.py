"""The skill server: takes goals, runs one body skill at a time, passes on what it hears.

The newest goal supersedes the one that runs: that one holds at once, settles, is looked at and
ends preempted, reason ``superseded``; then the newest starts. At most one goal waits, and a newer
one takes its place. Goals that need the cameras alone run beside the body.
"""

from __future__ import annotations

from ros_nodes.skill_server.cell import Cell
from ros_nodes.skill_server.descriptor import Resource
from ros_nodes.skill_server.executor import SOURCE, Desk, Executor
from ros_nodes.skill_server.gates import Reservations
from ros_nodes.skill_server.receipts import Account, ReceiptBook
from ros_nodes.skill_server.settings import SkillSettings
from ros_nodes.skill_server.skills import registered_skills
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.chunk import ChunkStatus, HoldRequest
from xlerobot_agent.contracts.ports import ChunkSink, Clock, IdFactory, SkillListener
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.safety import SafetyState
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.contracts.scene import SceneObservation
from xlerobot_agent.contracts.skills import SkillGoal, SkillName
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.collision_model import CollisionModel


class SkillServer:
    """Implements ``SkillPort``. Stepped: whoever owns it calls `tick` every control period."""

    def __init__(
        self,
        model: ArmModel,
        collisions: CollisionModel,
        catalogue: ObjectCatalogue,
        limits: SafetyLimits,
        settings: SkillSettings,
        sink: ChunkSink,
        clock: Clock,
        ids: IdFactory,
    ) -> None:
        """Set up.

        Args:
            model: the arm; used by this server's thread alone.
            collisions: its distances to itself and the table; likewise.
            catalogue: what can lie on the desk.
            limits: ``safety.yaml``.
            settings: ``skills.yaml``.
            sink: where chunks and holds go.
            clock: injected, for replay.
            ids: likewise.
        """
        self._skills = registered_skills()
        self._cell = Cell(model, collisions, catalogue, limits, settings)
        self._desk = Desk(self._cell, sink, ids, ReceiptBook(), Reservations())
        self._clock = clock
        self._sink = sink
        self._body: Executor | None = None
        self._waiting: Executor | None = None
        self._looking: list[Executor] = []

    @property
    def holding(self) -> str:
        """Id of what the gripper holds, as it feels; empty for nothing."""
        return self._cell.grip.holding()

    @property
    def moving_goal(self) -> str:
        """Id of the goal whose set-points may be on their way; empty for none."""
        body = self._body
        return body.goal.goal_id if body is not None and body.moving else ""

    @property
    def busy(self) -> bool:
        """A goal runs or waits."""
        return self._body is not None or self._waiting is not None or bool(self._looking)

    # SkillPort

    def submit(self, goal: SkillGoal, listener: SkillListener) -> None:
        """Start a goal; a refusal is a result with verdict REJECTED."""
        now = self._clock.now()
        skill = self._skills.get(goal.skill)
        if skill is None or any(e.goal.goal_id == goal.goal_id for e in self._executors()):
            known = ", ".join(sorted(self._skills))
            what = f"no skill '{goal.skill}'; there are {known}"
            if skill is not None:
                what = f"goal id '{goal.goal_id}' is in use; give each goal its own"
            self._refuse(goal, f"gate 'arguments': {what}", listener, now)
            return
        executor = Executor(goal, skill, self._desk, listener, now)
        if Resource.ARM not in skill.needs(goal):
            self._looking.append(executor)
            executor.start(now)
            return
        why, words = Reason.SUPERSEDED, f"goal '{goal.goal_id}' took its place"
        if goal.skill == SkillName.STOP:
            why, words = Reason.STOPPED, "the stop skill was called"
            self._hold(why)
        for older in (self._waiting, self._body):
            if older is not None:
                older.cancel(why, words, now)
        self._waiting = executor
        self._turn(now)

    def cancel(self, goal_id: str) -> None:
        """Ask a goal to end; always accepted, unknown goals are already ended."""
        now = self._clock.now()
        for executor in self._executors():
            if executor.goal.goal_id == goal_id:
                executor.cancel(Reason.CANCELLED, "cancelled on request", now)
        self._turn(now)

    def stop(self, reason: str, goal_id: str = "") -> None:
        """Hold the arm and end whatever runs, or one goal alone; it ends ``stopped``."""
        now = self._clock.now()
        self._hold(Reason.STOPPED, goal_id)
        for executor in self._executors():
            if goal_id in ("", executor.goal.goal_id):
                executor.cancel(Reason.STOPPED, reason or "stopped", now)
        self._turn(now)

    # What is heard

    def on_arm_state(self, arm: ArmState) -> None:
        """A reading of all joints."""
        self._cell.on_arm_state(arm)

    def on_scene(self, observation: SceneObservation) -> None:
        """A new observation."""
        self._cell.on_scene(observation)
        for executor in self._executors():
            executor.on_scene(observation)

    def on_scene_silence(self) -> None:
        """No observation will come: whoever makes them died, hangs or has left."""
        self._cell.on_scene_silence()

    def on_chunk_status(self, status: ChunkStatus) -> None:
        """What became of a chunk."""
        now = self._clock.now()
        for executor in self._executors():
            if executor.goal.goal_id == status.goal_id:
                executor.on_chunk_status(status, now)

    def on_safety(self, state: SafetyState) -> None:
        """The supervisor's state; acted upon in the next tick."""
        self._cell.safety = state

    def on_supervision(self, objection: str) -> None:
        """Why the supervisor counts as dead; empty while it lives."""
        self._cell.unsupervised = objection

    # Time

    def wants_scene(self, now: float) -> bool:
        """Whether an observation would be of use now."""
        return any(executor.wants_scene(now) for executor in self._executors())

    def tick(self, now: float) -> None:
        """One control period."""
        for executor in self._executors():
            executor.tick(now)
        self._turn(now)

    def _executors(self) -> list[Executor]:
        body = [e for e in (self._body, self._waiting) if e is not None]
        return body + self._looking

    def _turn(self, now: float) -> None:
        """Drop what is done; give the body to who waits for it."""
        if self._looking:
            self._looking = [executor for executor in self._looking if not executor.done]
        if self._body is not None and self._body.done:
            self._body = None
        if self._waiting is not None and self._waiting.done:
            self._waiting = None
        if self._body is None and self._waiting is not None:
            self._body, self._waiting = self._waiting, None
            self._body.start(now)

    def _hold(self, reason: Reason, goal_id: str = "") -> None:
        self._sink.hold(HoldRequest(goal_id=goal_id, reason=reason, source=SOURCE))

    def _refuse(self, goal: SkillGoal, message: str, listener: SkillListener, now: float) -> None:
        listener.on_result(
            self._desk.receipts.close(
                Account(
                    goal=goal,
                    epoch=0,
                    verdict=Verdict.REJECTED,
                    reason=Reason.INVALID_GOAL,
                    message=message,
                    predicates=(),
                    before=None,
                    after=None,
                    holding=self.holding,
                    t_started=now,
                    t_settled=now,
                    t_finished=now,
                    chunks=0,
                    played=0,
                    discarded=0,
                )
            )
        )
