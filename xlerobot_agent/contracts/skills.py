"""Skills as the agent speaks of them: goals, progress, results."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Receipt, Verdict
from xlerobot_agent.contracts.scene import SceneObservation


class SkillName(StrEnum):
    """The skills every backend offers."""

    OBSERVE_SCENE = "observe_scene"
    PICK = "pick"
    PLACE = "place"
    VERIFY_STATE = "verify_state"
    STOP = "stop"
    MOVE_TO_REST = "move_to_rest"


class Phase(StrEnum):
    """Where in its transaction a skill is (requirements B.4)."""

    WAITING = "waiting"
    VALIDATING = "validating"
    RUNNING = "running"
    STOPPING = "stopping"
    SETTLING = "settling"
    OBSERVING = "observing"
    DONE = "done"


class SkillGoal(Contract):
    """One request for one skill."""

    goal_id: str = Field(min_length=1)
    skill: str
    """A registered skill's name; ``SkillName`` lists ours."""
    object_id: str = ""
    """pick, place: the thing to move."""
    target_id: str = ""
    """place: the receptacle."""
    predicates: tuple[str, ...] = ()
    """verify_state: what to check, in the form ``inside(red_cup, tray)``."""
    object_version: int = Field(default=0, ge=0)
    """The version the request rests on; 0 for none."""
    evidence_ids: tuple[str, ...] = ()
    epoch: int = Field(default=0, ge=0)
    owner: Owner = Owner.AGENT
    method: str = ""
    """Variant asked for by a repair (``premise``), e.g. another grasp direction; empty: default."""
    timeout: float = Field(default=60.0, gt=0.0, le=600.0)
    """[s] from acceptance."""
    task_id: str = ""


class SkillFeedback(Contract):
    """Progress of a running goal."""

    goal_id: str
    phase: Phase
    progress: float = Field(ge=0.0, le=1.0)
    step: str = ""
    """What the skill is doing, e.g. ``approach``."""
    chunk: int = Field(default=0, ge=0)
    set_points_played: int = Field(default=0, ge=0)
    set_points_discarded: int = Field(default=0, ge=0)
    stamp: float


class SkillResult(Contract):
    """The one terminal word about a goal."""

    goal_id: str
    skill: str
    verdict: Verdict
    reason: Reason | None = None
    message: str
    holding: str = ""
    """Id of the object in the gripper afterwards; empty for none."""
    receipt: Receipt
    observation: SceneObservation | None = None
    """The observation after settling; None when nothing could be observed."""
