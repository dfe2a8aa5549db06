"""A killed run and two runs at once; `make drill` kills thirty."""

from __future__ import annotations

from drill import run_drill


def test_a_killed_run_loses_nothing_and_repeats_nothing() -> None:
    assert run_drill(kills=1, models=("orders", "totals")) == []
