"""What cannot be read is complained of, and nothing else of it is noticed (fault table, row 28)."""

from __future__ import annotations

from ros_nodes.readable import readable


def test_values_are_handled_and_nonsense_is_told():
    handled: list[int] = []
    complaints: list[str] = []
    receive = readable("numbers", int, handled.append, complaints.append)
    for message in ("1", "?", "2"):
        receive(message)
    assert handled == [1, 2]
    assert len(complaints) == 1
    assert "'numbers' cannot be read" in complaints[0]
