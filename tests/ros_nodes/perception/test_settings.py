"""perception.yaml is complete, and refuses what it does not know. Covers issue 2 (bad input)."""

from __future__ import annotations

import pytest
import yaml

from ros_nodes.perception.detectors import detectors
from ros_nodes.perception.settings import PerceptionSettings
from xlerobot_agent.configuration import ConfigurationError, config_directory, load
from xlerobot_agent.contracts.catalogue import Affordance, Shape


def test_every_shape_has_a_detector_and_its_thresholds(settings, catalogue):
    assert set(detectors()) == set(Shape)
    assert set(settings.fit.tolerated) == set(Shape)
    assert set(settings.fit.size_limit) == set(Shape)
    receptacles = {o.shape for o in catalogue.with_affordance(Affordance.RECEPTACLE)}
    assert receptacles <= set(settings.walls)


def test_an_unknown_key_is_named(tmp_path):
    data = yaml.safe_load((config_directory() / "perception.yaml").read_text())
    data["fit"]["least_aera"] = 3
    path = tmp_path / "perception.yaml"
    path.write_text(yaml.safe_dump(data))
    with pytest.raises(ConfigurationError, match="least_aera"):
        load(path, PerceptionSettings)
