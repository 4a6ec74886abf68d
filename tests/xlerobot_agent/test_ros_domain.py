"""Two runs never share a ROS domain (whoever moves the arm is known)."""

from __future__ import annotations

import subprocess
import sys

import pytest

from xlerobot_agent.ros_domain import (
    DOMAINS,
    BusyDomainError,
    DomainError,
    DomainReservation,
    reserve_any_domain,
)

HOLD = """
from xlerobot_agent.ros_domain import reserve_any_domain
mine = reserve_any_domain()
print(mine.number, flush=True)
"""


def test_a_domain_is_had_once_and_can_be_given_back() -> None:
    with reserve_any_domain() as mine:
        assert mine.number in DOMAINS
        with pytest.raises(BusyDomainError, match=f"domain {mine.number} belongs to another run"):
            DomainReservation(mine.number)
    DomainReservation(mine.number).close()


def test_runs_that_begin_together_get_different_domains() -> None:
    code = f"{HOLD}\ninput()"
    others = [
        subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(6)
    ]
    numbers = [int(other.stdout.readline()) for other in others]
    assert len(set(numbers)) == len(numbers)
    for other in others:
        other.kill()
        other.communicate()
    for number in numbers:  # the kernel gave them back with the processes that were killed
        DomainReservation(number).close()


def test_when_all_are_taken_that_is_said() -> None:
    with (
        reserve_any_domain() as mine,
        pytest.raises(BusyDomainError, match="have all of the 1 ROS domains"),
    ):
        reserve_any_domain([mine.number])


@pytest.mark.parametrize("number", [-1, 233])
def test_numbers_without_ports_are_no_domains(number: int) -> None:
    with pytest.raises(DomainError, match="0 to 232"):
        DomainReservation(number)
