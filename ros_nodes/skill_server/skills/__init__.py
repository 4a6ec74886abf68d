"""The skills, one file each, registered by being in this folder."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache

from ros_nodes.skill_server.skill import Skill


@cache
def registered_skills() -> dict[str, Skill]:
    """Every skill of this folder by its descriptor's name.

    Raises:
        TypeError: a module defines no skill, more than one, or one whose name is taken.
    """
    skills: dict[str, Skill] = {}
    for module in pkgutil.iter_modules(__path__):
        loaded = importlib.import_module(f"{__name__}.{module.name}")
        found = [
            kind
            for _, kind in inspect.getmembers(loaded, inspect.isclass)
            if issubclass(kind, Skill) and kind.__module__ == loaded.__name__
        ]
        if len(found) != 1:
            raise TypeError(f"{loaded.__name__} defines {len(found)} skills; give each its file")
        skill: Skill = found[0]()
        if skill.descriptor.name in skills:
            raise TypeError(f"two skills are called '{skill.descriptor.name}'; rename one")
        skills[skill.descriptor.name] = skill
    return skills
