"""Cameras that go black, deliver late or not at all (fault rows 46 and 47).

Frozen, covered and dropped frames are in test_faults.
"""

from __future__ import annotations

import pytest

from sim.truth import Truth


def test_black_camera_shows_nothing_for_a_while(desk) -> None:
    """Frames keep their stamps and numbers; the other camera and the time after are as ever."""
    world = desk(0, "camera_black:duration=1.0,start=0.5")
    lit = world.cameras["front"].read()
    world.advance(0.6)
    black = world.cameras["front"].read()
    assert lit.image.any()
    assert not black.image.any()
    assert black.image.shape == lit.image.shape
    assert (black.sequence, black.stamp) == (lit.sequence + 1, pytest.approx(0.6))
    assert world.cameras["wrist"].read().image.any()
    world.advance(1.0)
    assert world.cameras["front"].read().image.any()
    assert [e.what for e in Truth(world).fault_events] == ["camera front went black"]


def test_late_camera_delivers_old_frames_in_order(desk) -> None:
    """Each frame is ``delay`` old when it comes, none is invented."""
    world = desk(0, "camera_late:delay=0.3,start=0.5,camera=wrist")
    camera = world.cameras["wrist"]
    ages = []
    for _ in range(12):
        world.advance(0.1)
        frame = camera.read()
        ages.append(None if frame is None else round(world.now - frame.stamp, 3))
    assert ages[:4] == [0.0, 0.0, 0.0, 0.0]
    assert ages[4:7] == [None, None, None]
    assert ages[7:] == [0.3] * 5
    assert world.cameras["front"].read().stamp == pytest.approx(1.2)


def test_missing_camera_delivers_nothing_from_its_start_on(desk) -> None:
    """Before it as ever; by the short form never anything."""
    world = desk(0, "camera_missing:camera=front,start=0.5")
    world.advance(0.4)
    assert world.cameras["front"].read() is not None
    world.advance(0.2)
    assert world.cameras["front"].read() is None
    assert world.cameras["wrist"].read() is not None
    assert desk(0, "camera_missing:wrist").cameras["wrist"].read() is None


def test_a_camera_that_is_not_there_is_named(desk) -> None:
    """A slip of the pen ends with the names there are."""
    for fault in ("camera_black:duration=1,camera=rear", "camera_late:delay=1,camera=rear"):
        with pytest.raises(ValueError, match="no camera 'rear' to disturb; there are front"):
            desk(0, fault)


def test_a_camera_that_was_pushed_shows_another_picture_under_the_old_calibration(desk) -> None:
    """Nothing but the picture tells of it (fault row 48)."""
    world = desk(0, "camera_moved:distance=0.05,start=0.5")
    still = desk(0, "camera_missing:camera=wrist,start=100.0")
    for one in (world, still):
        one.advance(0.4)
    before, same = world.cameras["front"].read(), still.cameras["front"].read()
    assert (before.image == same.image).all()
    for one in (world, still):
        one.advance(0.2)
    pushed, same = world.cameras["front"].read(), still.cameras["front"].read()
    assert (pushed.image != same.image).any()
    assert (pushed.extrinsics == before.extrinsics).all()
    assert [e.what for e in Truth(world).fault_events] == ["camera front was pushed by 0.050 m"]
