"""Writes every topic into one MCAP file that ``ros2 bag``, Foxglove and mcap-ros2-support read."""
