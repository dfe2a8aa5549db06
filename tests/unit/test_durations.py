"""Durations and the clock of state, without Spark."""

from __future__ import annotations

import pytest

import harness

DURATIONS = {
    "1d": 86_400_000,
    "1 d": 86_400_000,
    "2 days": 172_800_000,
    "1D": 86_400_000,
    "90 min": 5_400_000,
    "12h": 43_200_000,
    "30 s": 30_000,
    "1500 ms": 1500,
    "1500": 1500,
    "3000 micros": 3,
    "0s": 0,
    "0": 0,
}


@pytest.mark.parametrize(("text", "milliseconds"), DURATIONS.items())
def test_flink_s_durations(text: str, milliseconds: int) -> None:
    assert harness.call("_duration_ms", text) == milliseconds


@pytest.mark.parametrize("text", ["-1d", "1.5h", "1d 2h", "1 week", "10 foo", "", "d", "1 us", "1500 ns", "1 d;"])
def test_what_is_no_duration(text: str) -> None:
    assert harness.call("_duration_ms", text) is None


def test_the_clock_is_the_start_of_the_run_or_what_a_variable_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert harness.call("_clock") == "timestamp '2026-01-01 00:00:00.000000+00:00'"
    monkeypatch.setitem(harness.VARIABLES, "tablestore_clock", "2026-02-03 04:05:06")
    assert harness.call("_clock") == "timestamp '2026-02-03 04:05:06'"
    monkeypatch.setitem(harness.VARIABLES, "tablestore_clock", "yesterday")
    with pytest.raises(harness.MacroError, match="it is 'yesterday'; write a point in time"):
        harness.call("_clock")
