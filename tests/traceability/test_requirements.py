"""Every checked requirement is claimed by a test or said to be missing, and the page says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.traceability.claims import read_claims
from tests.traceability.inventory import InventoryError, read_inventory
from tests.traceability.not_yet import NotYet
from tests.traceability.status import COMMAND, ROOT, STATUS, Status, read_status
from xlerobot_agent.configuration import ConfigurationError, load

HEAD = "# A.\n\n| id | source | what it says | module | machine test |\n|---|---|---|---|---|\n"
PAGE = (
    HEAD
    + "| S0-01 | S0 | `a\\|b` holds | core, skill | FSM |\n"
    + "| S0-02 | S0 | only shown | ui | - |\n"
    + "\n# B.\n\n## B.1 Layers\n"
)


@pytest.fixture
def status() -> Status:
    return Status(
        inventory=read_inventory(PAGE),
        claims={"S0-01": ("tests/test_a.py::test_b",), "B.1": ("tests/test_a.py",)},
        not_yet=NotYet({}),
    )


def test_every_row_is_accounted_for() -> None:
    problems = list(read_status().problems())
    assert problems == [], "\n".join([*problems, f"then run: {COMMAND}"])


def test_the_page_is_the_generated_one() -> None:
    committed = (ROOT / STATUS).read_text(encoding="utf-8")
    assert committed == read_status().render(), f"{STATUS} is out of date; run: {COMMAND}"


def test_all_rows_of_the_inventory_are_read() -> None:
    text = (ROOT / "docs" / "requirements.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith(("| S", "| DC-"))]
    rows = [line for line in lines if line[3:4].isdigit() or line.startswith("| DC-")]
    assert len(read_inventory(text).rows) == len(rows)


def test_what_fits_is_no_problem(status: Status) -> None:
    assert list(status.problems()) == []
    page = status.render()
    covered = "**covered**: `tests/test_a.py::test_b`"
    assert f"| S0-01 | `a\\|b` holds | core, skill | {covered} |" in page
    assert "| S0-02 | only shown | ui | not tracked |" in page


@pytest.mark.parametrize(
    ("claims", "not_yet", "said"),
    [
        ({}, {}, "S0-01 is not accounted for"),
        ({"S0-01": ("a",), "S0-99": ("b",)}, {}, "b: no S0-99"),
        ({"S0-01": ("a",), "B.7": ("b",)}, {}, "b: no B.7"),
        ({"S0-01": ("a",)}, {"x": {"S0-01": "why"}}, "S0-01 is named by a"),
        ({"S0-01": ("a",)}, {"x": {"S0-99": "why"}}, "no S0-99"),
        ({}, {"x": {"S0-01": "why"}, "y": {"S0-01": "why"}}, "listed 2 times"),
    ],
)
def test_what_does_not_fit_is_said(
    status: Status,
    claims: dict[str, tuple[str, ...]],
    not_yet: dict[str, dict[str, str]],
    said: str,
) -> None:
    changed = replace(status, claims=claims, not_yet=NotYet(not_yet))
    problems = list(changed.problems())
    assert len(problems) == 1
    assert said in problems[0]


def test_a_row_that_occurs_twice_is_refused() -> None:
    with pytest.raises(InventoryError, match="S0-01 occurs twice"):
        read_inventory(PAGE.replace("S0-02", "S0-01"))


def test_a_reason_must_be_given(tmp_path: Path) -> None:
    file = tmp_path / "not-yet.yaml"
    file.write_text("scheduler:\n  S0-01: ''\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"scheduler\.S0-01"):
        load(file, NotYet)


def test_docstrings_of_files_classes_and_functions_are_read(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_a.py").write_text(
        '"""S0-01."""\n'
        "# S0-02 in a comment is no claim\n"
        'class TestB:\n    """S0-03."""\n'
        '    async def test_c(self):\n        """S0-04, S0-01."""\n',
        encoding="utf-8",
    )
    assert read_claims(tmp_path) == {
        "S0-01": ("tests/test_a.py", "tests/test_a.py::TestB::test_c"),
        "S0-03": ("tests/test_a.py::TestB",),
        "S0-04": ("tests/test_a.py::TestB::test_c",),
    }
