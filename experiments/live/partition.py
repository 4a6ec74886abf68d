"""Cuts a process off from others on this machine, as a broken cable would: their UDP is dropped.

Needs no rules of the machine's network: each socket gets a filter of its own, through a second
handle on it (``pidfd_getfd``, Linux 5.6). Shared memory is not cut, so only processes that talk
UDP alone are cut off (``config/fastdds.xml``). Needs root, or the right to trace the processes.
"""

from __future__ import annotations

import ctypes
import os
import socket
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

_PIDFD_GETFD = 438
_ATTACH_FILTER, _DETACH_FILTER = 26, 27
_LOAD_HALF, _JUMP_EQUAL, _RETURN = 0x28, 0x15, 0x06
"""Instructions of classic BPF (linux/filter.h)."""
_ALL = 0xFFFFFFFF
_SOURCE_PORT = 0
"""A filter on a UDP socket sees the packet from its UDP header on; this is the port's offset."""
_MOST_PORTS = 200
"""A jump of classic BPF reaches no farther than 255 instructions."""


class PartitionError(RuntimeError):
    """The processes cannot be cut off here; nothing was changed."""


@contextmanager
def cut_off(process: int, others: Iterable[int]) -> Iterator[int]:
    """For a while nothing passes between one process and others; how many sockets were cut.

    Sockets that are opened meanwhile are not.

    Args:
        process: its number.
        others: numbers of all it talks to.

    Raises:
        PartitionError: it has no UDP sockets, or its sockets may not be reached.
    """
    with ExitStack() as stack:
        own = _udp_sockets(process, stack)
        # Keyed by inode: our own process shows the handles it has on the sockets of the others.
        foreign = {i: s for o in others for i, s in _udp_sockets(o, stack).items() if i not in own}
        ports = sorted({s.getsockname()[1] for s in own.values()} - {0})
        if not ports or len(ports) > _MOST_PORTS:
            raise PartitionError(
                f"process {process} has {len(ports)} UDP ports, 1 to {_MOST_PORTS} can be cut off; "
                "see whether it runs and is no process of images"
            )
        for one, program in (
            *((s, _drop_all()) for s in own.values()),
            *((s, _drop_from(ports)) for s in foreign.values()),
        ):
            _attach(one, program)
            stack.callback(one.setsockopt, socket.SOL_SOCKET, _DETACH_FILTER, 0)
        yield len(own) + len(foreign)


def _udp_sockets(process: int, stack: ExitStack) -> dict[int, socket.socket]:
    """Handles of our own on a process's UDP sockets, by inode."""
    found = {}
    try:
        pidfd = os.pidfd_open(process)
        stack.callback(os.close, pidfd)
        for entry in sorted(Path(f"/proc/{process}/fd").iterdir(), key=lambda e: int(e.name)):
            if not _names_a_socket(entry):
                continue
            handle = socket.socket(fileno=_second_handle(pidfd, int(entry.name)))
            stack.callback(handle.close)
            if (handle.family, handle.type) == (socket.AF_INET, socket.SOCK_DGRAM):
                found[os.fstat(handle.fileno()).st_ino] = handle
    except OSError as error:
        raise PartitionError(
            f"the sockets of process {process} cannot be reached ({error}); run as root on Linux "
            "5.6 or newer"
        ) from error
    return found


def _names_a_socket(entry: Path) -> bool:
    try:
        return str(entry.readlink()).startswith("socket:")
    except FileNotFoundError:
        # Closed while we were looking.
        return False


def _second_handle(pidfd: int, descriptor: int) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    handle = int(library.syscall(_PIDFD_GETFD, pidfd, descriptor, 0))
    if handle < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return handle


def _drop_all() -> bytes:
    return _program([(_RETURN, 0, 0, 0)])


def _drop_from(ports: Sequence[int]) -> bytes:
    """Drop what comes from any of these ports, let all else through."""
    count = len(ports)
    tests = [(_JUMP_EQUAL, count - index, 0, port) for index, port in enumerate(ports)]
    return _program(
        [(_LOAD_HALF, 0, 0, _SOURCE_PORT), *tests, (_RETURN, 0, 0, _ALL), (_RETURN, 0, 0, 0)]
    )


def _program(instructions: Sequence[tuple[int, int, int, int]]) -> bytes:
    return b"".join(struct.pack("HBBI", *instruction) for instruction in instructions)


def _attach(one: socket.socket, program: bytes) -> None:
    """Give a socket its filter: ``struct sock_fprog``, a length and an address."""
    buffer = ctypes.create_string_buffer(program, len(program))
    one.setsockopt(
        socket.SOL_SOCKET,
        _ATTACH_FILTER,
        struct.pack("HL", len(program) // 8, ctypes.addressof(buffer)),
    )
