"""Deliberation: instruction → intent → tasks → skills, as a pure reducer over events.

Imports pydantic and ``xlerobot_agent.contracts`` and nothing else: no ROS, no simulator, no clock
of its own. ``agent.Agent`` is the shell that feeds events in and carries effects out.
"""
