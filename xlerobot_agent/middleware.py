"""Which Fast DDS profile processes of ours take that no launch file starts."""

from __future__ import annotations

import os
from collections.abc import MutableMapping

from xlerobot_agent.configuration import config_directory

DISCOVERY = "ROS_AUTOMATIC_DISCOVERY_RANGE"
PROFILE = "FASTRTPS_DEFAULT_PROFILES_FILE"


def stay_on_this_machine(environment: MutableMapping[str, str] = os.environ) -> None:
    """Find nodes on this machine only, without shared memory, unless the caller chose otherwise.

    To be called before the first rclpy context of a process: Fast DDS reads its profile once.
    ``config/fastdds.xml`` says why.
    """
    if DISCOVERY in environment or PROFILE in environment:
        return
    environment[DISCOVERY] = "SYSTEM_DEFAULT"
    environment[PROFILE] = str(config_directory() / "fastdds.xml")
