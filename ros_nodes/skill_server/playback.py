"""Requests the chunks of one goal's motions and follows what becomes of them."""

from __future__ import annotations

from enum import StrEnum

from ros_nodes.skill_server.cell import Cell
from ros_nodes.skill_server.chunks.ledger import Ledger
from ros_nodes.skill_server.chunks.stream import ChunkStream
from ros_nodes.skill_server.steps import Interruption, Move
from ros_nodes.skill_server.trajectories.limits import overspeed
from ros_nodes.skill_server.trajectories.trajectory import Array
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus
from xlerobot_agent.contracts.ports import ChunkSink, IdFactory
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.skills import SkillGoal


class Progress(StrEnum):
    """Where a motion is."""

    PLAYING = "playing"
    DONE = "done"


class Playback:
    """One motion at a time, in chunks; counts over all motions of the goal."""

    def __init__(self, goal: SkillGoal, cell: Cell, sink: ChunkSink, ids: IdFactory) -> None:
        """Args: whose motion, what is known, where chunks go, and who names them."""
        self.ledger = Ledger()
        self._goal = goal
        self._cell = cell
        self._sink = sink
        self._ids = ids
        self._move: Move | None = None
        self._stream: ChunkStream | None = None
        self._rows: dict[str, Array] = {}
        self._kept = cell.full_motion
        """The limits that the motion under way is known to keep."""

    def begin(self, move: Move) -> None:
        """Start a motion; the last one has ended."""
        cell = self._cell
        self._move = move
        self._kept = cell.full_motion
        self._stream = ChunkStream(
            move.trajectory, cell.settings.chunks, cell.motion, guarded=move.until is not None
        )

    def drop(self) -> None:
        """Draft nothing more of the motion."""
        self._stream = None

    def tick(self, epoch: int, now: float) -> Progress | Interruption:
        """Watch the motion and request its next chunk when that is due."""
        move, stream = self._move, self._stream
        if move is None or stream is None:
            raise RuntimeError("a goal runs without a motion; every step sets one")
        self._keep_pace(stream)
        interruption = move.watch(self._cell) if move.watch is not None else None
        interruption = interruption or self._blind(now) or self._ran_dry(stream)
        if interruption is not None:
            return interruption
        if move.until is not None and not stream.truncated and move.until(self._cell):
            stream.truncate()
        if stream.due(self.ledger, now):
            self._request(stream, epoch, now)
        return Progress.DONE if stream.finished(self.ledger) else Progress.PLAYING

    def on_status(self, status: ChunkStatus, now: float) -> Interruption | None:
        """Take over a status; an interruption when the motion cannot go on."""
        entry = self.ledger.apply(status, now)
        if entry is None:
            return None
        if entry.played:
            self._cell.command(self._rows[entry.chunk_id][entry.played - 1])
        if entry.ended:
            self._rows.pop(entry.chunk_id)
        if self._stream is None:
            return None
        if status.state in (ChunkState.REFUSED, ChunkState.DISCARDED):
            reason = status.reason or Reason.UNKNOWN
            return Interruption(
                # What was drafted well and is refused all the same: the arm does not follow.
                Reason.BLOCKED if reason is Reason.INVALID_GOAL else reason,
                f"chunk {status.chunk_id} was {status.state.value}: {status.message}",
            )
        return None

    def silent(self, now: float) -> bool:
        """Whether nothing was heard of a requested chunk for longer than the heartbeat."""
        heartbeat = self._cell.settings.look.heartbeat
        return bool(self.ledger.outstanding) and now - self.ledger.heard > heartbeat

    def _keep_pace(self, stream: ChunkStream) -> None:
        """A motion that is too fast for limits that have changed rests and goes on slower."""
        limits = self._cell.motion
        if limits is self._kept:
            return
        self._kept = limits
        dt = self._cell.settings.chunks.dt
        times = overspeed(self._cell.model, limits, stream.left, dt)
        if times > 1.0:
            stream.slow_down(1.0 / times)

    def _ran_dry(self, stream: ChunkStream) -> Interruption | None:
        """Chunks came so late that the arm stands on its way: take the motion up again there."""
        if not stream.starved(self.ledger) or not self._cell.still or stream.resume():
            return None
        return Interruption(
            Reason.HEARTBEAT_LOST,
            "the arm ran out of set-points again and again; check that chunks arrive in time",
        )

    def _blind(self, now: float) -> Interruption | None:
        """Looks that cannot be trusted, or none for so long that no chunk would be admitted."""
        if self._cell.blinded:
            return Interruption(Reason.PERCEPTION_UNSURE, self._cell.blinded)
        newest, limit = self._cell.observation, self._cell.limits.observation_age
        if newest is not None and now - newest.stamp <= limit - self._cell.settings.look.reserve:
            return None
        return Interruption(
            Reason.PERCEPTION_UNSURE, f"no trustworthy observation for nearly {limit:.1f} s"
        )

    def _request(self, stream: ChunkStream, epoch: int, now: float) -> None:
        cell, piece = self._cell, stream.draft()
        if cell.observation is None:
            raise RuntimeError("a chunk without an observation; the gates let none through")
        chunk = ActionChunk(
            chunk_id=self._ids.new("chunk"),
            goal_id=self._goal.goal_id,
            index=len(self.ledger.entries),
            owner=self._goal.owner,
            epoch=epoch,
            joint_names=cell.model.joint_names,
            dt=cell.settings.chunks.dt,
            positions=tuple(map(tuple, piece.positions.tolist())),
            observation_id=cell.observation.observation_id,
            observation_stamp=cell.observation.stamp,
            stamp=now,
            final=piece.last,
        )
        self.ledger.enter(chunk, now)
        self._rows[chunk.chunk_id] = piece.positions
        self._sink.request(chunk)
