"""Runs our YAML launch files where ``ros2 launch`` is not installed.

Only the subset of ROS 2's YAML launch format that our files use is known
(``docs/launch-subset.md``); anything else is refused by name, never skipped.
"""
