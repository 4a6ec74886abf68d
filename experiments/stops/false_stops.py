"""Stops without a cause: fault-free work on busy cores, during which nothing should stop the arm.

``python -m experiments.stops.false_stops --minutes 60``
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console as Terminal

from experiments.episode import INSTRUCTION
from experiments.live.domain import free_domain
from experiments.live.graph import LaunchedGraph
from experiments.live.run import wait_ready
from experiments.stops.load import busy_cores
from ros_nodes.console.node import Console
from ros_nodes.trial.outsider import Outsider
from ros_nodes.trial.witness import Witness
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.launch import find_launch_file
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.instruction import Answer
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.safety import SafetyMode

STOPS = frozenset({Reason.HEARTBEAT_LOST, Reason.SAFETY_HOLD, Reason.BLOCKED, Reason.DRIVER_FAULT})
"""Reasons of discards that nobody asked for."""
EPISODE = 240.0
"""For the agent to finish one desk [s]."""


class FalseStops(Contract):
    """What was seen during one desk, or in all."""

    minutes: float
    """From the instruction to the agent's last word."""
    discards: tuple[str, ...] = ()
    """Chunks that were discarded though nobody asked for it, and why."""
    modes: tuple[str, ...] = ()
    """Safety modes other than CLEAR, and why."""
    finished: bool = True
    """The agent says that it is done."""

    @property
    def count(self) -> int:
        """Stops of either kind."""
        return len(self.discards) + len(self.modes)


def main(
    minutes: Annotated[float, typer.Option(min=0.1, help="Of work, start-up not counted.")] = 60.0,
    busy: Annotated[int, typer.Option(min=0, help="Cores kept busy by others.")] = 2,
    seed: Annotated[int, typer.Option(help="First desk.")] = 3000,
    json_file: Annotated[Path | None, typer.Option("--json")] = None,
) -> None:
    """Let the agent tidy one desk after another and count the stops that had no cause."""
    terminal = Terminal(stderr=True)
    desks: list[FalseStops] = []
    with busy_cores(busy), free_domain():
        while sum(desk.minutes for desk in desks) < minutes:
            number = seed + len(desks)
            desk = work(number)
            desks.append(desk)
            done = sum(d.minutes for d in desks)
            what = "; ".join((*desk.discards, *desk.modes)) or "no stop"
            terminal.print(f"desk {number}, {done:.1f} min in all: {what}", highlight=False)
    total = FalseStops(
        minutes=sum(d.minutes for d in desks),
        discards=tuple(text for d in desks for text in d.discards),
        modes=tuple(text for d in desks for text in d.modes),
        finished=all(d.finished for d in desks),
    )
    terminal.print(
        f"{total.count} false stops in {total.minutes:.1f} minutes, {len(desks)} desks, "
        f"{busy} busy cores",
        highlight=False,
    )
    if json_file is not None:
        json_file.write_text(total.model_dump_json(indent=2), encoding="utf-8")
    if total.count or not total.finished:
        raise typer.Exit(int(ExitCode.NOT_ACHIEVED))


def work(seed: int) -> FalseStops:
    """Tidy one desk.

    Raises:
        GraphEndedError, ConsoleError: the graph does not come up, or the agent does not end.
    """
    launch_file = find_launch_file("sim.launch.yaml")
    with (
        tempfile.TemporaryDirectory() as folder,
        LaunchedGraph(launch_file, {"seed": str(seed)}, Path(folder)) as graph,
        Outsider() as outsider,
        Console() as console,
    ):
        wait_ready(console, graph)
        began = time.monotonic()
        reply = console.instruct(INSTRUCTION)
        if reply.answer is not Answer.ACCEPT:
            return FalseStops(minutes=0.0, finished=False)
        finished = False
        for status in console.follow(reply.intent_id, EPISODE):
            graph.check()
            finished = status.finished
        minutes = (time.monotonic() - began) / 60.0
        return _count(outsider.witness, began, minutes, finished)


def _count(witness: Witness, began: float, minutes: float, finished: bool) -> FalseStops:
    discards = tuple(
        f"{h.message.reason.value}: {h.message.message}"
        for h in witness.statuses
        if h.message.state is ChunkState.DISCARDED and h.message.reason in STOPS
    )
    modes = tuple(
        f"{h.message.mode.value}: {h.message.reason}"
        for h in witness.states
        if h.time >= began and h.message.mode is not SafetyMode.CLEAR
    )
    return FalseStops(minutes=minutes, discards=discards, modes=modes, finished=finished)


if __name__ == "__main__":
    typer.run(main)
