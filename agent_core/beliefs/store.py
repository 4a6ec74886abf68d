"""The belief store: one frozen value, a new one for each observation."""

from __future__ import annotations

from pydantic import Field

from agent_core.beliefs.belief import Belief, revised
from agent_core.beliefs.sighting import Sighting, not_seen, seen
from agent_core.settings import BeliefSettings
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.scene import SceneObservation

HOLDING = "holding"
INSIDE = "inside"
AT_REST = Predicate(name="at_rest_pose")


class BeliefStore(Contract):
    """Everything believed of the desk; ``version`` rises by one for each observation taken in."""

    version: int = 0
    beliefs: dict[str, Belief] = Field(default_factory=dict)
    sightings: dict[str, Sighting] = Field(default_factory=dict)
    observation_id: str = ""
    stamp: float = -1.0
    """Capture time of the newest observation taken in [s]; negative before the first."""
    coverage: float = 0.0
    """Share of the table that it saw."""
    fault: str = ""
    """Why the cameras could not be trusted last time; empty when they could."""

    def value(self, predicate: str) -> Truth:
        """What is believed of a predicate."""
        belief = self.beliefs.get(predicate)
        return belief.value if belief is not None else Truth.UNKNOWN

    def is_true(self, predicate: str) -> bool:
        """Whether it is believed true."""
        return self.value(predicate) is Truth.TRUE

    def held(self) -> str:
        """The id of what the gripper is believed to hold; empty for nothing."""
        for name, belief in self.beliefs.items():
            if belief.value is Truth.TRUE and name.startswith(f"{HOLDING}("):
                return Predicate.parse(name).args[0]
        return ""

    def contents(self, receptacle: str) -> tuple[str, ...]:
        """What is believed to lie in a receptacle."""
        found = []
        for name, belief in self.beliefs.items():
            if belief.value is Truth.TRUE and name.startswith(f"{INSIDE}("):
                inner, outer = Predicate.parse(name).args
                if outer == receptacle:
                    found.append(inner)
        return tuple(sorted(found))

    def in_view(self, object_id: str) -> Sighting | None:
        """Where the thing is believed to be; None when that is not known."""
        sighting = self.sightings.get(object_id)
        return sighting if sighting is not None and sighting.present is Truth.TRUE else None


def observed(
    store: BeliefStore, observation: SceneObservation, settings: BeliefSettings
) -> BeliefStore:
    """The store after an observation.

    An observation whose cameras have a fault tells nothing but that. One made while the arm moved
    tells where things were seen, and nothing of what holds at rest or of what is absent.
    """
    if observation.stamp < store.stamp:
        return store
    if observation.fault:
        return store.model_copy(update={"fault": observation.fault})
    version = store.version + 1
    sightings = dict(store.sightings)
    for found in observation.objects:
        sighting = seen(found, sightings.get(found.object_id), settings)
        if sighting is not None:
            sightings[found.object_id] = sighting
    update: dict[str, object] = {
        "version": version,
        "sightings": sightings,
        "observation_id": observation.observation_id,
        "stamp": observation.stamp,
        "fault": "",
    }
    if not observation.arm_moving:
        for object_id, sighting in store.sightings.items():
            if observation.find(object_id) is None:
                sightings[object_id] = not_seen(sighting, observation, settings)
        update["beliefs"] = _revised_all(
            store, observation.predicates, observation.stamp, version, settings
        )
        update["coverage"] = observation.seen.coverage()
    return store.model_copy(update=update)


def told(
    store: BeliefStore,
    verdicts: tuple[PredicateVerdict, ...],
    stamp: float,
    settings: BeliefSettings,
) -> BeliefStore:
    """The store after a receipt's verdicts, made at ``stamp`` [s] without an observation beside."""
    if not verdicts or stamp < store.stamp:
        return store
    version = store.version + 1
    return store.model_copy(
        update={
            "version": version,
            "beliefs": _revised_all(store, verdicts, stamp, version, settings),
        }
    )


def _revised_all(
    store: BeliefStore,
    verdicts: tuple[PredicateVerdict, ...],
    stamp: float,
    version: int,
    settings: BeliefSettings,
) -> dict[str, Belief]:
    beliefs = dict(store.beliefs)
    for verdict in verdicts:
        name = str(verdict.predicate)
        beliefs[name] = revised(beliefs.get(name), verdict, stamp, version, settings)
    return beliefs
