"""Configuration files: YAML in, a validated contract out; an unknown key is an error."""

from __future__ import annotations

import hashlib
from pathlib import Path

import yaml
from pydantic import BaseModel, ValidationError


class ConfigurationError(ValueError):
    """A configuration file cannot be used; the message names file, key, value and what is legal."""


def load[Model: BaseModel](path: Path, model: type[Model]) -> Model:
    """Read one YAML file into a model.

    Raises:
        ConfigurationError: the file is absent, is not YAML or does not fit the model.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(
            f"cannot read {path}: {error.strerror}; give an existing file"
        ) from error
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ConfigurationError(f"{path} is not YAML: {error}") from error
    try:
        return model.model_validate(data)
    except ValidationError as error:
        lines = [
            f"  {'.'.join(str(part) for part in e['loc']) or '(file)'}: {e['msg']}"
            for e in error.errors()
        ]
        raise ConfigurationError(f"{path} does not fit:\n" + "\n".join(lines)) from error


def fingerprint(path: Path) -> str:
    """SHA-256 of a file's bytes, to be named in recordings."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def config_directory() -> Path:
    """The folder ``config`` of this tree, or the installed share's where there is no tree."""
    tree = Path(__file__).resolve().parent.parent / "config"
    if tree.is_dir():
        return tree
    from ament_index_python.packages import get_package_share_directory

    return Path(get_package_share_directory("xlerobot_agent")) / "config"
