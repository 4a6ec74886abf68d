"""Numbered latches (DC-09; faults 15-17, 35)."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from ros_nodes.safety_supervisor.latches import Latches

QUIET = 0.5


def test_a_pulse_latches_and_can_be_reset_once_it_is_quiet():
    latches = Latches(QUIET)
    latch = latches.trip("estop", "pressed", now=1.0, steady=1.0)
    assert latch is not None
    assert latch.latch_id == 1
    assert "quiet" in latches.objection(1, 1.4)
    assert latches.open(1.4)[0].asserted
    assert latches.objection(1, 1.5) is None
    assert not latches.open(1.5)[0].asserted
    latches.reset(1)
    assert not latches.any


def test_flapping_latches_once():
    latches = Latches(QUIET)
    first = latches.trip("estop", "", 0.0, 0.0)
    assert first is not None
    assert all(latches.trip("estop", "", t / 100, t / 100) is None for t in range(1, 200))
    assert "ago" in latches.objection(first.latch_id, 2.0)


def test_a_new_event_needs_a_reset_of_its_own():
    latches = Latches(QUIET)
    latches.trip("estop", "", 0.0, 0.0)
    second = latches.trip("estop", "", 2.0, 2.0)
    assert second is not None
    assert second.latch_id == 2
    assert latches.objection(1, 2.1) is None
    assert latches.objection(2, 2.1) is not None


def test_a_held_source_that_falls_silent_stays_asserted():
    latches = Latches(QUIET)
    latches.trip("estop/camera", "hand", 0.0, 0.0, held=True)
    assert "still asserts" in latches.objection(1, 1e6)
    latches.release("estop/camera", 10.0)
    assert "quiet" in latches.objection(1, 10.1)
    assert latches.objection(1, 10.5) is None


def test_sources_latch_apart():
    latches = Latches(QUIET)
    latches.trip("estop/a", "", 0.0, 0.0, held=True)
    latches.trip("estop/b", "", 0.0, 0.0, held=True)
    latches.release("estop/a", 1.0)
    assert [latch.asserted for latch in latches.open(2.0)] == [False, True]


def test_an_unknown_number_is_named_with_those_that_are_set():
    latches = Latches(QUIET)
    latches.trip("estop", "", 0.0, 0.0)
    assert latches.objection(7, 9.0) == "latch 7 is not set; set are: 1"


class LatchWalk(RuleBasedStateMachine):
    """Random assertions, releases and resets against a plain model of the rules."""

    def __init__(self) -> None:
        super().__init__()
        self.latches = Latches(QUIET)
        self.steady = 0.0
        self.set: dict[int, str] = {}
        self.held: set[str] = set()
        self.last: dict[str, float] = {}
        self.numbers: list[int] = []

    @rule(seconds=st.sampled_from([0.01, 0.2, 0.5, 3.0]))
    def wait(self, seconds):
        self.steady += seconds

    @rule(source=st.sampled_from("ab"), held=st.booleans())
    def assert_stop(self, source, held):
        latch = self.latches.trip(source, "", self.steady, self.steady, held=held)
        self.last[source] = self.steady
        (self.held.add if held else self.held.discard)(source)
        if latch is not None:
            self.set[latch.latch_id] = source
            self.numbers.append(latch.latch_id)

    @rule(source=st.sampled_from("ab"))
    def release(self, source):
        if source in self.held:
            self.last[source] = self.steady
        self.held.discard(source)
        self.latches.release(source, self.steady)

    @rule(number=st.integers(1, 12))
    def reset(self, number):
        if self.latches.objection(number, self.steady) is not None:
            return
        source = self.set.pop(number)
        newest = not any(s == source and n > number for n, s in self.set.items())
        if newest:
            assert source not in self.held
            assert self.steady - self.last[source] >= QUIET - 1e-9
        self.latches.reset(number)

    @invariant()
    def open_latches_are_those_never_reset(self):
        assert {latch.latch_id for latch in self.latches.open(self.steady)} == set(self.set)

    @invariant()
    def numbers_only_rise(self):
        assert self.numbers == sorted(set(self.numbers))

    @invariant()
    def every_asserted_source_has_an_asserted_latch(self):
        asserted = {latch.source for latch in self.latches.open(self.steady) if latch.asserted}
        assert self.held <= asserted


TestLatchWalk = LatchWalk.TestCase
TestLatchWalk.settings = settings(max_examples=100, stateful_step_count=40)
