"""Two killed runs and two runs at once; `make drill` kills thirty."""

from __future__ import annotations

from drill import run_drill


def test_killed_runs_lose_nothing_and_repeat_nothing() -> None:
    assert run_drill(kills=2) == []
