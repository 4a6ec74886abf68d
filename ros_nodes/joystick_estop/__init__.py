"""The joystick's room: a button that stops the arm, a button that lets it run while held.

Plain Python but for ``node.py``.
"""
