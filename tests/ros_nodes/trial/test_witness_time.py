"""A message counts from when it was written, not from when the witness came round to it."""

from __future__ import annotations

import time

import pytest

from ros_nodes.trial.witness import written_at


@pytest.mark.parametrize("age", [0.0, 0.05, 0.9])
def test_the_age_of_a_message_is_taken_off(age):
    before = time.monotonic()
    moment = written_at(time.time_ns() - round(1e9 * age))
    assert before - age - 1e-3 <= moment <= time.monotonic() - age + 1e-3


@pytest.mark.parametrize("shift", [-3600.0, 3600.0])
def test_a_writer_with_a_wrong_clock_is_timed_by_its_arrival(shift):
    before = time.monotonic()
    moment = written_at(time.time_ns() + round(1e9 * shift))
    assert before <= moment <= time.monotonic()
