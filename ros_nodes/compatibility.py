"""Finds publishers and subscriptions on the graph that cannot hear one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

if TYPE_CHECKING:
    from rclpy.duration import Duration
    from rclpy.node import Node

_ENDLESS = 2**62
"""Durations from here on mean "none" [ns]; so does 0."""


def mismatch(offered: QoSProfile, requested: QoSProfile) -> str:
    """Why a subscription does not hear a publisher, in a few words; empty when it does.

    rclpy's own ``qos_check_compatible`` takes the endless deadline that the graph reports for one
    that was asked for.
    """
    if (
        offered.reliability == ReliabilityPolicy.BEST_EFFORT
        and requested.reliability == ReliabilityPolicy.RELIABLE
    ):
        return "best effort is offered, reliable is asked for"
    if (
        offered.durability == DurabilityPolicy.VOLATILE
        and requested.durability == DurabilityPolicy.TRANSIENT_LOCAL
    ):
        return "volatile is offered, transient local is asked for"
    if _nanoseconds(offered.deadline) > _nanoseconds(requested.deadline):
        return "a longer deadline is offered than is asked for"
    lease, asked = offered.liveliness_lease_duration, requested.liveliness_lease_duration
    if _nanoseconds(lease) > _nanoseconds(asked):
        return "a longer liveliness lease is offered than is asked for"
    return ""


def mismatches(node: Node) -> list[str]:
    """What keeps the node's topics from their other ends, one sentence each; empty when nothing.

    A publisher is heard when one of the node's subscriptions hears it, and so is a node that
    subscribes more than once. One that publishes twice has to be heard twice.
    """
    found: dict[tuple[str, str, bytes], list[str]] = {}
    for subscription in list(node.subscriptions):
        for end in node.get_publishers_info_by_topic(subscription.topic_name):
            key = (subscription.topic_name, f"publisher {_name(end)}", bytes(end.endpoint_gid))
            found.setdefault(key, []).append(mismatch(end.qos_profile, subscription.qos_profile))
    for publisher in list(node.publishers):
        for end in node.get_subscriptions_info_by_topic(publisher.topic_name):
            key = (publisher.topic_name, f"subscriber {_name(end)}", b"")
            found.setdefault(key, []).append(mismatch(publisher.qos_profile, end.qos_profile))
    told = [
        f"{topic}: {end}: {whys[0]}; make the two match"
        for (topic, end, _), whys in found.items()
        if all(whys)
    ]
    return list(dict.fromkeys(told))


def _name(end: Any) -> str:
    return f"{end.node_namespace.rstrip('/')}/{end.node_name}"


def _nanoseconds(duration: Duration) -> int:
    return int(duration.nanoseconds) or _ENDLESS if duration.nanoseconds < _ENDLESS else _ENDLESS
