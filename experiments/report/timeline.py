"""From recorded events to the bars of a timeline: intent, task, skill, chunk, stop."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experiments.report.bag_reader import messages, seconds
from experiments.report.model import Lane, Span
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.receipt import Receipt

_INTENT_ENDS = frozenset({"completed", "abandoned"})
_TASK_ENDS = frozenset({"succeeded", "failed", "aborted", "timed_out"})
_CHUNK_ENDS = frozenset({ChunkState.DRAINED, ChunkState.DISCARDED, ChunkState.REFUSED})


@dataclass
class _Open:
    start: float
    label: str


@dataclass
class Timeline:
    """Collects bars while a recording is read in order."""

    spans: list[Span] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    latest: float = 0.0
    _open: dict[tuple[Lane, str], _Open] = field(default_factory=dict)

    def begin(self, lane: Lane, key: str, time: float, label: str) -> None:
        """A bar starts, unless it has."""
        self._open.setdefault((lane, key), _Open(time, label))

    def end(self, lane: Lane, key: str, time: float, outcome: str) -> None:
        """A bar ends; one that never started is none."""
        begun = self._open.pop((lane, key), None)
        if begun is not None:
            self.spans.append(
                Span(lane=lane, start=begun.start, end=time, label=begun.label, outcome=outcome)
            )

    def close(self) -> None:
        """What is open at the end of the recording ends there, without an outcome."""
        for lane, key in list(self._open):
            self.end(lane, key, self.latest, "")
        self.spans.sort(key=lambda span: (span.start, span.lane))

    def on_agent_event(self, message: Any) -> None:
        """One entry of the agent's log."""
        time, payload = seconds(message.received_stamp), json.loads(message.payload)
        self.latest = max(self.latest, time)
        handler = {
            "decision.intent": self._on_intent,
            "decision.task": self._on_task,
            "effect.start_skill": self._on_skill_start,
            "skill_result": self._on_skill_result,
            "effect.stop_motion": self._on_stop_motion,
        }.get(message.kind)
        if handler is not None:
            handler(time, payload)

    def on_chunk_status(self, message: Any) -> None:
        """What became of a chunk."""
        time = seconds(message.stamp)
        self.latest = max(self.latest, time)
        if message.state == ChunkState.PLAYING:
            self.begin(Lane.CHUNK, message.chunk_id, time, message.chunk_id)
        elif message.state in _CHUNK_ENDS:
            self.end(Lane.CHUNK, message.chunk_id, time, message.state)

    def on_safety_state(self, message: Any) -> None:
        """The supervisor's latches."""
        time = seconds(message.stamp)
        self.latest = max(self.latest, time)
        standing = {str(latch.latch_id) for latch in message.latches}
        for latch in message.latches:
            label = f"latch {latch.latch_id}: {latch.source}"
            self.begin(Lane.STOP, str(latch.latch_id), time, label)
        for lane, key in list(self._open):
            if lane is Lane.STOP and key not in standing:
                self.end(lane, key, time, "reset")

    def _on_intent(self, time: float, payload: dict[str, Any]) -> None:
        key, after = payload["intent_id"], payload["after"]
        if after in _INTENT_ENDS:
            self.end(Lane.INTENT, key, time, after)
        else:
            self.begin(Lane.INTENT, key, time, payload.get("words", key))

    def _on_task(self, time: float, payload: dict[str, Any]) -> None:
        key, after = payload["task_id"], payload["after"]
        if after in _TASK_ENDS:
            self.end(Lane.TASK, key, time, after)
        elif after == "active":
            self.begin(Lane.TASK, key, time, payload.get("goal", key))

    def _on_skill_start(self, time: float, payload: dict[str, Any]) -> None:
        goal = payload["goal"]
        arguments = ", ".join(a for a in (goal["object_id"], goal["target_id"]) if a)
        self.begin(Lane.SKILL, goal["goal_id"], time, f"{goal['skill']}({arguments})")

    def _on_skill_result(self, time: float, payload: dict[str, Any]) -> None:
        self.end(Lane.SKILL, payload["goal_id"], time, payload["verdict"])
        self.receipts.append(Receipt.model_validate(payload["receipt"]))

    def _on_stop_motion(self, time: float, payload: dict[str, Any]) -> None:
        self.spans.append(
            Span(lane=Lane.STOP, start=time, end=time, label=payload["reason"], outcome="stop")
        )


def read_timeline(path: Path) -> Timeline:
    """The timeline of a recording.

    Raises:
        RecordingError: it cannot be read.
    """
    timeline = Timeline()
    for recorded in messages(path, "agent/events", "chunk/status", "safety/state"):
        if recorded.topic.endswith("agent/events"):
            timeline.on_agent_event(recorded.message)
        elif recorded.topic.endswith("chunk/status"):
            timeline.on_chunk_status(recorded.message)
        else:
            timeline.on_safety_state(recorded.message)
    timeline.close()
    return timeline
