"""What a client that is to die has to do first, and starting such a client."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

from ros_nodes.trial.goal_history import Cancel
from ros_nodes.trial.goal_record import Call
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.skills import SkillGoal

if TYPE_CHECKING:
    from ros_nodes.trial.goal_record import GoalRecord


class LastWill(Contract):
    """The order to a client that dies."""

    goal: SkillGoal
    uuid: str
    """In hexadecimal."""
    delay: float | None
    """From the goal's answer to the cancel [s]; None cancels without waiting for the answer."""


class MortalClient:
    """A client's process that waits to be told what it dies of; see ``mortal``."""

    def __init__(self, namespace: str = "") -> None:
        """Start it; it joins the graph meanwhile."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ros_nodes.trial.mortal", namespace],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def die(self, will: LastWill, record: GoalRecord) -> Call:
        """Let it ask and die; returns when it is dead.

        Raises:
            RuntimeError: it ended before it had asked.
        """
        process = self._process
        if process.stdin is None or process.stdout is None or not process.stdout.readline():
            raise RuntimeError("the client that is to die never joined the graph; see its output")
        call = Call(will.goal.goal_id, will.uuid, will.goal.skill, time.monotonic(), mortal=True)
        with record.news:
            record.calls[call.uuid] = call
        process.stdin.write(f"{will.model_dump_json()}\n")
        process.stdin.flush()
        asked = process.stdout.readline()
        process.wait()
        if not asked:
            raise RuntimeError("the client died before it had asked; see its output")
        with record.news:
            record.cancels.append(Cancel(float(asked), call.skill, call.uuid, mortal=True))
        return call

    def close(self) -> None:
        """End it unheard."""
        self._process.kill()
        self._process.wait()
