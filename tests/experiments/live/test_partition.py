"""A process that is cut off hears nothing and is not heard, for a while (fault row 30)."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

from experiments.live.partition import PartitionError, cut_off

ECHO = """
import socket
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1], flush=True)
while True:
    data, sender = s.recvfrom(100)
    s.sendto(data, sender)
"""


@pytest.fixture
def echo():
    """A process that answers every packet: its number and port."""
    process = subprocess.Popen([sys.executable, "-c", ECHO], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.pid, int(process.stdout.readline())
    process.kill()
    process.wait()


@pytest.fixture
def own():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
        own.bind(("127.0.0.1", 0))
        own.settimeout(0.3)
        yield own


def answered(own: socket.socket, port: int, word: bytes) -> bool:
    own.sendto(word, ("127.0.0.1", port))
    try:
        return own.recv(100) == word
    except TimeoutError:
        return False


@pytest.mark.skipif(os.geteuid() != 0, reason="needs the right to reach another's sockets")
def test_nothing_passes_until_it_is_over(echo, own) -> None:
    process, port = echo
    assert answered(own, port, b"before")
    with cut_off(process, [os.getpid()]) as sockets:
        assert sockets >= 2
        assert not answered(own, port, b"meanwhile")
    assert answered(own, port, b"afterwards")


@pytest.mark.skipif(os.geteuid() != 0, reason="needs the right to reach another's sockets")
def test_others_are_still_heard(echo, own) -> None:
    """What the one that is cut off sends is dropped; what comes from elsewhere is not."""
    process, _ = echo
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as third, cut_off(process, [os.getpid()]):
        third.sendto(b"third", own.getsockname())
        assert own.recv(100) == b"third"


def test_a_process_that_is_not_there_is_named() -> None:
    with pytest.raises(PartitionError, match="cannot be reached"), cut_off(2**22 - 1, []):
        pass
