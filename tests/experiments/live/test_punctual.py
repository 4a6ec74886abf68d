"""Whoever listens is urgent for a while, and ordinary afterwards (fault table, row 34)."""

from __future__ import annotations

import os
import threading

import pytest

from experiments.live.punctual import punctual


def test_all_threads_are_urgent_meanwhile_and_ordinary_afterwards():
    done = threading.Event()
    thread = threading.Thread(target=done.wait, daemon=True)
    thread.start()
    assert thread.native_id is not None
    try:
        with punctual() as granted:
            if not granted:
                pytest.skip("no real-time scheduling here")
            assert os.sched_getscheduler(thread.native_id) == os.SCHED_RR
            assert os.sched_getscheduler(0) == os.SCHED_RR
        assert os.sched_getscheduler(thread.native_id) == os.SCHED_OTHER
        assert os.sched_getscheduler(0) == os.SCHED_OTHER
    finally:
        done.set()
        thread.join()


def test_where_it_is_not_allowed_nothing_changes(monkeypatch):
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    with punctual() as granted:
        assert not granted
