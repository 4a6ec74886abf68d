"""One instruction over the live graph, from starting the nodes to the written report."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2

from experiments.live.graph import LaunchedGraph
from experiments.report.bag_reader import first_and_last_images, real_time_factor
from experiments.report.model import Claim, RunReport
from experiments.report.timeline import Timeline, read_timeline
from experiments.report.writer import write
from experiments.score_sheet import ScoreSheet
from experiments.scorer import judge
from ros_nodes.console.errors import UnavailableError
from ros_nodes.console.node import Console
from sim.truth_record import TruthRecord
from xlerobot_agent.configuration import config_directory, fingerprint
from xlerobot_agent.contracts.instruction import AgentStatus, Answer, InstructionReply
from xlerobot_agent.launching.plan import arguments as declared_arguments

BAG = "run.mcap"
TRUTH = "truth.json"
LOGS = "logs"
READY_SECONDS = 60.0
"""A cold start on a busy machine takes a fifth of this [s]."""
POLL_SECONDS = 2.0
SETTINGS = ("safety.yaml", "objects.yaml", "skills.yaml", "perception.yaml", "agent.yaml")


@dataclass(frozen=True)
class LiveRequest:
    """What to run.

    Attributes:
        launch_file: path of the launch file.
        arguments: launch arguments the caller gave.
        instruction: what the agent is told.
        directory: where report, recording, truth and the nodes' output go.
        time_limit: for the agent to end its work, wall [s].
        command: reproduces the run, for the report.
    """

    launch_file: Path
    arguments: Mapping[str, str]
    instruction: str
    directory: Path
    time_limit: float = 300.0
    command: str = ""


@dataclass(frozen=True)
class LiveHooks:
    """Who is told of progress, and who may act on the graph during the run."""

    on_stage: Callable[[str], None] = lambda stage: None
    on_status: Callable[[AgentStatus], None] = lambda status: None
    on_accepted: Callable[[Console], None] = lambda console: None
    """Called once the instruction is accepted: observers, people with an e-stop."""


@dataclass(frozen=True)
class LiveOutcome:
    """What the run came to."""

    report: RunReport
    reply: InstructionReply
    status: AgentStatus | None
    page: Path


def run_live(request: LiveRequest, hooks: LiveHooks) -> LiveOutcome:
    """Run it; the nodes are ended and the report written whatever the agent answers.

    Raises:
        GraphEndedError: a node ended while it was needed.
        ConsoleError: somebody on the graph does not answer or takes too long.
        LaunchError: the launch file cannot be used.
    """
    request.directory.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    graph = LaunchedGraph(request.launch_file, _arguments(request), request.directory / LOGS)
    status: AgentStatus | None = None
    with graph, Console(request.arguments.get("namespace", "")) as console:
        hooks.on_stage("starting the nodes")
        wait_ready(console, graph)
        hooks.on_stage("sending the instruction")
        reply = console.instruct(request.instruction)
        if reply.answer is Answer.ACCEPT:
            hooks.on_accepted(console)
            try:
                for status in console.follow(reply.intent_id, request.time_limit):
                    graph.check()
                    hooks.on_status(status)
            except BaseException:
                console.stop("the run was given up")
                raise
        hooks.on_stage("ending the nodes")
        graph.end()
    hooks.on_stage("writing the report")
    report = _report(request, reply, status, time.monotonic() - started)
    return LiveOutcome(report, reply, status, write(report, request.directory))


def _arguments(request: LiveRequest) -> dict[str, str]:
    """The caller's arguments, and where to record, as far as the file knows such arguments."""
    own = {
        "record": "true",
        "bag": str(request.directory / BAG),
        "score_dir": str(request.directory),
    }
    known = {a.name for a in declared_arguments(request.launch_file)}
    return {k: v for k, v in own.items() if k in known} | dict(request.arguments)


def wait_ready(console: Console, graph: LaunchedGraph) -> None:
    """Wait until all who are needed answer.

    Raises:
        GraphEndedError: a node ended.
        UnavailableError: somebody is missing after ``READY_SECONDS``.
    """
    deadline = time.monotonic() + READY_SECONDS
    while True:
        graph.check()
        try:
            console.wait_ready(POLL_SECONDS)
        except UnavailableError as error:
            if time.monotonic() > deadline:
                raise UnavailableError(f"{error}\nThe nodes said:\n{graph.tail()}") from error
            continue
        return


def _report(
    request: LiveRequest,
    reply: InstructionReply,
    status: AgentStatus | None,
    wall: float,
) -> RunReport:
    directory = request.directory
    bag = directory / BAG
    timeline = read_timeline(bag) if bag.is_file() else Timeline()
    truth_file = directory / TRUTH
    sheet, seed = None, None
    if truth_file.is_file():
        record = TruthRecord.model_validate_json(truth_file.read_text(encoding="utf-8"))
        sheet, seed = judge(record), record.seed
    claim = _claim(reply, status)
    start, end = _extent(timeline)
    return RunReport(
        title=f"Desk task, {request.launch_file.name}" + ("" if seed is None else f", seed {seed}"),
        command=request.command,
        seed=seed,
        instruction=request.instruction,
        reply=reply.message,
        claim=claim,
        score=sheet,
        verdict=_verdict(reply, claim, sheet),
        sim_seconds=end - start,
        wall_seconds=wall,
        real_time_factor=real_time_factor(bag, start, end) if timeline.spans else None,
        spans=tuple(timeline.spans),
        receipts=tuple(timeline.receipts),
        pictures=_pictures(bag, directory) if bag.is_file() else {},
        settings_sha256={n: fingerprint(config_directory() / n) for n in SETTINGS},
        bag=BAG if bag.is_file() else "",
    )


def _extent(timeline: Timeline) -> tuple[float, float]:
    """Node times of the first and the last thing that happened [s]."""
    if not timeline.spans:
        return 0.0, 0.0
    return min(s.start for s in timeline.spans), max(s.end for s in timeline.spans)


def _claim(reply: InstructionReply, status: AgentStatus | None) -> Claim:
    if status is None:
        return Claim(succeeded=False, message=reply.message)
    return Claim(
        succeeded=status.succeeded,
        verified=status.verified,
        message=status.last_outcome or status.reason,
    )


def _verdict(reply: InstructionReply, claim: Claim, sheet: ScoreSheet | None) -> str:
    if reply.answer is not Answer.ACCEPT:
        return f"The agent answered '{reply.answer.value}' and moved nothing: {reply.message}"
    if sheet is None:
        word = "done, confirmed by a new observation" if claim.succeeded else "not done"
        return f"The agent says: {word}. {claim.message}"
    if claim.succeeded and sheet.success:
        return "Success: the agent confirmed it by a new observation, and the scorer agrees."
    objections = "; ".join(f"{c.condition.value}: {c.because}" for c in sheet.failed())
    if claim.succeeded:
        return f"No success: the agent says done, but the scorer objects: {objections}."
    if sheet.success:
        return f"No success: the agent did not confirm what the scorer sees. {claim.message}"
    return f"No success: {claim.message} The scorer: {objections}."


def _pictures(bag: Path, directory: Path) -> dict[str, str]:
    pictures = {}
    for camera, pair in first_and_last_images(bag).items():
        for when, image in zip(("before", "after"), pair, strict=True):
            name = f"{camera}_{when}.png"
            cv2.imwrite(str(directory / name), cv2.cvtColor(image, cv2.COLOR_RGB2BGR))
            pictures[f"{camera} camera, {when}"] = name
    return pictures
