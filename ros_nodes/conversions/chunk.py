"""Action chunks, what became of them, and holds."""

from __future__ import annotations

from array import array
from itertools import chain

from pydantic import ValidationError
from xlerobot_interfaces import msg

from ros_nodes.conversions import stamp
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus, HoldRequest
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason


def to_msg(chunk: ActionChunk) -> msg.ActionChunk:
    """A chunk as a message."""
    return msg.ActionChunk(
        stamp=stamp.to_msg(chunk.stamp),
        chunk_id=chunk.chunk_id,
        goal_id=chunk.goal_id,
        index=chunk.index,
        owner=chunk.owner.value,
        epoch=chunk.epoch,
        joint_names=list(chunk.joint_names),
        dt=chunk.dt,
        positions=array("d", chain.from_iterable(chunk.positions)),
        observation_id=chunk.observation_id,
        observation_stamp=stamp.to_msg(chunk.observation_stamp),
        final=chunk.final,
    )


def from_msg(message: msg.ActionChunk) -> ActionChunk:
    """A message as a chunk.

    Raises:
        ValueError: the message is no well-formed chunk (a NaN, a row too short, too long a run).
    """
    width = len(message.joint_names)
    values = message.positions
    if width == 0 or len(values) % width:
        raise ValueError(
            f"chunk '{message.chunk_id}' has {len(values)} values for {width} joints; "
            "send whole rows, one value per joint"
        )
    try:
        return ActionChunk(
            chunk_id=message.chunk_id,
            goal_id=message.goal_id,
            index=message.index,
            owner=Owner(message.owner),
            epoch=message.epoch,
            joint_names=tuple(message.joint_names),
            dt=message.dt,
            positions=tuple(
                tuple(values[start : start + width]) for start in range(0, len(values), width)
            ),
            observation_id=message.observation_id,
            observation_stamp=stamp.from_msg(message.observation_stamp),
            stamp=stamp.from_msg(message.stamp),
            final=message.final,
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "chunk"
        raise ValueError(
            f"chunk '{message.chunk_id}' is malformed: {where}: {first['msg']}, "
            f"not {first['input']!r:.60}"
        ) from error


def status_to_msg(status: ChunkStatus) -> msg.ChunkStatus:
    """A chunk's status as a message."""
    return msg.ChunkStatus(
        stamp=stamp.to_msg(status.stamp),
        chunk_id=status.chunk_id,
        goal_id=status.goal_id,
        state=status.state.value,
        played=status.played,
        discarded=status.discarded,
        reason="" if status.reason is None else status.reason.value,
        message=status.message,
        at_rest=status.at_rest,
    )


def status_from_msg(message: msg.ChunkStatus) -> ChunkStatus:
    """A message as a chunk's status.

    Raises:
        ValueError: state or reason is no word of ours.
    """
    return ChunkStatus(
        chunk_id=message.chunk_id,
        goal_id=message.goal_id,
        state=ChunkState(message.state),
        played=message.played,
        discarded=message.discarded,
        reason=Reason(message.reason) if message.reason else None,
        message=message.message,
        at_rest=message.at_rest,
        stamp=stamp.from_msg(message.stamp),
    )


def hold_to_msg(request: HoldRequest) -> msg.HoldRequest:
    """A hold as a message."""
    return msg.HoldRequest(
        goal_id=request.goal_id, reason=request.reason.value, source=request.source
    )


def hold_from_msg(message: msg.HoldRequest) -> HoldRequest:
    """A message as a hold; never refused, so an unknown reason becomes ``unknown``."""
    known = message.reason in Reason._value2member_map_
    return HoldRequest(
        goal_id=message.goal_id,
        reason=Reason(message.reason) if known else Reason.UNKNOWN,
        source=message.source,
    )
