"""What single keys mean, and where no terminal is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from xlerobot_agent.cli.estop_key import Wish, wishes
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.main import app


@pytest.mark.parametrize(
    ("keys", "meant"),
    [
        (b"", ()),
        (b" ", (Wish.STOP,)),
        (b"\x1a", (Wish.STOP,)),
        (b"r", (Wish.RELEASE,)),
        (b"rr", (Wish.RELEASE,)),
        (b"\x1b[r", (Wish.STOP,)),
        (b"r ", (Wish.STOP,)),
        (b"\x03", (Wish.END,)),
        (b" \x03", (Wish.STOP, Wish.END)),
    ],
)
def test_keys(keys: bytes, meant: tuple[Wish, ...]) -> None:
    assert wishes(keys) == meant


@given(st.binary(max_size=8))
def test_any_other_key_among_them_stops(keys: bytes) -> None:
    assert (Wish.STOP in wishes(keys)) is bool(set(keys) - set(b"r\x03"))


def test_without_a_terminal_it_refuses() -> None:
    result = CliRunner().invoke(app, ["estop", "--key"])
    assert result.exit_code == ExitCode.USAGE
    assert "standard input is no terminal" in " ".join(result.output.split())
