"""The shell around the pure core: events in, effects out, one writer, no thread and no sleep."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import Any

from agent_core.effects import (
    CancelSkill,
    Effect,
    Reply,
    RequestProposal,
    StartSkill,
    StopMotion,
)
from agent_core.event_log import EventLog
from agent_core.language.understanding import Act, Understanding
from agent_core.planning.planner import Planner
from agent_core.planning.proposal import PlanningRequest
from agent_core.reducer import core
from agent_core.reducer.core import Core
from agent_core.reducer.timers import next_deadline
from agent_core.settings import AgentSettings
from agent_core.state import CoreState
from agent_core.status import status_of
from agent_core.trace import DecisionTrace
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.events import Channel, Event, Urgency
from xlerobot_agent.contracts.instruction import AgentStatus, Instruction, InstructionReply
from xlerobot_agent.contracts.ports import Clock, IdFactory, SkillPort
from xlerobot_agent.contracts.predicates import Predicate
from xlerobot_agent.contracts.safety import SafetyState
from xlerobot_agent.contracts.scene import SceneObservation
from xlerobot_agent.contracts.skills import SkillFeedback, SkillResult

_PROGRESS_STEP = 0.1
_BATCHES_PER_TICK = 16
"""Commits in one tick at most; what is left waits for the next."""
_HEAVY = frozenset({core.SCENE, core.RESULT})


class Agent:
    """The deliberative agent.

    Call everything from one thread; callbacks may come from within ``skills.submit``. Motion
    starts only in ``tick``; a stop takes effect in the call that asks for it.
    """

    def __init__(
        self,
        planner: Planner,
        skills: SkillPort,
        catalogue: ObjectCatalogue,
        clock: Clock,
        ids: IdFactory,
        settings: AgentSettings,
        trace: Callable[[str], None] | None = None,
    ) -> None:
        """Set up; nothing moves before an instruction came and safety was heard of.

        Args:
            planner: chooses among what the core offers.
            skills: in process or over ROS.
            catalogue: what can lie on the desk.
            clock: injected, so that decisions replay.
            ids: the same.
            settings: ``agent.yaml``.
            trace: takes each line of the decision trace (JSON, no newline); None writes none.
        """
        self.events = EventLog(settings.event_log)
        self._core = Core(catalogue, settings)
        self._state = CoreState()
        self._planner = planner
        self._skills = skills
        self._clock = clock
        self._ids = ids
        self._trace = DecisionTrace(trace) if trace is not None else None
        self._inbox: deque[Event] = deque()
        self._outbox: deque[Effect] = deque()
        self._received = 0
        self._deadline = math.inf
        self._status: AgentStatus | None = None
        self._safety: tuple[object, ...] | None = None
        self._reported: tuple[str, str, str, float] | None = None
        self._replies: dict[str, InstructionReply] = {}

    @property
    def state(self) -> CoreState:
        """The committed state; frozen."""
        return self._state

    @property
    def status(self) -> AgentStatus:
        """For people; every field filled."""
        if self._status is None:
            self._status = status_of(self._state, self._core.knowledge.names)
        return self._status

    # What comes in

    def on_instruction(self, instruction: Instruction) -> InstructionReply:
        """Answer at once. The same instruction id again gets the same answer and does nothing."""
        if not instruction.instruction_id:
            named = {"instruction_id": self._ids.new("instruction")}
            instruction = instruction.model_copy(update=named)
        understanding = self._core.knowledge.interpreter.understand(
            instruction.text, self._context()
        )
        self._receive(
            core.INSTRUCTION,
            Channel.REQUEST,
            {
                "instruction": instruction.model_dump(mode="json"),
                "understanding": understanding.model_dump(mode="json"),
            },
            source=instruction.source,
            stamp=instruction.stamp,
            urgency=urgency_of(understanding),
        )
        self._commit()
        return self._replies.pop(instruction.instruction_id)

    def on_scene(self, observation: SceneObservation) -> None:
        """A new observation; taken in at the next tick."""
        self._receive(
            core.SCENE,
            Channel.ENVIRONMENT,
            observation.model_dump(mode="json"),
            source="perception",
            stamp=observation.stamp,
            event_id=f"scene:{observation.observation_id}@{observation.stamp:.6f}",
            evidence_ids=tuple(e.evidence_id for e in observation.evidence),
        )

    def on_safety(self, state: SafetyState) -> None:
        """The supervisor's state; a repeat of the last one costs nothing."""
        said = (
            state.mode, state.motion_allowed, state.owner, state.epoch, state.latches, state.reason
        )  # fmt: skip
        if said == self._safety:
            return
        self._safety = said
        self._receive(
            core.SAFETY,
            Channel.SAFETY,
            state.model_dump(mode="json"),
            source="safety_supervisor",
            stamp=state.stamp,
            urgency=Urgency.REFLEX,
        )

    def on_feedback(self, feedback: SkillFeedback) -> None:
        """Progress; noted when phase or step changed or it advanced by a tenth."""
        last = self._reported
        mark = (feedback.goal_id, feedback.phase.value, feedback.step)
        same = last is not None and last[:3] == mark
        if same and last is not None and abs(feedback.progress - last[3]) < _PROGRESS_STEP:
            return
        self._reported = (*mark, feedback.progress)
        self._receive(
            core.FEEDBACK,
            Channel.SKILL,
            feedback.model_dump(mode="json"),
            source="skills",
            stamp=feedback.stamp,
        )

    def on_result(self, result: SkillResult) -> None:
        """The end of a goal; taken in at the next tick."""
        self._receive(
            core.RESULT,
            Channel.SKILL,
            result.model_dump(mode="json"),
            source="skills",
            stamp=result.receipt.t_finished,
            event_id=f"result:{result.goal_id}",
            causation_id=result.goal_id,
            evidence_ids=tuple(e.evidence_id for e in result.receipt.post_evidence),
        )

    def tick(self, now: float) -> None:
        """One step: take in what came, decide, start and end skills. Never blocks."""
        if now >= self._deadline:
            self._receive(core.TIMER, Channel.TIMER, {}, source="agent", stamp=now)
        for _ in range(_BATCHES_PER_TICK):
            if not self._inbox and not self._outbox:
                return
            if self._inbox:
                self._commit()
            while self._outbox:
                self._carry_out(self._outbox.popleft())

    # The one writer

    def _context(self) -> tuple[str, ...]:
        active = self._state.active()
        goals = active.goals if active is not None else ()
        return tuple(dict.fromkeys(a for g in goals for a in Predicate.parse(g).args[:1]))

    def _receive(
        self,
        kind: str,
        channel: Channel,
        payload: dict[str, Any],
        *,
        source: str,
        stamp: float,
        urgency: Urgency = Urgency.QUEUE,
        event_id: str = "",
        causation_id: str = "",
        evidence_ids: tuple[str, ...] = (),
    ) -> None:
        self._inbox.append(
            Event(
                event_id=event_id or self._ids.new("event"),
                seq=self._received,
                t_source=stamp,
                t_received=self._clock.now(),
                source=source,
                channel=channel,
                kind=kind,
                urgency=urgency,
                payload=payload,
                causation_id=causation_id,
                evidence_ids=evidence_ids,
            )
        )
        self._received += 1

    def _commit(self) -> None:
        """Reduce everything in the inbox as one batch, and again for each answer of the planner."""
        for _ in range(_BATCHES_PER_TICK):
            if not self._inbox:
                return
            batch = tuple(self._inbox)
            self._inbox.clear()
            before = self._state
            commit = self._core.reduce_batch(before, batch)
            self._state = commit.state
            self._status = None
            self._deadline = next_deadline(commit.state)
            if self._trace is not None:
                self._trace.write(before, batch, commit)
            self._log(batch, commit.notes, commit.effects)
            for effect in commit.effects:
                self._dispatch(effect)

    def _dispatch(self, effect: Effect) -> None:
        """Stops and answers at once; what moves the arm or ends a skill waits for the tick."""
        if isinstance(effect, StopMotion):
            self._skills.stop(effect.reason)
        elif isinstance(effect, Reply):
            self._replies[effect.reply.instruction_id] = effect.reply
        elif isinstance(effect, RequestProposal):
            self._ask(effect.request)
        elif isinstance(effect, StartSkill | CancelSkill):
            self._outbox.append(effect)

    def _ask(self, request: PlanningRequest) -> None:
        proposal = self._planner.propose(request)
        if proposal is None:
            return
        self._receive(
            core.PROPOSAL,
            Channel.SYSTEM,
            proposal.model_dump(mode="json"),
            source=proposal.model_id,
            stamp=self._clock.now(),
            causation_id=request.request_id,
        )

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, CancelSkill):
            self._skills.cancel(effect.goal_id)
        elif isinstance(effect, StartSkill):
            run = self._state.run
            if run is not None and run.goal.goal_id == effect.goal.goal_id and not run.cancelled:
                self._skills.submit(effect.goal, self)
                return
            self._receive(
                core.WITHDRAWN,
                Channel.SYSTEM,
                {"goal_id": effect.goal.goal_id},
                source="agent",
                stamp=self._clock.now(),
            )

    # The timeline

    def _log(
        self,
        batch: tuple[Event, ...],
        notes: tuple[dict[str, Any], ...],
        effects: tuple[Effect, ...],
    ) -> None:
        for event in batch:
            payload = _lightened(event)
            self.events.append(
                event.model_copy(update={"seq": self.events.count, "payload": payload})
            )
        cause = batch[-1]
        for note in notes:
            self._append(cause, f"decision.{note['kind']}", note)
        for effect in effects:
            if isinstance(effect, RequestProposal):
                continue
            self._append(cause, f"effect.{effect.kind}", effect.model_dump(mode="json"))

    def _append(self, cause: Event, kind: str, payload: dict[str, Any]) -> None:
        seq = self.events.count
        self.events.append(
            Event(
                event_id=f"{cause.event_id}/{seq}",
                seq=seq,
                t_source=cause.t_received,
                t_received=cause.t_received,
                source="agent",
                channel=Channel.SYSTEM,
                kind=kind,
                payload=payload,
                task_id=str(payload.get("task_id", "")),
                causation_id=cause.event_id,
            )
        )


def urgency_of(understanding: Understanding) -> Urgency:
    """What the router does with an instruction: rules, before anything is weighed (B.11)."""
    acts = {clause.act for clause in understanding.clauses}
    if Act.STOP in acts:
        return Urgency.REFLEX
    if Act.CANCEL in acts or understanding.correction:
        return Urgency.CANCEL
    if acts and acts <= {Act.ASK_SCENE, Act.ASK_ACTIVITY, Act.ASK_ABILITY}:
        return Urgency.PARALLEL
    return Urgency.QUEUE


def _lightened(event: Event) -> dict[str, Any]:
    """An event's payload for the timeline: observations by id and content, without the grid."""
    if event.kind not in _HEAVY:
        return event.payload
    payload = dict(event.payload)
    scene = payload if event.kind == core.SCENE else payload.pop("observation", None)
    if scene is None:
        return payload
    short = {
        "observation_id": scene["observation_id"],
        "stamp": scene["stamp"],
        "objects": [found["object_id"] for found in scene["objects"]],
        "fault": scene["fault"],
        "arm_moving": scene["arm_moving"],
    }
    return short if event.kind == core.SCENE else {**payload, "observation": short}
