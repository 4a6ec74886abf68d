"""Commands that talk to a running graph: wishes, skills, stops, and how it all stands."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import ERR, OUT, fail, print_json

if TYPE_CHECKING:
    from ros_nodes.console.node import Console
    from ros_nodes.console.overview import Overview
    from xlerobot_agent.contracts.scene import SceneObservation
    from xlerobot_agent.contracts.skills import SkillFeedback, SkillResult

Namespace = Annotated[str, typer.Option(help="Of the arm, e.g. left_arm; empty for none.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Timeout = Annotated[float, typer.Option(min=0.1, help="How long it may take [s].")]


@contextmanager
def connected(namespace: str) -> Iterator[Console]:
    """Join the graph; what goes wrong there becomes one line and an exit code."""
    from ros_nodes.console.errors import RefusedError, TimedOutError, UnavailableError
    from ros_nodes.console.node import Console

    try:
        with Console(namespace) as console:
            yield console
    except RefusedError as error:
        fail(str(error), ExitCode.REFUSED)
    except TimedOutError as error:
        fail(str(error), ExitCode.TIMED_OUT)
    except UnavailableError as error:
        fail(str(error), ExitCode.UNAVAILABLE)
    except KeyboardInterrupt:
        fail("interrupted; what this command started was cancelled", ExitCode.INTERRUPTED)


def send(
    text: Annotated[str, typer.Argument(help="The wish, in English or Chinese.")],
    follow: Annotated[bool, typer.Option(help="Watch until it is done.")] = True,
    timeout: Timeout = 300.0,
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Tell the agent what to do and watch it.

    Ends with 0 when the agent confirmed it by a new observation (or, with --no-follow, accepted
    it), with 3 when it refused.

    Example: xlerobot send "put the red cup in the tray"
    """
    from xlerobot_agent.cli.progress import LiveProgress
    from xlerobot_agent.contracts.instruction import Answer

    with connected(namespace) as console:
        console.wait_ready(10.0)
        reply = console.instruct(text)
        if not as_json:
            OUT.print(f"{reply.answer.value}: {reply.message}", highlight=False, markup=False)
        status = None
        if reply.answer is Answer.ACCEPT and reply.intent_id and follow:
            with LiveProgress(ERR) as progress:
                for status in console.follow(reply.intent_id, timeout):
                    progress.show(status)
        if as_json:
            state = None if status is None else status.model_dump(mode="json")
            print_json({"reply": reply.model_dump(mode="json"), "status": state})
    if reply.answer not in (Answer.ACCEPT, Answer.END):
        raise typer.Exit(int(ExitCode.REFUSED))
    if status is not None:
        if not as_json:
            word = "done" if status.succeeded else "not done"
            OUT.print(f"{word}: {status.last_outcome or status.reason}", markup=False)
        raise typer.Exit(int(ExitCode.SUCCESS if status.succeeded else ExitCode.NOT_ACHIEVED))


def status(namespace: Namespace = "", as_json: AsJson = False) -> None:
    """Show nodes, safety, latches and what the agent does."""
    with connected(namespace) as console:
        overview = console.overview()
    if as_json:
        print_json(overview)
    else:
        _show_overview(overview)
    if overview.safety is None:
        fail(
            "no safety supervisor is heard; see whether the nodes run, in this ROS_DOMAIN_ID",
            ExitCode.UNAVAILABLE,
        )


def observe(
    timeout: Timeout = 10.0, namespace: Namespace = "", as_json: AsJson = False
) -> None:
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


def stop(
    reason: Annotated[str, typer.Argument(help="Why, for the record.")] = "stopped by the operator",
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Hold the arm and end whatever runs; it may move again when told to."""
    with connected(namespace) as console:
        ended = console.stop(reason)
    if as_json:
        print_json({"ended": list(ended)})
    else:
        OUT.print(f"held; ended: {', '.join(ended) or 'nothing ran'}", highlight=False)


def estop(namespace: Namespace = "", as_json: AsJson = False) -> None:
    """Protective stop, latched: nothing moves until a person resets it.

    This is software. It is no emergency stop in the sense of ISO 13850: keep a switch that cuts
    the arm's power.
    """
    with connected(namespace) as console:
        state = console.estop()
    if as_json:
        print_json(state)
    else:
        for latch in state.latches:
            OUT.print(f"latch {latch.latch_id}: {latch.source}, {latch.cause}", markup=False)


def reset(
    latch: Annotated[int | None, typer.Argument(help="Its number; all when absent.")] = None,
    operator: Annotated[str, typer.Option(help="Who takes responsibility.")] = "",
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Reset latched stops, after you have looked at the arm. Nothing moves by itself."""
    with connected(namespace) as console:
        replies = console.reset(operator or getpass.getuser(), latch)
    if as_json:
        print_json({"replies": [r.model_dump(mode="json") for r in replies]})
    else:
        for reply in replies:
            OUT.print(reply.message, highlight=False, markup=False)
        if not replies:
            OUT.print("no latch is set")
    if not all(reply.accepted for reply in replies):
        raise typer.Exit(int(ExitCode.REFUSED))


COMMANDS = (send, status, observe, pick, place, rest, verify, stop, estop, reset)
"""In the order of ``--help``."""


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


def _show_overview(overview: Overview) -> None:
    from rich.table import Table

    table = Table("node", "state", "figures", title="Nodes")
    for name, health in overview.nodes.items():
        figures = ", ".join(f"{k} {v}" for k, v in health.figures.items())
        table.add_row(name, f"{health.level}: {health.message}", figures)
    OUT.print(table)
    if overview.safety is not None:
        safety = overview.safety
        allowed = "motion allowed" if safety.motion_allowed else "no motion"
        OUT.print(
            f"safety: {safety.mode.value}, {allowed}, owner {safety.owner.value}, "
            f"epoch {safety.epoch} {safety.reason}",
            highlight=False,
            markup=False,
        )
        for latch in safety.latches:
            OUT.print(f"  latch {latch.latch_id}: {latch.source}, {latch.cause}", markup=False)
    if overview.agent is not None:
        agent = overview.agent
        doing = " ".join(p for p in (agent.intent, agent.task, agent.skill, agent.step) if p)
        OUT.print(f"agent: {agent.activity.value} {doing} {agent.reason}", markup=False)
