"""How commands speak: text for people on stdout, errors on stderr, JSON where asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
from pydantic import BaseModel
from rich.console import Console
from rich.markup import escape

from xlerobot_agent.cli.exit_codes import ExitCode

OUT = Console()
ERR = Console(stderr=True)


def fail(message: str, code: ExitCode) -> NoReturn:
    """Say what was wrong and what to do, and end with a code."""
    ERR.print(f"[bold red]xlerobot:[/] {escape(message)}", highlight=False, soft_wrap=True)
    raise typer.Exit(int(code))


def print_json(value: BaseModel | dict[str, Any]) -> None:
    """One JSON document on stdout, nothing else."""
    data = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


@contextmanager
def failing_with(code: ExitCode, *errors: type[Exception]) -> Iterator[None]:
    """Turn the named errors into one clear line and an exit code."""
    try:
        yield
    except errors as error:
        fail(str(error), code)
