"""Two processes on a ROS graph: one sends, the other answers; each module here is one process."""
