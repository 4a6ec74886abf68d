"""Runs over the live ROS graph: processes started, told, watched, ended and reported."""
