"""A gripper whose servo was mounted or wired the wrong way round."""

from __future__ import annotations

import numpy as np
import pytest

from sim.truth import Truth
from xlerobot_agent.contracts.arm import SetPoint


def test_commanded_open_closes(desk) -> None:
    """Mirrored from its start on; the other joints follow, and the reading is true."""
    world = desk(0, "gripper_inverted:0.5")
    low, high = world.model.actuator_ctrlrange[-1]
    start = np.array(world.arm.read().positions)
    wish = start + np.array([0.1, 0.0, 0.0, 0.0, 0.0, 0.0])
    wish[-1] = 0.5
    world.arm.write(SetPoint(tuple(wish.tolist())))
    assert world.data.ctrl[-1] == pytest.approx(0.5)
    world.advance(0.6)
    wish[-1] = high - 0.2
    world.arm.write(SetPoint(tuple(wish.tolist())))
    assert world.data.ctrl == pytest.approx([*wish[:-1], low + 0.2])
    world.advance(1.5)
    assert world.arm.read().positions[-1] == pytest.approx(low + 0.2, abs=0.05)
    assert [e.fault for e in Truth(world).fault_events] == ["gripper_inverted"]
