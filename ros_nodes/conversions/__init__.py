"""Contracts ↔ ROS messages, one file per family of messages; values survive the round trip."""
