"""An agent at the symbolic desk."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from agent_core.agent import Agent
from agent_core.planning.rule_planner import RulePlanner
from agent_core.settings import AgentSettings
from tests.agent_core.symbolic_desk import DURATION, Desk, Ids
from xlerobot_agent.configuration import load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.instruction import Instruction, InstructionReply
from xlerobot_agent.contracts.skills import SkillGoal

CONFIG = Path(__file__).resolve().parents[2] / "config"


class Bench:
    """An agent at a desk, and the loop that steps both."""

    def __init__(
        self,
        catalogue: ObjectCatalogue,
        settings: AgentSettings,
        p: float = 0.0,
        seed: int = 0,
        planner: object | None = None,
        duration: float = DURATION,
        traced: bool = True,
    ) -> None:
        self.desk = Desk(catalogue, p, seed, duration)
        self.trace: list[str] = []
        self.agent = Agent(
            planner or RulePlanner(),  # type: ignore[arg-type]
            self.desk,
            catalogue,
            self.desk,
            Ids(),
            settings,
            trace=self.trace.append if traced else None,
        )
        self.agent.on_safety(self.desk.safety)
        self._said = itertools.count(1)

    def say(self, text: str) -> InstructionReply:
        return self.agent.on_instruction(
            Instruction(instruction_id=f"say-{next(self._said)}", text=text, stamp=self.desk.time)
        )

    def step(self, times: int = 1) -> None:
        for _ in range(times):
            self.desk.tick()
            self.agent.tick(self.desk.time)

    def run(self, seconds: float = 300.0) -> None:
        """Step until nothing is pursued, or for so long."""
        end = self.desk.time + seconds
        self.step()
        while self.desk.time < end and any(i.open for i in self.agent.state.intents):
            self.step()

    def until(self, condition: Callable[[], bool], seconds: float = 60.0) -> None:
        end = self.desk.time + seconds
        while not condition():
            assert self.desk.time < end, f"waited {seconds} s: {self.agent.status}"
            self.step()

    def until_skill(self, skill: str) -> SkillGoal:
        """Step until a goal of this skill is out and running."""
        self.until(lambda: self.desk.running is not None and self.desk.running[0].skill == skill)
        assert self.desk.running is not None
        self.step(2)
        return self.desk.running[0]


@pytest.fixture(scope="session")
def catalogue() -> ObjectCatalogue:
    return load(CONFIG / "objects.yaml", ObjectCatalogue)


@pytest.fixture(scope="session")
def settings() -> AgentSettings:
    return load(CONFIG / "agent.yaml", AgentSettings)


@pytest.fixture
def bench(catalogue: ObjectCatalogue, settings: AgentSettings) -> Bench:
    return Bench(catalogue, settings)


@pytest.fixture
def make_bench(catalogue: ObjectCatalogue, settings: AgentSettings) -> Callable[..., Bench]:
    def make(**arguments: object) -> Bench:
        arguments.setdefault("settings", settings)
        return Bench(catalogue, **arguments)  # type: ignore[arg-type]

    return make
