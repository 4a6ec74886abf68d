"""Hold to run: only a press that was seen enables, and whoever lets go ends it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ros_nodes.safety_supervisor.enabling import EnablingSwitch, HoldToRunRule
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.safety import HoldToRun

DEADLINE = 0.11
"""Between two ticks, so that no rounding decides [s]."""
TICK = 0.02

steps = st.lists(
    st.tuples(st.sampled_from(["a", "b", "c"]), st.booleans(), st.integers(0, 8)), max_size=40
)
"""Words in order: source, held, ticks since the word before."""


@dataclass
class Bench:
    """A switch box with a clock."""

    rule: HoldToRunRule = HoldToRunRule.ALWAYS
    time: float = 10.0
    switch: EnablingSwitch = field(init=False)

    def __post_init__(self) -> None:
        self.switch = EnablingSwitch(self.rule, DEADLINE)

    def say(self, source: str, *words: bool) -> None:
        for held in words:
            self.switch.on_word(HoldToRun(source=source, held=held, stamp=0.0), self.time)

    def denial(self, owner: Owner = Owner.AGENT) -> str | None:
        return self.switch.denial(owner, self.time)

    def lost(self, owner: Owner = Owner.AGENT) -> bool:
        return self.switch.lost(owner, self.time)


def test_nothing_is_enabled_before_a_press() -> None:
    bench = Bench()
    assert "press one" in str(bench.denial())
    bench.say("pad", False)
    assert bench.denial()
    bench.say("pad", True)
    assert bench.denial() is None
    assert not bench.lost()


def test_held_when_first_heard_is_no_press() -> None:
    """A switch that is taped down while the supervisor restarts."""
    bench = Bench()
    bench.say("pad", True, True)
    assert "'pad' is held since before" in str(bench.denial())
    bench.say("pad", False, True)
    assert bench.denial() is None


def test_letting_go_denies_at_once_and_names_who() -> None:
    bench = Bench()
    bench.say("pad", False, True, False)
    assert "'pad' let go" in str(bench.denial())
    assert bench.lost()
    assert not bench.lost(), "told once"


def test_silence_counts_as_letting_go_and_its_end_as_no_press() -> None:
    bench = Bench()
    bench.say("pad", False, True)
    bench.time += DEADLINE - 0.001
    assert bench.denial() is None
    bench.time += 0.005
    assert "'pad' is silent for 114 ms, the limit is 110 ms" in str(bench.denial())
    assert bench.lost()
    bench.say("pad", True)
    assert bench.denial(), "a link that comes back is no press"
    bench.say("pad", False, True)
    assert bench.denial() is None


def test_the_denial_of_a_silence_does_not_change_while_it_lasts() -> None:
    """It is part of the published state, which is sent on every change."""
    bench = Bench()
    bench.say("pad", False, True)
    bench.time += 0.15
    first = bench.denial()
    bench.time += 1.0
    assert bench.denial() == first


def test_one_of_two_that_lets_go_voids_the_other() -> None:
    bench = Bench()
    bench.say("left", False, True)
    bench.say("right", False, True)
    bench.say("left", False)
    assert "'left' let go" in str(bench.denial())
    bench.say("right", True)
    assert bench.denial(), "held all along is not freshly pressed"
    bench.say("left", True)
    assert bench.denial() is None
    bench.say("right", False)
    assert bench.denial(), "someone lets go"


def test_a_release_and_press_between_two_looks_is_not_overlooked() -> None:
    bench = Bench()
    bench.say("pad", False, True, False, True)
    assert bench.denial() is None
    assert bench.lost()


@pytest.mark.parametrize(
    ("rule", "owner", "needed"),
    [
        (HoldToRunRule.NEVER, Owner.OPERATOR, False),
        (HoldToRunRule.OPERATOR, Owner.OPERATOR, True),
        (HoldToRunRule.OPERATOR, Owner.AGENT, False),
        (HoldToRunRule.ALWAYS, Owner.AGENT, True),
        (HoldToRunRule.ALWAYS, Owner.POLICY, True),
    ],
)
def test_whose_motion_needs_it(rule: HoldToRunRule, owner: Owner, needed: bool) -> None:
    bench = Bench(rule)
    assert (bench.denial(owner) is not None) is needed
    bench.say("pad", False, True, False)
    assert bench.lost(owner) is needed


def test_a_flood_of_sources_is_bounded_and_takes_nobodys_hold_away() -> None:
    bench = Bench()
    bench.say("pad", False, True)
    for number in range(500):
        bench.say(f"stranger-{number}", False)
    assert bench.denial() is None
    assert len(bench.switch._sources) <= 32
    bench.say("pad", False)
    assert "'pad'" in str(bench.denial())


@settings(max_examples=300)
@given(steps)
def test_it_enables_exactly_when_the_whole_history_says_so(
    words: list[tuple[str, bool, int]],
) -> None:
    bench, ticks, heard = Bench(), 0, []
    for source, held, gap in words:
        ticks += gap
        heard.append((ticks, source, held))
        bench.time = 10.0 + ticks * TICK
        bench.say(source, held)
        assert (bench.denial() is None) is enabled_by(heard, ticks)
    for _ in range(8):
        ticks += 1
        bench.time = 10.0 + ticks * TICK
        assert (bench.denial() is None) is enabled_by(heard, ticks)
    assert bench.denial(), "silence ends it"


@settings(max_examples=200)
@given(steps)
def test_every_end_of_enabling_is_told_once(words: list[tuple[str, bool, int]]) -> None:
    bench = Bench()
    before = False
    for source, held, gap in words:
        for _ in range(gap):
            bench.time += TICK
            now = bench.denial() is None
            assert bench.lost() is (before and not now)
            before = now
        bench.say(source, held)
        now = bench.denial() is None
        assert bench.lost() is (before and not now)
        before = now


def enabled_by(heard: list[tuple[int, str, bool]], now: int) -> bool:
    """Judged from the whole history, word by word: (tick, source, held)."""
    limit = int(DEADLINE / TICK)
    presses: list[tuple[float, int, str]] = []
    releases: list[tuple[float, int]] = []
    for source in {name for _, name, _ in heard}:
        own = [(tick, n, held) for n, (tick, name, held) in enumerate(heard) if name == source]
        holding = let_go = False
        for k, (tick, n, held) in enumerate(own):
            if held and not holding and let_go:
                presses.append((tick, n, source))
            if not held and holding:
                releases.append((tick, n))
            holding, let_go = held, not held
            following = own[k + 1][0] if k + 1 < len(own) else now
            if held and following - tick > limit:
                # Silent from just after the limit, before any word of the next tick.
                releases.append((tick + limit + 0.5, n))
                holding = let_go = False
    last = max(releases, default=(-1.0, -1))
    return any((tick, n) > last for tick, n, _ in presses)
