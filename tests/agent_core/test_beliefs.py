"""Beliefs: thresholds, hysteresis, absence only under coverage (B.7)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent_core.beliefs.belief import held_value
from agent_core.beliefs.store import BeliefStore, observed, told
from agent_core.settings import BeliefSettings
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.scene import SceneObservation

SETTINGS = BeliefSettings()
IN_TRAY = "inside(red_cup, tray)"


def _verdict(value: Truth, confidence: float) -> PredicateVerdict:
    return PredicateVerdict(predicate=Predicate.parse(IN_TRAY), value=value, confidence=confidence)


def _look(make_bench, **change: object) -> SceneObservation:  # type: ignore[no-untyped-def]
    desk = make_bench().desk
    desk.time = 1.0
    return desk.observe().model_copy(update=change)


def test_confirmed_from_seven_tenths_and_given_up_at_four() -> None:
    store = BeliefStore()
    steps = [(0.69, Truth.UNKNOWN), (0.7, Truth.TRUE), (0.41, Truth.TRUE), (0.4, Truth.UNKNOWN)]
    for stamp, (confidence, expected) in enumerate(steps):
        store = told(store, (_verdict(Truth.TRUE, confidence),), float(stamp), SETTINGS)
        assert store.value(IN_TRAY) is expected, confidence


def test_false_is_mirrored() -> None:
    store = told(BeliefStore(), (_verdict(Truth.FALSE, 0.9),), 0.0, SETTINGS)
    assert store.value(IN_TRAY) is Truth.FALSE
    store = told(store, (_verdict(Truth.FALSE, 0.41),), 1.0, SETTINGS)
    assert store.value(IN_TRAY) is Truth.FALSE
    store = told(store, (_verdict(Truth.TRUE, 0.6),), 2.0, SETTINGS)
    assert store.value(IN_TRAY) is Truth.UNKNOWN


@given(st.lists(st.floats(0.45, 0.65), max_size=30), st.sampled_from(list(Truth)))
def test_noise_between_the_thresholds_flips_nothing(noise: list[float], start: Truth) -> None:
    """S1-33."""
    value = start
    for level in noise:
        confidence = 1.0 - level if start is Truth.FALSE else level
        value = held_value(value, confidence, SETTINGS)
        assert value is start


def test_unknown_keeps_the_belief_and_its_date() -> None:
    store = told(BeliefStore(), (_verdict(Truth.TRUE, 0.9),), 3.0, SETTINGS)
    later = told(store, (_verdict(Truth.UNKNOWN, 0.0),), 9.0, SETTINGS)
    assert later.is_true(IN_TRAY)
    assert later.beliefs[IN_TRAY].last_seen == 3.0


def test_an_older_observation_changes_nothing(make_bench) -> None:  # type: ignore[no-untyped-def]
    store = observed(BeliefStore(), _look(make_bench), SETTINGS)
    older = _look(make_bench, stamp=0.5, objects=())
    assert observed(store, older, SETTINGS) is store


def test_absence_needs_coverage(make_bench) -> None:  # type: ignore[no-untyped-def]
    store = observed(BeliefStore(), _look(make_bench), SETTINGS)
    assert store.in_view("red_cup") is not None
    look = _look(make_bench, stamp=2.0, objects=())
    hidden = look.model_copy(update={"seen": look.seen.model_copy(update={"seen": "0" * 16})})
    unseen = observed(store, hidden, SETTINGS).sightings["red_cup"]
    assert unseen.present is Truth.UNKNOWN
    gone = observed(store, look, SETTINGS).sightings["red_cup"]
    assert gone.present is Truth.FALSE


def test_cameras_with_a_fault_tell_only_that(make_bench) -> None:  # type: ignore[no-untyped-def]
    store = observed(BeliefStore(), _look(make_bench), SETTINGS)
    frozen = _look(make_bench, stamp=2.0, objects=(), fault="front camera frozen")
    after = observed(store, frozen, SETTINGS)
    assert after.fault == "front camera frozen"
    assert after.sightings == store.sightings
    assert after.version == store.version


def test_what_is_seen_while_the_arm_moves_confirms_nothing_at_rest(  # type: ignore[no-untyped-def]
    make_bench,
) -> None:
    moving = _look(make_bench, arm_moving=True)
    store = observed(BeliefStore(), moving, SETTINGS)
    assert store.beliefs == {}
    assert store.in_view("red_cup") is not None


def test_each_observation_is_one_version(make_bench, catalogue: ObjectCatalogue) -> None:  # type: ignore[no-untyped-def]
    first = observed(BeliefStore(), _look(make_bench), SETTINGS)
    second = observed(first, _look(make_bench, stamp=2.0), SETTINGS)
    assert (first.version, second.version) == (1, 2)
    assert set(second.sightings) == {o.object_id for o in catalogue.objects}
