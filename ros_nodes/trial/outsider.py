"""A participant of the graph that belongs to no node of the stack."""

from __future__ import annotations

from rclpy.context import Context
from rclpy.node import Node

from ros_nodes.participant import Participant
from ros_nodes.trial.forger import Forger
from ros_nodes.trial.hands import Hands
from ros_nodes.trial.questions import Questions
from ros_nodes.trial.witness import Witness


class Outsider(Participant[Node]):
    """Watches, sends and asks; a context manager."""

    witness: Witness
    hands: Hands
    questions: Questions
    forger: Forger

    def __init__(self, namespace: str = "", name: str = "outsider") -> None:
        """Join the graph.

        Args:
            namespace: of the arm; empty for none.
            name: of the node.
        """

        def make_node(context: Context) -> Node:
            node = Node(name, context=context, namespace=namespace)
            self.witness = Witness(node)
            self.hands = Hands(node)
            self.questions = Questions(node)
            self.forger = Forger(node)
            return node

        super().__init__(make_node)
