"""A symbolic desk behind the skill port: the same contracts and receipts, no geometry.

Results are valid by construction, as the real skills' are: a success carries an observation made
after the arm settled. Grasp failures are drawn independently with probability ``p``.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

from xlerobot_agent.contracts.catalogue import Affordance, ObjectCatalogue
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.evidence import Evidence, EvidenceKind
from xlerobot_agent.contracts.geometry import Pose
from xlerobot_agent.contracts.ports import SkillListener
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Receipt, Verdict
from xlerobot_agent.contracts.safety import Latch, SafetyMode, SafetyState
from xlerobot_agent.contracts.scene import SceneObject, SceneObservation, SeenRegion
from xlerobot_agent.contracts.skills import Phase, SkillFeedback, SkillGoal, SkillResult

DURATION = 0.05
"""Every skill of the symbolic desk takes so long [s]."""
PERIOD = 0.01


class Ids:
    """Counts; the same ids in every run."""

    def __init__(self) -> None:
        self._counter = itertools.count(1)

    def new(self, prefix: str) -> str:
        return f"{prefix}-{next(self._counter)}"


class Desk:
    """World, skills and clock of the symbolic desk."""

    def __init__(
        self, catalogue: ObjectCatalogue, p: float = 0.0, seed: int = 0, duration: float = DURATION
    ) -> None:
        self.catalogue = catalogue
        self.time = 0.0
        self.p = p
        self.duration = duration
        self.random = random.Random(seed)
        pickable = [o.object_id for o in catalogue.with_affordance(Affordance.PICKABLE)]
        self.pickable = pickable
        self.receptacles = [o.object_id for o in catalogue.with_affordance(Affordance.RECEPTACLE)]
        self.place = dict.fromkeys(pickable, "table")
        self.xy = {o.object_id: (0.2 + 0.05 * i, 0.1 * i) for i, o in enumerate(catalogue.objects)}
        self.at_rest = True
        self.hidden: set[str] = set()
        self.camera_fault = ""
        self.silent = False
        self.running: tuple[SkillGoal, SkillListener, float] | None = None
        self.submitted: list[SkillGoal] = []
        self.cancelled: list[str] = []
        self.stops: list[str] = []
        self.forced: list[tuple[str, Reason, Verdict]] = []
        """(skill, reason, verdict) to fail with, one each time the skill is next run."""
        self.always: dict[str, tuple[Reason, Verdict]] = {}
        self.before_result: Callable[[SkillGoal], None] = lambda goal: None
        self.safety = SafetyState(
            mode=SafetyMode.CLEAR, motion_allowed=True, owner=Owner.AGENT, epoch=3, stamp=0.0
        )
        self._sequence = 0

    # Clock
    def now(self) -> float:
        return self.time

    def steady(self) -> float:
        return self.time

    @property
    def held(self) -> str:
        return next((o for o, place in self.place.items() if place == "hand"), "")

    @property
    def picks(self) -> list[SkillGoal]:
        return [g for g in self.submitted if g.skill == "pick"]

    @property
    def motions(self) -> list[SkillGoal]:
        return [g for g in self.submitted if g.skill in ("pick", "place", "move_to_rest")]

    # SkillPort
    def submit(self, goal: SkillGoal, listener: SkillListener) -> None:
        self.submitted.append(goal)
        assert self.running is None, "two body skills at one time"
        self.running = (goal, listener, self.time + self.duration)

    def cancel(self, goal_id: str) -> None:
        self.cancelled.append(goal_id)
        if self.running is not None and self.running[0].goal_id == goal_id and not self.silent:
            self._end(Verdict.PREEMPTED, Reason.CANCELLED)

    def stop(self, reason: str) -> None:
        self.stops.append(reason)
        if self.running is not None:
            self._end(Verdict.PREEMPTED, Reason.STOPPED)

    # World
    def tick(self) -> None:
        self.time = round(self.time + PERIOD, 6)
        if self.running is None or self.silent:
            return
        goal, listener, due = self.running
        if self.time < due:
            share = 1.0 - (due - self.time) / self.duration
            listener.on_feedback(
                SkillFeedback(
                    goal_id=goal.goal_id, phase=Phase.RUNNING, progress=share, stamp=self.time
                )
            )
            return
        self.before_result(goal)
        self._finish(goal)

    def estop(self) -> SafetyState:
        self.safety = SafetyState(
            mode=SafetyMode.UNCONTROLLABLE,
            motion_allowed=False,
            owner=Owner.SAFETY,
            epoch=self.safety.epoch + 1,
            latches=(Latch(latch_id=1, source="button", cause="e-stop", since=self.time),),
            stamp=self.time,
        )
        if self.running is not None:
            self._end(Verdict.FAILED, Reason.SAFETY_HOLD)
        return self.safety

    def reset(self) -> SafetyState:
        self.safety = SafetyState(
            mode=SafetyMode.CLEAR,
            motion_allowed=True,
            owner=Owner.AGENT,
            epoch=self.safety.epoch + 1,
            stamp=self.time,
        )
        return self.safety

    def observe(self) -> SceneObservation:
        self._sequence += 1
        evidence = self._evidence()
        seen = []
        for name, (x, y) in self.xy.items():
            place = self.place.get(name, "table")
            if name in self.hidden or place in ("gone", "hand"):
                continue
            where = self.xy.get(place, (x, y))
            seen.append(
                SceneObject(
                    object_id=name,
                    pose=Pose(x=where[0], y=where[1]),
                    size=self.catalogue[name].size,
                    confidence=0.95,
                    visibility=1.0,
                    version=1,
                    stamp=self.time,
                    camera="front",
                    evidence_ids=(evidence.evidence_id,),
                )
            )
        return SceneObservation(
            observation_id=f"obs-{self._sequence}",
            sequence=self._sequence,
            stamp=self.time,
            objects=() if self.camera_fault else tuple(seen),
            seen=SeenRegion(
                origin_x=-0.5, origin_y=-0.5, cell=0.25, rows=4, columns=4, seen="1" * 16
            ),
            predicates=() if self.camera_fault else self._predicates(evidence),
            evidence=(evidence,),
            fault=self.camera_fault,
        )

    def truth(self, predicate: str) -> Truth:
        parsed = Predicate.parse(predicate)
        if parsed.name == "inside" and parsed.args[0] in self.hidden:
            return Truth.UNKNOWN
        if parsed.name == "inside":
            return _truth(self.place[parsed.args[0]] == parsed.args[1])
        if parsed.name == "holding":
            return _truth(self.place[parsed.args[0]] == "hand")
        return _truth(self.at_rest)

    def _predicates(self, evidence: Evidence) -> tuple[PredicateVerdict, ...]:
        names = ["at_rest_pose", *(f"holding({o})" for o in self.pickable)]
        names += [f"inside({o}, {r})" for o in self.pickable for r in self.receptacles]
        return tuple(self._verdict(name, evidence) for name in names)

    def _verdict(self, name: str, evidence: Evidence) -> PredicateVerdict:
        return PredicateVerdict(
            predicate=Predicate.parse(name),
            value=self.truth(name),
            confidence=0.95,
            evidence_ids=(evidence.evidence_id,),
        )

    def _evidence(self) -> Evidence:
        return Evidence(
            evidence_id=f"frame-{self._sequence}",
            kind=EvidenceKind.GEOMETRIC_VISION,
            sha256=f"{self._sequence:064x}",
            t_capture=self.time,
            t_received=self.time,
            sensor="front",
        )

    # Skills
    def _finish(self, goal: SkillGoal) -> None:
        forced = next((f for f in self.forced if f[0] == goal.skill), None)
        if forced is not None:
            self.forced.remove(forced)
            self._end(forced[2], forced[1])
            return
        if goal.skill in self.always:
            reason, verdict = self.always[goal.skill]
            self._end(verdict, reason)
            return
        failure = getattr(self, f"_{goal.skill}")(goal)
        if failure is None:
            self._end(Verdict.SUCCEEDED, None)
        else:
            self._end(Verdict.FAILED, failure)

    def _observe_scene(self, goal: SkillGoal) -> Reason | None:
        return Reason.PERCEPTION_UNSURE if self.camera_fault else None

    def _move_to_rest(self, goal: SkillGoal) -> Reason | None:
        self.at_rest = True
        return None

    def _pick(self, goal: SkillGoal) -> Reason | None:
        self.at_rest = False
        if self.held:
            return Reason.INVALID_GOAL
        if self.place[goal.object_id] == "gone":
            return Reason.TARGET_MISSING
        if self.random.random() < self.p:
            return Reason.SLIPPED
        self.place[goal.object_id] = "hand"
        return None

    def _place(self, goal: SkillGoal) -> Reason | None:
        self.at_rest = False
        if self.place[goal.object_id] != "hand":
            return Reason.EXTERNAL_REMOVAL
        if goal.target_id != "table":
            inside = [o for o, place in self.place.items() if place == goal.target_id]
            if len(inside) >= self.catalogue[goal.target_id].capacity:
                return Reason.TARGET_OCCUPIED
        self.place[goal.object_id] = goal.target_id
        return None

    def _verify_state(self, goal: SkillGoal) -> Reason | None:
        values = {self.truth(p) for p in goal.predicates}
        if values == {Truth.TRUE}:
            return None
        return Reason.UNKNOWN if Truth.FALSE in values else Reason.PERCEPTION_UNSURE

    def _post_conditions(self, goal: SkillGoal) -> tuple[str, ...]:
        match goal.skill:
            case "pick":
                return (f"holding({goal.object_id})",)
            case "place" if goal.target_id != "table":
                return (f"inside({goal.object_id}, {goal.target_id})",)
            case "verify_state":
                return goal.predicates
            case _:
                return ("at_rest_pose",)

    def _end(self, verdict: Verdict, reason: Reason | None) -> None:
        assert self.running is not None
        goal, listener, _ = self.running
        self.running = None
        settled = self.time - PERIOD / 2
        looked = verdict is not Verdict.REJECTED and not self.camera_fault
        observation = self.observe() if looked else None
        predicates: tuple[PredicateVerdict, ...] = ()
        if observation is not None:
            evidence = observation.evidence[0]
            predicates = tuple(self._verdict(n, evidence) for n in self._post_conditions(goal))
            if verdict is Verdict.SUCCEEDED:
                predicates = tuple(v for v in predicates if v.value is Truth.TRUE) or (
                    PredicateVerdict(
                        predicate=Predicate(name="workspace_clear"),
                        value=Truth.TRUE,
                        confidence=0.9,
                        evidence_ids=(evidence.evidence_id,),
                    ),
                )
        listener.on_result(
            SkillResult(
                goal_id=goal.goal_id,
                skill=goal.skill,
                verdict=verdict,
                reason=reason,
                message=reason.value if reason else "done",
                holding=self.held,
                receipt=Receipt(
                    goal_id=goal.goal_id,
                    skill=goal.skill,
                    epoch=self.safety.epoch,
                    post_evidence=observation.evidence if observation else (),
                    predicates=predicates,
                    verdict=verdict,
                    reason=reason,
                    t_started=settled - DURATION,
                    t_settled=settled,
                    t_finished=self.time,
                ),
                observation=observation,
            )
        )


def _truth(value: bool) -> Truth:
    return Truth.TRUE if value else Truth.FALSE
