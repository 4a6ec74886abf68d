"""The safety supervisor's room: the gate for chunks, latches, control, modes, the heartbeat.

Plain Python but for ``node.py``, stepped by its caller; imports no OpenCV, torch, MuJoCo or ROS.
"""
