"""Hears what the skill server's actions and the arm say of goals, and asks for nothing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from action_msgs.msg import GoalStatusArray
from rclpy.qos import DurabilityPolicy, QoSProfile
from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.conversions import skill as skill_conversion
from ros_nodes.trial.goal_history import ChunkHeard, FeedbackHeard, GoalState, WordHeard
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.skills import Phase

if TYPE_CHECKING:
    from rclpy.node import Node

    from ros_nodes.trial.goal_record import GoalRecord

Info = dict[str, Any]
"""What the middleware tells of a message."""
_ALL = 1000
"""More messages than come while this process is kept from running."""
_EVERYTHING = QoSProfile(depth=_ALL, durability=DurabilityPolicy.VOLATILE)
_STATUSES = QoSProfile(depth=_ALL, durability=DurabilityPolicy.TRANSIENT_LOCAL)


class GoalWitness:
    """Writes into a record. Its callbacks run in the thread that spins the node."""

    def __init__(self, node: Node, record: GoalRecord) -> None:
        """Listen from now on."""
        self._record = record
        # Its types know no callback that asks for what the middleware tells.
        listen: Any = node.create_subscription
        for skill, kind in skill_conversion.ACTIONS.items():
            listen(GoalStatusArray, f"{skill}/_action/status", self._on_statuses, _STATUSES)
            feedback = kind.Impl.FeedbackMessage
            listen(feedback, f"{skill}/_action/feedback", self._on_feedback, _EVERYTHING)
        listen(msg.ActionChunk, "chunk", self._on_chunk, _EVERYTHING)
        listen(msg.ChunkStatus, "chunk/status", self._on_word, _EVERYTHING)
        listen(msg.SafetyState, "safety/state", self._on_safety, qos.LATCHED)

    def _on_statuses(self, message: GoalStatusArray, info: Info) -> None:
        now = _sent(info)
        record = self._record
        with record.news:
            for entry in message.status_list:
                uuid = bytes(entry.goal_info.goal_id.uuid).hex()
                record.on_status(uuid, GoalState(entry.status), now)
            record.news.notify_all()

    def _on_feedback(self, message: Any, info: Info) -> None:
        heard = FeedbackHeard(_sent(info), Phase(message.feedback.phase), message.feedback.step)
        record = self._record
        with record.news:
            record.feedback[bytes(message.goal_id.uuid).hex()].append(heard)
            record.news.notify_all()

    def _on_chunk(self, message: msg.ActionChunk, info: Info) -> None:
        heard = ChunkHeard(_sent(info), message.chunk_id, message.goal_id, message.index)
        with self._record.news:
            self._record.chunks.append(heard)
            self._record.news.notify_all()

    def _on_word(self, message: msg.ChunkStatus, info: Info) -> None:
        heard = WordHeard(
            time=_sent(info),
            chunk_id=message.chunk_id,
            goal_id=message.goal_id,
            state=ChunkState(message.state),
            played=message.played,
            discarded=message.discarded,
            reason=message.reason,
        )
        with self._record.news:
            self._record.words.append(heard)
            self._record.news.notify_all()

    def _on_safety(self, message: msg.SafetyState) -> None:
        with self._record.news:
            self._record.epoch = message.epoch
            self._record.motion_allowed = message.motion_allowed
            self._record.news.notify_all()


def _sent(info: Info) -> float:
    """When a message left its publisher, which runs on this machine, as steady time [s].

    So a witness that is kept from running mistakes no order and no latency.
    """
    age = time.time_ns() - int(info["source_timestamp"])
    return time.monotonic() - 1e-9 * age
