"""``xlerobot status``: nodes, safety and agent at one glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlerobot_agent.cli.connection import AsJson, Namespace, connected
from xlerobot_agent.cli.exit_codes import ExitCode
from xlerobot_agent.cli.terminal import OUT, fail, print_json

if TYPE_CHECKING:
    from ros_nodes.console.overview import Overview


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
