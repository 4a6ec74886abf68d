"""The gates before motion, in their order (requirements B.4); each alone can refuse, by name."""

from __future__ import annotations

from enum import StrEnum

from ros_nodes.skill_server.cell import Cell
from ros_nodes.skill_server.descriptor import Resource
from ros_nodes.skill_server.skill import Skill
from ros_nodes.skill_server.steps import SkillError
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.skills import SkillGoal


class Gate(StrEnum):
    """Names that refusals carry."""

    ARGUMENTS = "arguments"
    OBSERVATION = "observation"
    BELIEFS = "beliefs"
    AUTHORITY = "authority"
    RESERVATION = "reservation"
    REACHABILITY = "reachability"


class RefusalError(Exception):
    """A gate says no; nothing has moved."""

    def __init__(self, gate: Gate, failure: SkillError) -> None:
        super().__init__(f"gate '{gate.value}': {failure.message}")
        self.gate = gate
        self.reason = failure.reason
        self.message = str(self)


class Reservations:
    """Which goal has which resource; the gaze is shared."""

    def __init__(self) -> None:
        self._taken: dict[Resource, str] = {}

    def take(self, goal_id: str, resources: frozenset[Resource]) -> None:
        """Reserve for a goal.

        Raises:
            SkillError: another goal has one of them.
        """
        wanted = resources - {Resource.GAZE}
        for resource in sorted(wanted):
            owner = self._taken.get(resource, goal_id)
            if owner != goal_id:
                raise SkillError(
                    Reason.BLOCKED,
                    f"the {resource.value} is in use by goal '{owner}'; wait for its result",
                )
        self._taken.update(dict.fromkeys(wanted, goal_id))

    def free(self, goal_id: str) -> None:
        """Give back all that a goal reserved."""
        self._taken = {r: owner for r, owner in self._taken.items() if owner != goal_id}


def check_arguments(skill: Skill, goal: SkillGoal, cell: Cell) -> None:
    """Gate 1: names that exist and fit.

    Raises:
        RefusalError: they do not.
    """
    try:
        skill.check_method(goal)
        skill.check_arguments(goal, cell)
    except SkillError as failure:
        raise RefusalError(Gate.ARGUMENTS, failure) from failure


def check_beliefs(skill: Skill, goal: SkillGoal, cell: Cell) -> None:
    """Gate 2: what the newest observation must say.

    Raises:
        RefusalError: it does not say so.
    """
    try:
        skill.check_beliefs(goal, cell)
    except SkillError as failure:
        raise RefusalError(Gate.BELIEFS, failure) from failure


def check_authority(skill: Skill, goal: SkillGoal, cell: Cell) -> None:
    """Gate 3: safety is clear, the lease is the goal's owner's, the epoch is the goal's.

    Raises:
        RefusalError: the arm may not be moved for this goal.
    """
    if not skill.moves(goal):
        return
    failure = _authority_failure(goal, cell)
    if failure is not None:
        raise RefusalError(Gate.AUTHORITY, failure)


def heard_of_lease(goal: SkillGoal, cell: Cell) -> bool:
    """Whether the newest safety state is at least as new as the lease that the goal names.

    Goals and safety states come on different ways; a goal may overtake the word of its lease.
    """
    return cell.safety is not None and cell.safety.epoch >= goal.epoch


def _authority_failure(goal: SkillGoal, cell: Cell) -> SkillError | None:
    state = cell.safety
    if state is None:
        return SkillError(
            Reason.SAFETY_HOLD, "no safety state has come yet; start the safety supervisor"
        )
    if cell.unsupervised:
        return SkillError(Reason.HEARTBEAT_LOST, cell.unsupervised)
    if not cell.may_move:
        latches = ", ".join(f"{latch.latch_id} ({latch.cause})" for latch in state.latches)
        cure = f"reset latch {latches}" if latches else f"wait until it is clear ({state.reason})"
        return SkillError(Reason.SAFETY_HOLD, f"safety is {state.mode.value}; {cure}")
    if state.owner is not goal.owner or goal.owner is Owner.NONE:
        return SkillError(
            Reason.LEASE_LOST,
            f"the lease is held by '{state.owner.value}', the goal is of '{goal.owner.value}'; "
            "acquire control first",
        )
    if goal.epoch not in (0, state.epoch):
        return SkillError(
            Reason.LEASE_LOST,
            f"the goal is of epoch {goal.epoch}, now is epoch {state.epoch}; send it anew",
        )
    return None


def check_reservation(skill: Skill, goal: SkillGoal, reservations: Reservations) -> None:
    """Gate 4: nobody else uses what this needs.

    Raises:
        RefusalError: somebody does.
    """
    try:
        reservations.take(goal.goal_id, skill.needs(goal))
    except SkillError as failure:
        raise RefusalError(Gate.RESERVATION, failure) from failure
