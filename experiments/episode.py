"""One in-process episode: an instruction, the whole stack until it is done, two verdicts."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Any

from pydantic import Field

from experiments.blame import blame
from experiments.rig import DeskRig, StackSettings
from experiments.score_sheet import ScoreSheet
from experiments.scorer import Scorer
from sim.faults import FaultSettings
from xlerobot_agent.contracts.instruction import Answer, Instruction
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.reasons import FailureKind, Reason
from xlerobot_agent.contracts.receipt import Receipt

INSTRUCTION = "put the red cup in the tray and the yellow paper in the bin, then check the desk"
TIME_LIMIT = 300.0
"""Simulated [s]; four times what an episode with retries takes."""
START_TIME = 0.5
"""Simulated [s] that things get to come to rest before the instruction."""


class EpisodeRecord(Contract):
    """Everything worth keeping of one episode."""

    seed: int
    faults: dict[str, Any]
    instruction: str
    claimed: bool
    """The agent says done, on receipts."""
    score: ScoreSheet
    success: bool
    """Claimed and scored."""
    false_success: bool
    """Claimed, but the world says no."""
    false_failure: bool
    """Not claimed, though the world says yes."""
    reason: str = ""
    """The agent's last word, or the scorer's first objection."""
    failure_kind: FailureKind | None = None
    skill_calls: dict[str, int] = Field(default_factory=dict)
    results: tuple[str, ...] = ()
    """Each skill call and its verdict, in order."""
    sim_seconds: float
    wall_seconds: float


def run_episode(
    seed: int,
    settings: StackSettings,
    faults: FaultSettings,
    *,
    instruction: str = INSTRUCTION,
    trace: Path | None = None,
) -> EpisodeRecord:
    """Run the task on the desk of one seed until the agent ends it or time is up.

    Args:
        seed: of the desk and of everything random in the episode.
        settings: the stack's configuration.
        faults: switched on for this episode.
        instruction: what the agent is told.
        trace: where to write the decision trace, as JSON lines.
    """
    started = time.perf_counter()
    lines: list[str] = []
    rig = DeskRig(seed, settings, faults, lines.append if trace is not None else None)
    scorer = Scorer(rig.world, settings.limits, seed)
    try:
        while rig.world.now < START_TIME:
            rig.step()
        reply = rig.agent.on_instruction(
            Instruction(instruction_id="instruction-1", text=instruction, stamp=rig.world.now)
        )
        message = reply.message
        if reply.answer is Answer.ACCEPT:
            while not rig.agent.status.finished and rig.world.now < TIME_LIMIT:
                rig.step()
                scorer.watch()
            message = rig.agent.status.reason or rig.agent.status.last_outcome
        return _record(rig, scorer, seed, faults, instruction, message, started)
    finally:
        if trace is not None:
            trace.parent.mkdir(parents=True, exist_ok=True)
            trace.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        rig.close()


def _record(
    rig: DeskRig,
    scorer: Scorer,
    seed: int,
    faults: FaultSettings,
    instruction: str,
    message: str,
    started: float,
) -> EpisodeRecord:
    sheet = scorer.sheet()
    receipts = rig.receipts
    claimed = rig.agent.status.succeeded
    success = claimed and sheet.success
    out_of_time = not rig.agent.status.finished and rig.world.now >= TIME_LIMIT
    objections = "; ".join(f"{c.condition.value}: {c.because}" for c in sheet.failed())
    reason = "" if success else (objections if claimed else message)
    return EpisodeRecord(
        seed=seed,
        faults=faults.active,
        instruction=instruction,
        claimed=claimed,
        score=sheet,
        success=success,
        false_success=claimed and not sheet.success,
        false_failure=not claimed and sheet.success,
        reason=f"out of time after {TIME_LIMIT:.0f} s: {reason}" if out_of_time else reason,
        failure_kind=None if success else blame(receipts, sheet, claimed=claimed),
        skill_calls=dict(Counter(r.skill for r in receipts)),
        results=tuple(_line(r) for r in receipts),
        sim_seconds=rig.world.now,
        wall_seconds=time.perf_counter() - started,
    )


def _line(receipt: Receipt) -> str:
    args = ", ".join(receipt.args.values())
    reason = f" ({receipt.reason.value})" if isinstance(receipt.reason, Reason) else ""
    return f"{receipt.skill}({args}) {receipt.verdict.value}{reason} {receipt.message}".strip()
