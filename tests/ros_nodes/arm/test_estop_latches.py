"""Arm and supervisor latch one e-stop each for itself, and release it together (B.2 Safety, S1-74).

The arm's permission and the supervisor's latches, both real, under any order of presses, words
that overtake each other, quiet times and resets.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.arm.permission import Permission
from ros_nodes.safety_supervisor.latches import Latches
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.safety import ESTOP, MotionPermit, SafetyMode, SafetyState

SOURCES = (ESTOP, "estop/door", "estop/key")
QUIET = 0.5
STEP = 0.02


class Pair:
    """An arm's permission and a supervisor's latches, with a clock."""

    def __init__(self, limits):
        self.latches = Latches(QUIET)
        self.permission = Permission(limits)
        self.now = 10.0
        self.epoch = 1

    def press(self, source, first="arm"):
        """A pulse that both hear, one after the other."""
        for who in ("arm", "supervisor") if first == "arm" else ("supervisor", "arm"):
            if who == "arm":
                self.permission.on_estop(source)
            else:
                self.latches.trip(source, "pressed", self.now, self.now)
                self.tell()

    def tell(self):
        """State and permit, as a tick of the supervisor sends them."""
        self.now += STEP
        self.epoch += 1
        allowed = not self.latches.any
        owner = Owner.AGENT if allowed else Owner.SAFETY
        mode = SafetyMode.CLEAR if allowed else SafetyMode.UNCONTROLLABLE
        self.permission.on_safety(
            SafetyState(
                mode=mode,
                motion_allowed=allowed,
                owner=owner,
                epoch=self.epoch,
                latches=self.latches.open(self.now),
                cleared_through=self.latches.cleared_through,
                stamp=self.now,
            )
        )
        permit = MotionPermit(
            epoch=self.epoch, owner=owner, motion_allowed=allowed, sequence=0, stamp=self.now
        )
        self.permission.on_permit(permit, self.now)

    def wait(self, seconds):
        self.now += seconds
        self.tell()

    def reset_all(self):
        """What a person does who looks at the arm."""
        self.wait(QUIET + STEP)
        for latch in self.latches.open(self.now):
            assert self.latches.objection(latch.latch_id, self.now) is None
            self.latches.reset(latch.latch_id)
            self.tell()
        self.tell()


DEEDS = st.one_of(
    st.tuples(st.just("press"), st.sampled_from(SOURCES), st.sampled_from(["arm", "supervisor"])),
    st.tuples(st.just("wait"), st.floats(0.0, 1.0)),
    st.tuples(st.just("reset_all")),
)


def play(pair, deeds):
    for name, *arguments in deeds:
        getattr(pair, name)(*arguments)


@given(deeds=st.lists(DEEDS, max_size=12))
def test_what_both_heard_is_released_once_a_person_has_reset_all(limits, deeds):
    pair = Pair(limits)
    play(pair, deeds)
    pair.reset_all()
    assert not pair.latches.any
    assert not pair.permission.latched


@given(deeds=st.lists(DEEDS, max_size=12), source=st.sampled_from(SOURCES))
def test_what_the_arm_alone_heard_stays_latched_whatever_is_reset(limits, deeds, source):
    """Unless its source spoke just before: then the two are one event."""
    pair = Pair(limits)
    play(pair, deeds)
    pair.wait(QUIET + STEP)
    pair.permission.on_estop(source)
    pair.reset_all()
    assert pair.permission.latched
    pair.press(source)
    pair.reset_all()
    assert not pair.permission.latched


@given(deeds=st.lists(DEEDS, min_size=1, max_size=12), source=st.sampled_from(SOURCES))
def test_while_something_is_latched_the_arm_is(limits, deeds, source):
    pair = Pair(limits)
    play(pair, deeds)
    pair.press(source)
    assert pair.permission.latched
