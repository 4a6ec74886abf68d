"""Hypothesis draws the same examples in every run; HYPOTHESIS_PROFILE=explore draws new ones.

How long an example takes says how busy the machine is, not whether the code is right: neither
profile judges it.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_UNTIMED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("repeatable", derandomize=True, **_UNTIMED)
settings.register_profile("explore", **_UNTIMED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
