"""The agent's state, its event log, and what people say to it."""

from __future__ import annotations

import json

from xlerobot_interfaces import msg, srv

from ros_nodes.conversions import stamp
from xlerobot_agent.contracts.events import Channel, Event, Urgency
from xlerobot_agent.contracts.instruction import (
    Activity,
    AgentStatus,
    Answer,
    InstructionReply,
)


def status_to_msg(status: AgentStatus) -> msg.AgentState:
    """The agent's state as a message."""
    values = status.model_dump(exclude={"stamp", "activity", "verified"})
    return msg.AgentState(
        stamp=stamp.to_msg(status.stamp),
        activity=status.activity.value,
        verified=list(status.verified),
        **values,
    )


def status_from_msg(message: msg.AgentState) -> AgentStatus:
    """A message as the agent's state.

    Raises:
        ValueError: the activity is no word of ours, or the progress lies outside 0..1.
    """
    return AgentStatus(
        activity=Activity(message.activity),
        intent_id=message.intent_id,
        intent=message.intent,
        intent_state=message.intent_state,
        task=message.task,
        skill=message.skill,
        step=message.step,
        progress=message.progress,
        attention=message.attention,
        holding=message.holding,
        reason=message.reason,
        last_outcome=message.last_outcome,
        verified=tuple(message.verified),
        finished=message.finished,
        succeeded=message.succeeded,
        stamp=stamp.from_msg(message.stamp),
    )


def event_to_msg(event: Event) -> msg.AgentEvent:
    """An event as a message; its payload becomes JSON text."""
    return msg.AgentEvent(
        event_id=event.event_id,
        seq=event.seq,
        source_stamp=stamp.to_msg(event.t_source),
        received_stamp=stamp.to_msg(event.t_received),
        source=event.source,
        channel=event.channel.value,
        kind=event.kind,
        urgency=event.urgency.value,
        payload=json.dumps(event.payload, ensure_ascii=False, sort_keys=True),
        reply_to=event.reply_to,
        task_id=event.task_id,
        causation_id=event.causation_id,
        evidence_ids=list(event.evidence_ids),
        schema_version=event.schema_version,
    )


def event_from_msg(message: msg.AgentEvent) -> Event:
    """A message as an event.

    Raises:
        ValueError: channel or urgency is no word of ours, or the payload is no JSON object.
    """
    return Event(
        event_id=message.event_id,
        seq=message.seq,
        t_source=stamp.from_msg(message.source_stamp),
        t_received=stamp.from_msg(message.received_stamp),
        source=message.source,
        channel=Channel(message.channel),
        kind=message.kind,
        urgency=Urgency(message.urgency),
        payload=json.loads(message.payload) if message.payload else {},
        reply_to=message.reply_to,
        task_id=message.task_id,
        causation_id=message.causation_id,
        evidence_ids=tuple(message.evidence_ids),
        schema_version=message.schema_version,
    )


def fill_reply(
    response: srv.SubmitInstruction.Response, reply: InstructionReply
) -> srv.SubmitInstruction.Response:
    """Write the agent's answer into a service response, which is returned."""
    response.instruction_id = reply.instruction_id
    response.answer = reply.answer.value
    response.message = reply.message
    response.intent_id = reply.intent_id
    response.understood = list(reply.understood)
    return response


def reply_from_response(response: srv.SubmitInstruction.Response) -> InstructionReply:
    """A service response as the agent's answer.

    Raises:
        ValueError: the answer is no word of ours.
    """
    return InstructionReply(
        instruction_id=response.instruction_id,
        answer=Answer(response.answer),
        message=response.message,
        intent_id=response.intent_id,
        understood=tuple(response.understood),
    )
