"""The simulated table as a node: the topics of an arm and its cameras, and ``/clock``."""
