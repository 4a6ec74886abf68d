"""Hearing what others say: a malformed message costs a warning, never whoever listens."""

from __future__ import annotations

from collections.abc import Callable


def readable[Message, Value](
    topic: str,
    convert: Callable[[Message], Value],
    handle: Callable[[Value], None],
    complain: Callable[[str], None],
) -> Callable[[Message], None]:
    """A subscription's callback.

    Args:
        topic: where the messages come from, for the complaint.
        convert: a message as a value of ours; raises ValueError when it is none.
        handle: what is done with the value.
        complain: is told in a sentence of a message that cannot be read.
    """

    def receive(message: Message) -> None:
        try:
            value = convert(message)
        except ValueError as error:
            complain(f"a message on '{topic}' cannot be read: {error}")
        else:
            handle(value)

    return receive
