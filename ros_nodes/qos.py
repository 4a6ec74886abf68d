"""The QoS profiles of the ROS graph (architecture, table "ROS graph"), one name per kind of topic.

A profile serves both ends unless there are two names for them.
"""

from __future__ import annotations

from rclpy.duration import Duration
from rclpy.qos import (
    DurabilityPolicy,
    HistoryPolicy,
    LivelinessPolicy,
    QoSProfile,
    ReliabilityPolicy,
)


def _profile(
    reliability: ReliabilityPolicy,
    depth: int,
    durability: DurabilityPolicy = DurabilityPolicy.VOLATILE,
    liveliness: LivelinessPolicy = LivelinessPolicy.AUTOMATIC,
    **policies: Duration,
) -> QoSProfile:
    return QoSProfile(
        history=HistoryPolicy.KEEP_LAST,
        depth=depth,
        reliability=reliability,
        durability=durability,
        liveliness=liveliness,
        **policies,
    )


_RELIABLE = ReliabilityPolicy.RELIABLE
_BEST_EFFORT = ReliabilityPolicy.BEST_EFFORT
_LATCHED = DurabilityPolicy.TRANSIENT_LOCAL

SENSOR = _profile(_BEST_EFFORT, 5)
"""``joint_states``, ``camera_info``: the newest matters, a lost one is replaced by the next."""

NEWEST = _profile(_BEST_EFFORT, 1)
"""Images: whoever is late gets the newest only."""

LATCHED = _profile(_RELIABLE, 1, _LATCHED)
"""``safety/state``: the state, also for whoever comes later."""

SCENE = _profile(_RELIABLE, 1, _LATCHED, liveliness_lease_duration=Duration(seconds=0.15))
"""``scene`` as published: its process says that it is alive three times in two leases, however
long a look takes. Whoever need not notice its death subscribes with `LATCHED`."""

SCENE_READER = _profile(_RELIABLE, 1, _LATCHED, liveliness_lease_duration=Duration(seconds=0.4))
"""``scene`` for whoever must notice the death of whoever looks: four signs of life may be late."""

AGENT_STATE = _profile(
    _RELIABLE,
    1,
    _LATCHED,
    LivelinessPolicy.MANUAL_BY_TOPIC,
    liveliness_lease_duration=Duration(seconds=0.5),
)
"""``agent/state`` as published, and as the supervisor subscribes it: an agent that dies, or whose
loop hangs, says nothing for so long, and its control ends. Others subscribe as ``LATCHED``."""

CHUNK = _profile(_RELIABLE, 1, lifespan=Duration(seconds=0.5))
"""``chunk_request``, ``chunk`` as published: an old chunk is never delivered."""

CHUNK_READER = _profile(_RELIABLE, 2)
"""``chunk_request``, ``chunk`` as subscribed: one that plays and the one that waits behind it."""

HEARTBEAT = _profile(_RELIABLE, 5)
"""``chunk/heartbeat``: the goals whose sender is alive."""

HOLD = _profile(_RELIABLE, 10)
"""``hold``: every request to stop arrives."""

STATUS = _profile(_RELIABLE, 50)
"""``chunk/status``: a burst of discards fits in."""

SET_POINT = _profile(_RELIABLE, 100)
"""``set_point``: what was written, all of it, so that nothing that moved the arm is missed."""

REQUESTS = _profile(_RELIABLE, 200)
"""Goals, cancels, stops, resets, leases as served: with ROS's own depth of 10 those of a burst get
no answer."""

GOAL_STATUS = _profile(_RELIABLE, 50, _LATCHED)
"""``_action/status`` as published: with ROS's own depth of 1 a status of a burst that is lost on
the way is never sent again, and a witness sees goals end that it never saw begin."""

ESTOP = _profile(_RELIABLE, 10)
"""``estop``, first subscription, and our own publishers."""

ESTOP_BEST_EFFORT = _profile(_BEST_EFFORT, 10)
"""``estop``, second subscription: matches publishers that offer best effort only."""

ESTOP_SOURCE = _profile(_RELIABLE, 10, _LATCHED)
"""``estop/source``: one state per source; a supervisor that restarts hears what is asserted."""

ESTOP_STATE = LATCHED
"""``estop/source`` as our own sources publish it: the last word only.

Whoever comes later hears whether it is asserted now, not that it was once.
"""

HOLD_TO_RUN = _profile(_RELIABLE, 1)
"""``hold_to_run``: the newest word only, for old ones must not look fresh to a reader that hung.

One that another source's word pushed out is made up for by the next, or by the source's silence.
"""

EVENTS = _profile(_RELIABLE, 200)
"""``agent/events``: a log, nothing is left out."""

DIAGNOSTICS = _profile(_RELIABLE, 10)
"""``/diagnostics``."""

TF_STATIC = _profile(_RELIABLE, 10, _LATCHED)
"""``/tf_static``: where the cameras are mounted."""

CLOCK = _profile(_BEST_EFFORT, 1)
"""``/clock``, as rclpy subscribes it."""


def permit(deadline: float) -> QoSProfile:
    """``safety/permit``: its silence for ``deadline`` [s] is noticed by both ends' middleware."""
    return _profile(_RELIABLE, 1, deadline=Duration(seconds=deadline))
