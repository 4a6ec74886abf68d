"""What an outsider can ask: how the world really is, and a reset in anybody's name."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from std_srvs.srv import Trigger
from xlerobot_interfaces import srv

from ros_nodes import qos
from ros_nodes.console.errors import UnavailableError
from xlerobot_agent.contracts.safety import ResetReply

if TYPE_CHECKING:
    from rclpy.node import Node
    from rclpy.task import Future

TRUTH = "simulation/truth"
ANSWER_TIME = 5.0
"""A service answers within [s]."""


class Pending:
    """A question that is under way."""

    def __init__(self, name: str, future: Future) -> None:
        """Wait for nothing yet."""
        self._name, self._future = name, future
        self._done = threading.Event()
        future.add_done_callback(lambda _: self._done.set())

    @property
    def answered(self) -> bool:
        """The answer is there."""
        return self._done.is_set()

    def wait(self, timeout: float = ANSWER_TIME) -> Any:
        """The answer as it came.

        Raises:
            UnavailableError: there is none after ``timeout`` [s].
        """
        if not self._done.wait(timeout):
            raise UnavailableError(
                f"'{self._name}' did not answer within {timeout:.0f} s; see whether its node runs"
            )
        return self._future.result()


class Questions:
    """Clients of services, each asked without waiting. Answers come in the node's thread."""

    def __init__(self, node: Node) -> None:
        """Look for the services."""
        self._truth = node.create_client(Trigger, TRUTH)
        self._reset = node.create_client(srv.ResetSafety, "safety/reset", qos_profile=qos.REQUESTS)

    def truth(self) -> str:
        """How the simulated world is now: JSON of a ``sim.truth_record.TruthRecord``.

        Raises:
            UnavailableError: no simulation answers.
        """
        return str(self._ask(TRUTH, self._truth, Trigger.Request()).wait().message)

    def reset(self, latch_id: int, operator: str) -> Pending:
        """Ask the supervisor to reset a latch; `reset_reply` reads the answer.

        Raises:
            UnavailableError: there is no supervisor.
        """
        request = srv.ResetSafety.Request(latch_id=latch_id, operator_name=operator)
        return self._ask("safety/reset", self._reset, request)

    def _ask(self, name: str, client: Any, request: Any) -> Pending:
        if not client.wait_for_service(timeout_sec=ANSWER_TIME):
            raise UnavailableError(
                f"nobody offers '{name}' after {ANSWER_TIME:.0f} s; see whether its node runs"
            )
        return Pending(name, client.call_async(request))


def reset_reply(response: srv.ResetSafety.Response) -> ResetReply:
    """The supervisor's answer to a reset."""
    return ResetReply(
        accepted=response.accepted,
        message=response.error_message,
        remaining=tuple(response.remaining),
    )
