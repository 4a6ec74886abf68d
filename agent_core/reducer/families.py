"""Under which canonical keys a goal's failures are counted, and which premises are left to try."""

from __future__ import annotations

from agent_core.budgets.disturbance import DISTURBANCE, Disturbance
from agent_core.budgets.ledger import GoalFamily, Premise
from agent_core.settings import AgentSettings
from agent_core.state import Purpose
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.skills import SkillName


def family_of(goal: str, catalogue: ObjectCatalogue) -> GoalFamily:
    """From ``inside(red_cup, tray)`` or a chore's name such as ``observe_scene``."""
    kind, _, rest = goal.partition("(")
    first = rest.rstrip(")").split(",")[0].strip()
    family = catalogue[first].shape.value if first in catalogue else ""
    return GoalFamily(goal=goal, kind=kind, family=family)


def options_after(
    purpose: Purpose, premise: Premise, reason: Reason, settings: AgentSettings
) -> tuple[Premise, ...]:
    """Other premises under the same view.

    A thing lost from the hand asks for another grasp, wherever it was lost; what failed about
    setting it down asks for another way to do that.
    """
    if purpose is Purpose.FETCH or DISTURBANCE[reason] is Disturbance.GRASP:
        variants = settings.methods.get(SkillName.PICK, ("",))
        return tuple(premise.model_copy(update={"grasp": v}) for v in variants)
    if purpose in (Purpose.DELIVER, Purpose.PUT_DOWN):
        variants = settings.methods.get(SkillName.PLACE, ("",))
        return tuple(premise.model_copy(update={"release": v}) for v in variants)
    return ()


def method_of(purpose: Purpose, premise: Premise) -> str:
    """What to write into the skill goal."""
    if purpose is Purpose.FETCH:
        return premise.grasp
    if purpose in (Purpose.DELIVER, Purpose.PUT_DOWN):
        return premise.release
    return ""
