"""Live progress of a run: a line a change, and a bar where there is a terminal."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from xlerobot_agent.contracts.instruction import AgentStatus

if TYPE_CHECKING:
    from experiments.live.run import LiveHooks


class LiveProgress:
    """Shows stages and the agent's states; a context manager."""

    def __init__(self, console: Console) -> None:
        """Write to one console."""
        self._console = console
        self._started = time.monotonic()
        self._shown: tuple[str, ...] = ()
        self._progress = Progress(
            TimeElapsedColumn(),
            BarColumn(bar_width=30),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.description}"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        self._progress.start()
        self._task = self._progress.add_task("starting", total=1.0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def hooks(self) -> LiveHooks:
        """What `run_live` calls."""
        from experiments.live.run import LiveHooks

        return LiveHooks(on_stage=self.note, on_status=self.show)

    def note(self, text: str) -> None:
        """One line with the time since the start."""
        elapsed = time.monotonic() - self._started
        self._progress.console.print(f"{elapsed:6.1f} s  {text}", highlight=False, markup=False)
        self._describe(text, None)

    def show(self, status: AgentStatus) -> None:
        """The agent's state; a line when intent, skill, step or outcome changed."""
        doing = " ".join(part for part in (status.skill, status.step) if part)
        self._describe(f"{status.activity.value}: {doing or status.intent}", status.progress)
        key = (status.intent_state, status.task, status.skill, status.step, status.last_outcome)
        if key == self._shown:
            return
        previous, self._shown = self._shown, key
        parts = [f"{status.progress:4.0%}", status.activity.value]
        parts += [f"task {status.task}"] if status.task else []
        parts += [doing] if doing else []
        if status.last_outcome and (not previous or previous[4] != status.last_outcome):
            parts.append(f"({status.last_outcome})")
        self.note("  ".join(parts))

    def _describe(self, text: str, progress: float | None) -> None:
        if self._task is not None:
            self._progress.update(self._task, description=text, completed=progress)
