"""A skill: its descriptor, its own gates, and a generator of steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from ros_nodes.skill_server.cell import Cell
from ros_nodes.skill_server.descriptor import Resource, SkillDescriptor
from ros_nodes.skill_server.steps import SkillError, Steps
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.skills import SkillGoal


class Skill(ABC):
    """One kind of goal. A subclass in ``skills/`` is registered by being there."""

    descriptor: ClassVar[SkillDescriptor]

    def check_arguments(self, goal: SkillGoal, cell: Cell) -> None:
        """First gate: what the goal names exists and fits.

        Raises:
            SkillError: ``invalid_goal`` or a reason that lies in the thing itself.
        """
        return

    def check_beliefs(self, goal: SkillGoal, cell: Cell) -> None:
        """Second gate: what the newest observation must say before this can start.

        Raises:
            SkillError: with what is missing.
        """
        return

    @abstractmethod
    def steps(self, goal: SkillGoal, cell: Cell) -> Steps:
        """The skill at work, from the newest observation in the cell.

        Planning before the first step is the gate of reachability: a failure there moves nothing.
        """

    def needs(self, goal: SkillGoal) -> frozenset[Resource]:
        """What this very goal needs; the descriptor's unless a method needs less or more."""
        return self.descriptor.resources

    def moves(self, goal: SkillGoal) -> bool:
        """Whether this goal may move the arm, which needs authority and a view of the desk."""
        return Resource.ARM in self.needs(goal)

    def check_method(self, goal: SkillGoal) -> None:
        """Whether the goal's method is one of the descriptor's.

        Raises:
            SkillError: it is not.
        """
        if goal.method not in self.descriptor.methods:
            known = ", ".join(name or "(empty)" for name in self.descriptor.methods)
            raise SkillError(
                Reason.INVALID_GOAL,
                f"skill '{self.descriptor.name}' has no method '{goal.method}'; there are {known}",
            )
