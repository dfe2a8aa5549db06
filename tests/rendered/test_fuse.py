"""What stops a batch, without Spark."""

from __future__ import annotations

import pytest

from harness import call


@pytest.mark.parametrize(("deleted", "stored", "share", "stops"), [
    (29, 100, 0.29, False), (57, 100, 0.57, False), (58, 100, 0.58, False), (30, 100, 0.29, True), (1, 3, 0.3333, True),
])  # fmt: skip
def test_a_fuse_lets_exactly_its_share_pass(deleted: int, stored: int, share: float, stops: bool) -> None:
    assert (call("_blows", deleted, stored, {"max_deleted": share})) == stops
