"""Writes a report as one self-contained HTML page and one JSON file."""

from __future__ import annotations

import base64
from pathlib import Path

from jinja2 import Environment, PackageLoader, select_autoescape

from experiments.report.model import Lane, RunReport, Span

CHART_WIDTH = 1100.0
"""Of the timeline's drawing area [px]."""
ROW_HEIGHT = 26.0
"""Of one lane [px]."""


def write(report: RunReport, directory: Path) -> Path:
    """Write ``report.html`` and ``report.json`` into a folder; returns the page's path."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "report.json").write_text(report.model_dump_json(indent=2), encoding="utf-8")
    page = directory / "report.html"
    page.write_text(render(report, directory), encoding="utf-8")
    return page


def render(report: RunReport, directory: Path) -> str:
    """The page, with the pictures of ``directory`` inlined."""
    environment = Environment(
        loader=PackageLoader("experiments.report"), autoescape=select_autoescape()
    )
    return environment.get_template("report.html").render(
        report=report,
        pictures={caption: _inline(directory / name) for caption, name in report.pictures.items()},
        lanes=[_lane(lane, report) for lane in Lane],
        width=CHART_WIDTH,
        row=ROW_HEIGHT,
        ticks=_ticks(report),
    )


def _inline(path: Path) -> str:
    kind = "jpeg" if path.suffix in (".jpg", ".jpeg") else "png"
    return f"data:image/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def _extent(report: RunReport) -> tuple[float, float]:
    if not report.spans:
        return 0.0, 1.0
    start = min(s.start for s in report.spans)
    return start, max(*(s.end for s in report.spans), start + 1e-3)


def _lane(lane: Lane, report: RunReport) -> dict[str, object]:
    start, end = _extent(report)
    scale = CHART_WIDTH / (end - start)

    def bar(span: Span) -> dict[str, object]:
        return {
            "x": (span.start - start) * scale,
            "width": max((span.end - span.start) * scale, 1.5),
            "label": span.label,
            "outcome": span.outcome,
            "seconds": span.end - span.start,
        }

    return {"name": lane.value, "bars": [bar(s) for s in report.spans if s.lane is lane]}


def _ticks(report: RunReport) -> list[dict[str, float]]:
    start, end = _extent(report)
    length = end - start
    step = next((s for s in (1, 2, 5, 10, 20, 60, 120) if length / s <= 12), 300)
    return [
        {"x": n * step * CHART_WIDTH / length, "seconds": float(n * step)}
        for n in range(int(length // step) + 1)
    ]
