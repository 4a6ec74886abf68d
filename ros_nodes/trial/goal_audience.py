"""A participant of the graph that only hears what is said of goals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rclpy.node import Node

from ros_nodes.participant import Participant
from ros_nodes.trial.goal_witness import GoalWitness

if TYPE_CHECKING:
    from rclpy.context import Context

    from ros_nodes.trial.goal_record import GoalRecord


class GoalAudience(Participant[Node]):
    """Writes all it hears into a record; a context manager."""

    def __init__(self, record: GoalRecord, namespace: str = "", name: str = "audience") -> None:
        """Join the graph.

        Args:
            record: gets what is heard.
            namespace: of the arm; empty for none.
            name: of the node.
        """

        def make_node(context: Context) -> Node:
            node = Node(name, context=context, namespace=namespace, start_parameter_services=False)
            GoalWitness(node, record)
            return node

        super().__init__(make_node)
