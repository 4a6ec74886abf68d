"""One room a node: node.py is its only ROS file, the rest of a room is plain Python."""
