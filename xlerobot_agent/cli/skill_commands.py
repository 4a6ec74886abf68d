"""Single skills from the command line: observe, verify, pick, place, rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from xlerobot_agent.cli.connection import AsJson, Namespace, Timeout, connected
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import ERR, OUT, fail, print_json

if TYPE_CHECKING:
    from xlerobot_agent.contracts.scene import SceneObservation
    from xlerobot_agent.contracts.skills import SkillFeedback, SkillResult


def observe(timeout: Timeout = 10.0, namespace: Namespace = "", as_json: AsJson = False) -> None:
    """Look at the desk and list what is seen."""
    with connected(namespace) as console:
        console.wait_ready(10.0, agent=False)
        result = console.observe(timeout)
    if as_json:
        print_json(result)
    elif result.observation is not None:
        _show_observation(result.observation)
    _end(result, quiet=as_json or result.observation is not None)


def pick(
    object_id: Annotated[str, typer.Argument(help="Id in the object catalogue, e.g. red_cup.")],
    timeout: Timeout = 60.0,
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Grasp and lift an object, under an operator's lease."""
    with connected(namespace) as console:
        console.wait_ready(10.0, agent=False)
        result = console.pick(object_id, timeout, None if as_json else _feedback)
    _finish(result, as_json)


def place(
    object_id: Annotated[str, typer.Argument(help="What is held.")],
    target_id: Annotated[str, typer.Argument(help="Where it goes, e.g. tray.")],
    timeout: Timeout = 60.0,
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Put what is held into a receptacle, under an operator's lease."""
    with connected(namespace) as console:
        console.wait_ready(10.0, agent=False)
        result = console.place(object_id, target_id, timeout, None if as_json else _feedback)
    _finish(result, as_json)


def rest(timeout: Timeout = 60.0, namespace: Namespace = "", as_json: AsJson = False) -> None:
    """Move the arm to its rest pose, under an operator's lease."""
    with connected(namespace) as console:
        console.wait_ready(10.0, agent=False)
        result = console.move_to_rest(timeout, None if as_json else _feedback)
    _finish(result, as_json)


def verify(
    predicates: Annotated[
        list[str], typer.Argument(help="Such as 'inside(red_cup, tray)' or at_rest_pose.")
    ],
    timeout: Timeout = 10.0,
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Judge predicates by a new observation; ends with 0 when all are true."""
    from xlerobot_agent.contracts.predicates import Predicate

    try:
        wanted = [str(Predicate.parse(text)) for text in predicates]
    except ValueError as error:
        fail(str(error), ExitCode.USAGE)
    with connected(namespace) as console:
        console.wait_ready(10.0, agent=False)
        result = console.verify(wanted, timeout)
    if as_json:
        print_json(result)
    for verdict in () if as_json else result.receipt.predicates:
        line = f"{verdict.predicate} is {verdict.value.value}: {verdict.because}"
        OUT.print(line, highlight=False, markup=False)
    _end(result, quiet=as_json)


def _feedback(feedback: SkillFeedback) -> None:
    ERR.print(
        f"{feedback.progress:4.0%} {feedback.phase.value} {feedback.step}, "
        f"{feedback.set_points_played} set-points played",
        highlight=False,
    )


def _finish(result: SkillResult, as_json: bool) -> None:
    if as_json:
        print_json(result)
    _end(result, quiet=as_json)


def _end(result: SkillResult, *, quiet: bool) -> None:
    from xlerobot_agent.contracts.reasons import Reason
    from xlerobot_agent.contracts.receipt import Verdict

    if not quiet or result.verdict is not Verdict.SUCCEEDED:
        reason = f" ({result.reason.value})" if result.reason is not None else ""
        words = f"{result.skill} {result.verdict.value}{reason} {result.message}"
        (ERR if quiet else OUT).print(words.strip(), highlight=False, markup=False)
    codes = {
        Verdict.SUCCEEDED: ExitCode.SUCCESS,
        Verdict.REJECTED: ExitCode.REFUSED,
        Verdict.TIMED_OUT: ExitCode.TIMED_OUT,
        Verdict.PREEMPTED: ExitCode.STOPPED,
    }
    code = codes.get(result.verdict, ExitCode.NOT_ACHIEVED)
    raise typer.Exit(int(ExitCode.STOPPED if result.reason is Reason.SAFETY_HOLD else code))


def _show_observation(observation: SceneObservation) -> None:
    from rich.table import Table

    table = Table("object", "x [m]", "y [m]", "yaw [deg]", "seen", "sure", title="On the desk")
    for thing in observation.objects:
        table.add_row(
            thing.object_id,
            f"{thing.pose.x:.3f}",
            f"{thing.pose.y:.3f}",
            f"{thing.pose.yaw * 57.2958:.0f}",
            f"{thing.visibility:.0%}",
            f"{thing.confidence:.0%}",
        )
    OUT.print(table)
    for verdict in observation.predicates:
        OUT.print(f"{verdict.predicate}: {verdict.value.value}, {verdict.because}", markup=False)
    if observation.fault:
        OUT.print(f"cameras: {observation.fault}", markup=False)
