"""The positions of Iceberg snapshots follow their parents, and are the times that were recorded before."""

from __future__ import annotations

import pytest

from harness import call

MINUTE = 60000


@pytest.mark.parametrize(
    ("times", "positions"),
    [
        pytest.param([100, 200, 300], [100, 200, 300], id="times"),
        pytest.param([100, 100, 100, 101], [100, 101, 102, 103], id="one millisecond"),
        pytest.param([MINUTE, 5, MINUTE + 9], [MINUTE, MINUTE + 1, MINUTE + 9], id="slow clock"),
    ],
)
def test_a_position_is_a_time_that_is_after_that_of_the_parent(times: list[int], positions: list[int]) -> None:
    """In whatever order the snapshots are listed, and also after others have been added on a branch."""
    ids = [f"s{number}" for number in range(len(times))]
    rows = {
        id: {"parent": f"s{number - 1}" if number else None, "at": at}
        for number, (id, at) in enumerate(zip(ids, times, strict=True))
    }
    listed = {id: rows[id] for id in reversed(ids)}
    expected = dict(zip(ids, positions, strict=True))
    assert call("snapshot_positions", listed, [ids[-1]]) == expected
    assert [*call("snapshot_positions", listed, [ids[-1]])] == ids
    branch = {"b": {"parent": "s0", "at": 1}}
    assert call("snapshot_positions", {**branch, **listed}, [ids[-1]]) == expected
    assert call("snapshot_positions", {**branch, **listed}, ["b", *ids]) == {**expected, "b": positions[0] + 1}


def test_a_parent_that_has_expired_has_no_position() -> None:
    assert call("snapshot_positions", {"s2": {"parent": "s1", "at": 7}}, ["s2"]) == {"s2": 7}
    assert call("snapshot_positions", {}, []) == {}
