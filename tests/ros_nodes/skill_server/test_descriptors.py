"""Every skill says of itself what it needs and does, and is found by being there."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from ros_nodes.skill_server.descriptor import Resource, SkillDescriptor
from ros_nodes.skill_server.grasps import grasp_strategies
from ros_nodes.skill_server.releases import release_strategies
from ros_nodes.skill_server.settings import SkillSettings
from ros_nodes.skill_server.skills import registered_skills
from xlerobot_agent.configuration import ConfigurationError, config_directory, load
from xlerobot_agent.contracts.catalogue import Affordance
from xlerobot_agent.contracts.skills import SkillName


def test_the_skills_are_the_named_ones():
    """DC-05."""
    assert set(registered_skills()) == {name.value for name in SkillName}


@pytest.mark.parametrize("name", sorted(registered_skills()))
def test_descriptor_is_complete(name):
    """S0-10."""
    descriptor = registered_skills()[name].descriptor
    for field in SkillDescriptor.model_fields:
        assert getattr(descriptor, field), field
    assert Resource.GAZE in descriptor.resources
    assert "" in descriptor.methods


@pytest.mark.parametrize("field", ["on_abort", "safe_points", "failures", "max_duration"])
def test_a_descriptor_with_a_hole_is_refused(field):
    """S0-10."""
    whole = registered_skills()["pick"].descriptor.model_dump()
    with pytest.raises(ValidationError):
        SkillDescriptor.model_validate(whole | {field: type(whole[field])()})


def test_every_shape_has_a_strategy_and_settings(catalogue):
    settings = SkillSettings()
    for model in catalogue.with_affordance(Affordance.PICKABLE):
        assert model.shape in grasp_strategies()
        assert model.shape in settings.grasps
    for model in catalogue.with_affordance(Affordance.RECEPTACLE):
        assert model.shape in release_strategies()
        assert model.shape in settings.releases


def test_the_configuration_file_is_the_defaults_written_out():
    read = load(config_directory() / "skills.yaml", SkillSettings)
    assert read.chunks == SkillSettings().chunks
    assert read.look == SkillSettings().look
    assert read.rest == SkillSettings().rest
    assert read.grip == SkillSettings().grip


def test_an_unknown_key_and_a_long_chunk_are_refused(tmp_path):
    file = tmp_path / "skills.yaml"
    file.write_text("chunks: {dt: 0.02, setpoints: 3}\n")
    with pytest.raises(ConfigurationError, match="setpoints"):
        load(file, SkillSettings)
    file.write_text("chunks: {dt: 0.05, set_points: 15}\n")
    with pytest.raises(ConfigurationError, match=r"longer than 0\.5 s"):
        load(file, SkillSettings)
