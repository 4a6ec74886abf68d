"""Drives one goal: gates, motion in chunks, settling, looking, and its one result."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass

from ros_nodes.skill_server.cell import Cell
from ros_nodes.skill_server.descriptor import Resource
from ros_nodes.skill_server.ending import Ending, Run, interference
from ros_nodes.skill_server.gates import (
    Gate,
    RefusalError,
    Reservations,
    check_arguments,
    check_authority,
    check_beliefs,
    check_reservation,
    heard_of_lease,
)
from ros_nodes.skill_server.playback import Playback, Progress
from ros_nodes.skill_server.receipts import Account, ReceiptBook
from ros_nodes.skill_server.skill import Skill
from ros_nodes.skill_server.steps import BROKEN, Answer, Interruption, Look, Move, SkillError, Steps
from ros_nodes.skill_server.transaction import Signal, next_phase
from xlerobot_agent.contracts.chunk import ChunkStatus, HoldRequest
from xlerobot_agent.contracts.ports import ChunkSink, IdFactory, SkillListener
from xlerobot_agent.contracts.predicates import PredicateVerdict
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.scene import SceneObservation
from xlerobot_agent.contracts.skills import Phase, SkillFeedback, SkillGoal

_LOG = logging.getLogger(__name__)
_FEEDBACK_PERIOD = 0.5
SOURCE = "skill_server"


@dataclass(frozen=True)
class Desk:
    """What all goals of one server share."""

    cell: Cell
    sink: ChunkSink
    ids: IdFactory
    receipts: ReceiptBook
    reservations: Reservations


class Executor:
    """One goal from acceptance to its one result. Stepped by `tick`, never blocking."""

    def __init__(
        self, goal: SkillGoal, skill: Skill, desk: Desk, listener: SkillListener, now: float
    ) -> None:
        """Accept a goal; it waits until `start`."""
        self.goal = goal
        self.skill = skill
        self.phase = Phase.WAITING
        self.playback = Playback(goal, desk.cell, desk.sink, desk.ids)
        self._desk = desk
        self._cell = desk.cell
        self._listener = listener
        self._accepted = now
        self._entered = now
        self._settled = now
        self._run = Run(goal, skill, now)
        self._steps: Steps | None = None
        self._step: Move | Look | None = None
        self._interruption: Interruption | None = None
        self._ending: Ending | None = None
        self._before: SceneObservation | None = None
        self._seen: SceneObservation | None = None
        self._predicates: tuple[PredicateVerdict, ...] = ()
        self._progress = 0.0
        self._reported = now

    @property
    def done(self) -> bool:
        """The result is out."""
        return self.phase is Phase.DONE

    @property
    def moving(self) -> bool:
        """Set-points of this goal may be on their way."""
        return self.phase in (Phase.RUNNING, Phase.STOPPING)

    def start(self, now: float) -> None:
        """The lane is free: check the gates from the next tick on."""
        self._signal(Signal.START, now)

    def cancel(self, reason: Reason, message: str, now: float) -> None:
        """End as soon as possible; always accepted. The arm holds at once."""
        if self.phase in (Phase.WAITING, Phase.VALIDATING):
            self._ending = Ending.of(reason, message)
            self._conclude(now)
        elif self.phase is not Phase.DONE and self._ending is None:
            self._halt(now, Ending.of(reason, message))

    def tick(self, now: float) -> None:
        """One control period."""
        if self.phase is Phase.VALIDATING:
            self._validate(now)
        elif self.phase not in (Phase.WAITING, Phase.DONE):
            if self._ending is None:
                ending = interference(self._run, self.playback, self._cell, now)
                if ending is not None:
                    self._halt(now, ending)
            self._continue(now)
        if not self.done and now - self._reported >= _FEEDBACK_PERIOD:
            self._report(now)

    def wants_scene(self, now: float) -> bool:
        """Whether an observation is needed now."""
        look, cell = self._cell.settings.look, self._cell
        since = now - cell.looked
        if self.phase is Phase.OBSERVING:
            return now > self._settled and (cell.looked <= self._settled or since >= look.retry)
        age = now - cell.observation.stamp if cell.observation is not None else math.inf
        if self.phase is Phase.VALIDATING:
            return (age > look.fresh or cell.doubtful) and since >= look.retry
        due = age >= look.period or cell.doubtful
        return self.phase is Phase.RUNNING and due and since >= look.retry

    def on_scene(self, observation: SceneObservation) -> None:
        """A new observation; kept when it is one made since the arm settled."""
        if (
            self.phase is Phase.OBSERVING
            and observation.stamp > self._settled
            and not observation.fault
            and not (observation.arm_moving and self._needs_arm)
        ):
            self._seen = observation

    def on_chunk_status(self, status: ChunkStatus, now: float) -> None:
        """What became of a chunk."""
        ended = self.playback.ledger.outstanding
        stopped = self.playback.on_status(status, now)
        if ended != self.playback.ledger.outstanding:
            self._report(now)
        if stopped is not None and self.phase is Phase.RUNNING:
            self._halt(now, Ending.of(stopped.reason, stopped.message))

    @property
    def _needs_arm(self) -> bool:
        return Resource.ARM in self.skill.needs(self.goal)

    # Gates

    def _validate(self, now: float) -> None:
        cell, skill, goal = self._cell, self.skill, self.goal
        try:
            check_arguments(skill, goal, cell)
            if skill.moves(goal) and not self._informed(now):
                return
            check_beliefs(skill, goal, cell)
            check_authority(skill, goal, cell)
            check_reservation(skill, goal, self._desk.reservations)
        except RefusalError as refusal:
            self._reject(refusal.reason, refusal.message, now)
            return
        self._run.epoch = cell.safety.epoch if cell.safety is not None else 0
        self._before = cell.observation
        self._settled = now
        self._steps = skill.steps(goal, cell)
        self._advance(None, now)

    def _informed(self, now: float) -> bool:
        """Whether joints, scene and safety state are known well enough to judge by.

        Raises:
            RefusalError: joints or scene did not become so in time.
        """
        cell, look, waited = self._cell, self._cell.settings.look, now - self._entered
        newest = cell.observation
        seen = newest is not None and now - newest.stamp <= look.fresh and not cell.blinded
        if cell.arm is not None and seen:
            return heard_of_lease(self.goal, cell) or waited > look.timeout
        if waited > (look.gate if cell.blind else look.timeout):
            what = "joint reading" if cell.arm is None else "trustworthy observation"
            raise RefusalError(
                Gate.OBSERVATION,
                SkillError(
                    Reason.PERCEPTION_UNSURE,
                    f"no {what} came in {waited:.1f} s"
                    f"{f' ({cell.blind})' if cell.blind else ''}; "
                    "check that camera and arm deliver",
                ),
            )
        return False

    def _reject(self, reason: Reason, message: str, now: float) -> None:
        self._ending = Ending(Verdict.REJECTED, reason, message)
        self._conclude(now)

    # Stopping

    def _halt(
        self, now: float, ending: Ending | None = None, interruption: Interruption | None = None
    ) -> None:
        """Hold at once; whatever was drafted is discarded by the arm and counted."""
        if ending is not None:
            hold = HoldRequest(
                goal_id=self.goal.goal_id, reason=ending.reason or Reason.STOPPED, source=SOURCE
            )
        else:
            # A hold of this goal by name would void what it plans next.
            hold = HoldRequest(reason=Reason.CANCELLED, source=SOURCE)
        self._desk.sink.hold(hold)
        self._ending, self._interruption = ending, interruption
        self.playback.drop()
        if ending is not None and self._steps is not None:
            self._steps.close()
        if self.phase is not Phase.STOPPING:
            self._signal(Signal.HALT, now)

    # Motion

    def _continue(self, now: float) -> None:
        if self.phase is Phase.RUNNING:
            self._play(now)
        elif self.phase is Phase.STOPPING:
            self._stop(now)
        elif self.phase is Phase.SETTLING:
            self._settle(now)
        elif self.phase is Phase.OBSERVING:
            self._observe(now)

    def _play(self, now: float) -> None:
        outcome = self.playback.tick(self._run.epoch, now)
        if isinstance(outcome, Interruption):
            self._halt(now, interruption=outcome)
        elif outcome is Progress.DONE:
            self.playback.drop()
            if self._step is not None:
                self._progress = self._step.progress
            self._advance(None, now)

    # Coming to rest and looking

    def _stop(self, now: float) -> None:
        waited = now - self._entered
        if (self._cell.still and not self.playback.ledger.outstanding) or (
            waited > self._cell.settings.rest.timeout
        ):
            self.playback.ledger.write_off()
            self._cell.forget_set_point()
            self._signal(Signal.SETTLE, now)

    def _settle(self, now: float) -> None:
        still = self._cell.still
        late = now - self._entered > self._cell.settings.rest.timeout
        if still or late or not self._needs_arm:
            # On a busy machine an arm that stands may be looked at late.
            if late and not still and self._ending is None:
                self._ending = Ending.of(Reason.TIMEOUT, "the arm did not come to rest")
            self._settled = now
            self._seen = None
            self._signal(Signal.LOOK, now)

    def _observe(self, now: float) -> None:
        seen = self._seen
        waited = now - self._entered > self._cell.settings.look.timeout
        if seen is None and not waited:
            return
        if self._ending is not None:
            self._conclude(now)
        elif seen is None:
            self._blinded(now)
        else:
            interruption, self._interruption = self._interruption, None
            if isinstance(self._step, Look):
                self._progress = self._step.progress
            self._advance(interruption or seen, now)

    def _blinded(self, now: float) -> None:
        limit, why = self._cell.settings.look.timeout, self._cell.blind
        failure = SkillError(
            Reason.PERCEPTION_UNSURE,
            f"no trustworthy observation came within {limit} s at rest"
            f"{f' ({why})' if why else ''}; check the cameras",
        )
        self._advance(failure, now)

    # The skill itself

    def _advance(self, answer: Answer | SkillError, now: float) -> None:
        """Let the skill take its next step."""
        if self._steps is None:
            raise RuntimeError("the skill has not been started")
        try:
            if isinstance(answer, SkillError):
                step = self._steps.throw(answer)
            else:
                step = self._steps.send(answer)
        except StopIteration as finished:
            self._finish(finished.value, now)
        except SkillError as failure:
            self._fail(failure, now)
        except BROKEN as error:
            _LOG.exception("skill '%s' broke", self.goal.skill)
            broken = f"skill '{self.goal.skill}' broke: {error!r}; report this"
            self._fail(SkillError(Reason.UNKNOWN, broken), now)
        else:
            self._take(step, now)

    def _take(self, step: Move | Look, now: float) -> None:
        self._step = step
        if self.phase is Phase.VALIDATING:
            self._signal(Signal.ADMIT, now)
        if isinstance(step, Look):
            self._signal(Signal.SETTLE, now)
            return
        if self.phase is Phase.OBSERVING:
            self._signal(Signal.MOVE, now)
        self.playback.begin(step)
        self._report(now)

    def _fail(self, failure: SkillError, now: float) -> None:
        if self.phase is Phase.VALIDATING:
            refusal = RefusalError(Gate.REACHABILITY, failure)
            self._reject(refusal.reason, refusal.message, now)
            return
        self._ending = Ending.of(failure.reason, failure.message)
        self._predicates = failure.predicates
        if self.phase is Phase.OBSERVING:
            self._conclude(now)
        else:
            self._signal(Signal.SETTLE, now)

    def _finish(self, predicates: tuple[PredicateVerdict, ...], now: float) -> None:
        if self.phase is not Phase.OBSERVING:
            raise RuntimeError(f"skill '{self.goal.skill}' ends without a last look; add one")
        self._progress = 1.0
        self._ending = Ending(Verdict.SUCCEEDED, None, "")
        self._predicates = predicates
        self._conclude(now)

    def _conclude(self, now: float) -> None:
        """The one result; the phase is DONE before the listener hears it."""
        ending = self._ending
        if ending is None:
            raise RuntimeError("a goal cannot conclude without an ending")
        self._signal(Signal.CONCLUDE, now)
        self._desk.reservations.free(self.goal.goal_id)
        ledger = self.playback.ledger
        ledger.write_off()
        result = self._desk.receipts.close(
            Account(
                goal=self.goal,
                epoch=self._run.epoch,
                verdict=ending.verdict,
                reason=ending.reason,
                message=ending.message,
                predicates=self._predicates,
                before=self._before if ledger.played else None,
                after=self._seen,
                holding=self._cell.holding(self._seen),
                t_started=self._accepted,
                t_settled=self._settled,
                t_finished=now,
                chunks=len(ledger.entries),
                played=ledger.played,
                discarded=ledger.discarded,
            )
        )
        self._listener.on_result(result)

    def _signal(self, signal: Signal, now: float) -> None:
        self.phase = next_phase(self.phase, signal)
        self._entered = now
        self._report(now)

    def _report(self, now: float) -> None:
        self._reported = now
        ledger = self.playback.ledger
        self._listener.on_feedback(
            SkillFeedback(
                goal_id=self.goal.goal_id,
                phase=self.phase,
                progress=self._progress,
                step=self._step.name if self._step is not None else "",
                chunk=len(ledger.entries),
                set_points_played=ledger.played,
                set_points_discarded=ledger.discarded,
                stamp=now,
            )
        )
