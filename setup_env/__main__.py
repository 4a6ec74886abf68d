"""``python -m setup_env [--test]``: from whatever is there to an environment that fits."""

from __future__ import annotations

import argparse
import fcntl
import os
import sys
import time

from setup_env import environment, prerequisites, ros_prefix, stamp
from setup_env.paths import ENVIRONMENT, PYTHON, ROOT

IMPORTS = "import mujoco, rclpy, tf2_msgs.msg, xlerobot_agent, xlerobot_interfaces.msg"


def say(text: str) -> None:
    """Tell the person what happens now."""
    line = f"[setup] {text}"
    print(f"\033[1m{line}\033[0m" if sys.stderr.isatty() else line, file=sys.stderr)


def check_prerequisites() -> None:
    """Name everything that is missing.

    Raises:
        SetupError: something is.
    """
    things = prerequisites.missing()
    if things:
        lines = [f"  {thing.what}: package {thing.debian}" for thing in things]
        remedy = f"On Debian or Ubuntu: apt-get install {prerequisites.packages(things)}"
        raise environment.SetupError("\n".join(["missing on this machine:", *lines, remedy]))


def set_up(*, test: bool) -> None:
    """Do every step."""
    check_prerequisites()
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    say(f"1/4 environment {ENVIRONMENT.name} with Python {version}")
    environment.create()
    say("2/4 Python packages" + (", with those of the tests (5 GB)" if test else ""))
    interfaces = environment.start_interfaces()
    try:
        environment.install_project(test=test)
        say(f"3/4 ROS interfaces ({'about a minute' if interfaces else 'built before'})")
        environment.install_interfaces(interfaces)
    finally:
        if interfaces is not None and interfaces.poll() is None:
            interfaces.terminate()
            interfaces.wait()
    say("4/4 ROS prefix")
    ros_prefix.link()
    environment.run([PYTHON, "-c", IMPORTS], "the environment does not import what it must")


def main() -> int:
    """Set the environment up unless it fits; the exit code is 0, or 1 when a step failed."""
    parser = argparse.ArgumentParser(prog="setup_env", description=__doc__)
    parser.add_argument("--test", action="store_true", help="also what the tests need")
    test = parser.parse_args().test
    level = "test" if test else "base"
    began = time.monotonic()
    lock = os.open(ROOT / "setup_env", os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    digest = stamp.of_tree()
    if stamp.fits(level, digest) or (level == "base" and stamp.fits("test", digest)):
        return 0
    try:
        set_up(test=test)
    except environment.SetupError as error:
        print(f"[setup] {error}", file=sys.stderr)
        return 1
    stamp.write(level, digest)
    say(f"ready after {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
