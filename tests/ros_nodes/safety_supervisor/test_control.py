"""Leases, priority and epochs (B.3; fault 7)."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from ros_nodes.safety_supervisor.control import Arbiter
from ros_nodes.safety_supervisor.refusal import Refusal
from xlerobot_agent.contracts.control import PRIORITY, Lease, Owner

TTL = 10.0


def test_the_operator_takes_over_and_the_agent_cannot_take_back():
    arbiter = Arbiter(TTL)
    agent = arbiter.acquire(Owner.AGENT, 0.0, 0.0)
    operator = arbiter.acquire(Owner.OPERATOR, 1.0, 1.0)
    assert operator.epoch > agent.epoch
    refusal = arbiter.acquire(Owner.AGENT, 2.0, 2.0)
    assert isinstance(refusal, Refusal)
    assert "operator" in refusal.message
    assert isinstance(arbiter.renew(agent.lease_id, 2.0, 2.0), Refusal)
    assert arbiter.release(operator.lease_id) is None
    assert arbiter.owner is Owner.NONE
    assert isinstance(arbiter.acquire(Owner.AGENT, 3.0, 3.0), Lease)


def test_a_restarted_agent_fences_off_the_one_before():
    arbiter = Arbiter(TTL)
    first = arbiter.acquire(Owner.AGENT, 0.0, 0.0)
    second = arbiter.acquire(Owner.AGENT, 1.0, 1.0)
    assert second.epoch > first.epoch
    assert isinstance(arbiter.release(first.lease_id), Refusal)
    assert arbiter.owner is Owner.AGENT


def test_an_owner_that_is_gone_loses_control_and_nobody_else_does():
    """Row 22 of the fault table: the goals of a dead agent end with its epoch."""
    arbiter = Arbiter(TTL)
    assert not arbiter.abandon(Owner.AGENT)
    agent = arbiter.acquire(Owner.AGENT, 0.0, 0.0)
    assert not arbiter.abandon(Owner.OPERATOR)
    assert arbiter.abandon(Owner.AGENT)
    assert arbiter.owner is Owner.NONE
    assert arbiter.epoch > agent.epoch
    assert isinstance(arbiter.renew(agent.lease_id, 0.1, 0.1), Refusal)


def test_nobody_is_given_control_as_safety():
    for owner in (Owner.NONE, Owner.SAFETY):
        assert isinstance(Arbiter(TTL).acquire(owner, 0.0, 0.0), Refusal)


class ArbiterWalk(RuleBasedStateMachine):
    """Random requests: one owner at a time, and an epoch never serves two of them."""

    def __init__(self) -> None:
        super().__init__()
        self.arbiter = Arbiter(TTL)
        self.now = 0.0
        self.leases: list[Lease] = []
        self.owner_of: dict[int, Owner] = {}
        self.last_epoch = 0

    @rule(seconds=st.sampled_from([0.1, 4.0, 11.0]))
    def wait(self, seconds):
        self.now += seconds
        self.arbiter.expire(self.now)

    @rule(owner=st.sampled_from(Owner))
    def acquire(self, owner):
        before = self.arbiter.owner
        granted = self.arbiter.acquire(owner, self.now, self.now)
        if isinstance(granted, Lease):
            assert PRIORITY[owner] >= PRIORITY[before]
            self.leases.append(granted)
        else:
            assert self.arbiter.owner is before

    @rule(index=st.integers(0, 5))
    def release(self, index):
        if index < len(self.leases):
            current = self.arbiter.owner is not Owner.NONE and index == len(self.leases) - 1
            released = self.arbiter.release(self.leases[index].lease_id) is None
            assert not released or current

    @rule()
    def renew(self):
        if self.leases:
            renewed = self.arbiter.renew(self.leases[-1].lease_id, self.now, self.now)
            assert isinstance(renewed, Refusal) or renewed.epoch == self.arbiter.epoch

    @rule(owner=st.sampled_from([Owner.AGENT, Owner.OPERATOR]))
    def abandon(self, owner):
        before = self.arbiter.owner
        assert self.arbiter.abandon(owner) is (before is owner)

    @rule()
    def stop(self):
        self.arbiter.advance_epoch()

    @invariant()
    def the_epoch_only_rises_and_serves_one_owner(self):
        epoch, owner = self.arbiter.epoch, self.arbiter.owner
        assert epoch >= self.last_epoch
        self.last_epoch = epoch
        assert self.owner_of.setdefault(epoch, owner) is owner


TestArbiterWalk = ArbiterWalk.TestCase
TestArbiterWalk.settings = settings(max_examples=100, stateful_step_count=40)
