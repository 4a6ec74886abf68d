"""``xlerobot estop --key``: a terminal as an e-stop source, also over SSH."""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum, auto
from typing import TYPE_CHECKING

import typer

from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import fail
from xlerobot_agent.middleware import stay_on_this_machine

if TYPE_CHECKING:
    from ros_nodes.keyboard_estop import KeyboardEstop
    from xlerobot_agent.contracts.safety import SafetyState

REFRESH = 0.2
"""Between two looks at the supervisor's state while no key is pressed [s]."""
_CTRL_C = b"\x03"
_RELEASE = b"r"
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_CLEAR_LINE = "\r\x1b[K"


class Wish(Enum):
    """What a person at the keys wants."""

    STOP = auto()
    RELEASE = auto()
    END = auto()


def wishes(keys: bytes) -> tuple[Wish, ...]:
    """What the keys read at once mean, in order.

    Only `r` by itself releases: among other bytes it may be part of a key's escape sequence.
    """
    rest = keys.replace(_CTRL_C, b"")
    first = (Wish.RELEASE if not rest.strip(_RELEASE) else Wish.STOP,) if rest else ()
    return first + ((Wish.END,) if _CTRL_C in keys else ())


def watch_keys(namespace: str, source: str) -> None:
    """Read keys until Ctrl-C, a signal or the loss of the terminal.

    Args:
        namespace: of the arm; empty for none.
        source: name of the source; empty for ``keyboard@<host>-<pid>``.

    Raises:
        typer.Exit: with STOPPED when it ends asserted, with USAGE when there is no terminal.
    """
    if not sys.stdin.isatty():
        fail(
            "--key reads single keys, and standard input is no terminal; run it in one "
            "(ssh -t over SSH), or stop the arm with `xlerobot estop`",
            ExitCode.USAGE,
        )
    from ros_nodes.keyboard_estop import KeyboardEstop

    stay_on_this_machine()
    with _ending_signals() as signals, KeyboardEstop(namespace, source) as key:
        with _raw(sys.stdin.fileno()) as terminal:
            _follow(key, terminal, signals)
        _say_last_words(key)
        asserted = key.asserted
    if asserted:
        raise typer.Exit(int(ExitCode.STOPPED))


def _follow(key: KeyboardEstop, terminal: int, signals: int) -> None:
    """Do as the keys say, and show the state in one line."""
    shown = ""
    while True:
        line = _state_line(key.source, key.asserted, key.safety)
        if line != shown:
            _write(f"{_CLEAR_LINE}{line}")
            shown = line
        ready, _, _ = select.select([terminal, signals], [], [], REFRESH)
        if signals in ready:
            return
        if terminal in ready and not _obey(key, _read(terminal)):
            return


def _obey(key: KeyboardEstop, keys: bytes) -> bool:
    """Do as the keys say; whether to go on."""
    wanted = wishes(keys)
    if Wish.STOP in wanted:
        key.assert_stop()
    elif Wish.RELEASE in wanted:
        key.release()
    return bool(keys) and Wish.END not in wanted


def _state_line(source: str, asserted: bool, safety: SafetyState | None) -> str:
    own = "ASSERTED" if asserted else "not asserted"
    if safety is None:
        state = "no supervisor is heard"
    else:
        allowed = "motion allowed" if safety.motion_allowed else "no motion"
        latches = ", ".join(str(latch.latch_id) for latch in safety.latches)
        state = f"{safety.mode.value}, {allowed}{f', latched: {latches}' if latches else ''}"
    line = f"{own} | {state} | space: stop, r: release, Ctrl-C: end | {source}"
    return line[: shutil.get_terminal_size().columns - 1]


def _say_last_words(key: KeyboardEstop) -> None:
    if not key.asserted:
        _write(f"{_CLEAR_LINE}ended; '{key.source}' asserts nothing\n")
        return
    heard = key.safety is not None and bool(key.safety.latches)
    unheard = "" if heard else "no supervisor showed a latch: see whether the arm stands. "
    _write(
        f"{_CLEAR_LINE}ended; '{key.source}' stays asserted. {unheard}"
        f"Release it: xlerobot estop --key --source {key.source}, then r\n"
    )


def _write(text: str) -> None:
    """To the terminal, which may be gone."""
    with suppress(OSError):
        os.write(sys.stderr.fileno(), text.encode())


def _read(terminal: int) -> bytes:
    """What was typed; nothing when the terminal is gone."""
    try:
        return os.read(terminal, 64)
    except OSError:
        return b""


@contextmanager
def _raw(terminal: int) -> Iterator[int]:
    """Keys come singly, Ctrl-C and Ctrl-Z included; whatever happens, it is as before after it."""
    before = termios.tcgetattr(terminal)
    try:
        tty.setraw(terminal, termios.TCSADRAIN)
        yield terminal
    finally:
        with suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)


@contextmanager
def _ending_signals() -> Iterator[int]:
    """A file descriptor that can be read when a signal asks to end."""
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    woken = signal.set_wakeup_fd(writable)
    before = {number: signal.signal(number, lambda *_: None) for number in _ENDING}
    try:
        yield readable
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(woken)
        os.close(readable)
        os.close(writable)
