"""Which Fast DDS profile a process takes, and what the profiles say (fault 31)."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from xlerobot_agent.configuration import config_directory
from xlerobot_agent.middleware import DISCOVERY, PROFILE, stay_on_this_machine

XMLNS = "{http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles}"


def profile(name):
    return ET.parse(config_directory() / name).getroot()  # noqa: S314 (a file of ours)


def texts(root, tag):
    return [element.text for element in root.iter(f"{XMLNS}{tag}")]


def test_a_process_takes_our_profile():
    environment = {}
    stay_on_this_machine(environment)
    assert environment[DISCOVERY] == "SYSTEM_DEFAULT"
    assert profile(environment[PROFILE]) is not None


@pytest.mark.parametrize("chosen", [{DISCOVERY: "SUBNET"}, {PROFILE: "mine.xml"}])
def test_the_callers_choice_stays(chosen):
    environment = dict(chosen)
    stay_on_this_machine(environment)
    assert environment == chosen


@pytest.mark.parametrize("name", ["fastdds.xml", "fastdds_images.xml"])
def test_profiles_stay_on_this_machine(name):
    root = profile(name)
    assert texts(root, "address") == ["127.0.0.1"]
    assert texts(root, "useBuiltinTransports") == ["false"]


def test_only_image_processes_have_shared_memory():
    assert texts(profile("fastdds.xml"), "type") == ["UDPv4"]
    images = profile("fastdds_images.xml")
    assert texts(images, "type") == ["SHM", "UDPv4"]


def test_the_longest_wait_for_a_new_reader_is_shorter_than_the_permits_deadline():
    (timeout,) = texts(profile("fastdds_images.xml"), "healthy_check_timeout_ms")
    assert int(timeout) / 3 < 60
