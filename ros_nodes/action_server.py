"""rclpy's action server, with a cancel of all goals that leaves none out.

rclpy (7.1, Jazzy) takes goals off the list of a cancel request while it walks through that list:
each one that has just ended hides the next, which is then neither cancelled nor left out of the
answer.
"""

from __future__ import annotations

from typing import Any

from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import GoalEvent, RCLError


class CancellingActionServer(ActionServer):
    """Answers a cancel request with exactly the goals that it cancels."""

    async def _execute_cancel_request(self, request_header_and_message: Any) -> None:
        header, request = request_header_and_message
        with self._lock:
            response = self._handle.process_cancel_request(
                request, self._action_type.Impl.CancelGoalService.Response
            )
        response.goals_canceling = [g for g in response.goals_canceling if self._cancels(g)]
        try:
            self._handle.send_cancel_response(header, response)
        except RCLError as error:
            # Who asked is gone; its goals end all the same.
            self._logger.warning(f"the answer to a cancel could not be sent: {error}")

    def _cancels(self, info: Any) -> bool:
        """Ask the node, and note the cancel down; False for a goal that has just ended."""
        handle = self._goal_handles.get(bytes(info.goal_id.uuid))
        if handle is None or self._cancel_callback(handle) is not CancelResponse.ACCEPT:
            return False
        try:
            handle._update_state(GoalEvent.CANCEL_GOAL)  # noqa: SLF001 - as the base does
        except RCLError:
            return False
        return True
