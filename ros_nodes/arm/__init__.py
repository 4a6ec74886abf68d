"""The arm's room: the player of action chunks, which alone decides what the arm is told.

Everything here but ``node.py`` is plain Python, stepped by its caller.
"""
