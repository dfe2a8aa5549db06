"""Durations in Python and in Jinja, and the clock of state."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from dbt.adapters.tablestore.sql import durations

import harness
from duration_cases import CASES


@pytest.mark.parametrize(("text", "milliseconds"), CASES, ids=[repr(text) for text, _ in CASES])
def test_a_duration_is_read_or_refused(text: str, milliseconds: int | None) -> None:
    assert durations.milliseconds(text) == milliseconds
    assert harness.call("_duration_ms", text) == milliseconds


@pytest.mark.parametrize(("value", "milliseconds"), [(2000, 2000), (0, 0), (-5, None)])
def test_a_number_of_a_plan_file_is_milliseconds(value: int, milliseconds: int | None) -> None:
    assert durations.milliseconds(value) == milliseconds


@pytest.mark.parametrize("value", [None, True, False, 1.5, [], {}])
def test_other_values_of_a_plan_file_are_refused(value: object) -> None:
    assert durations.milliseconds(value) is None


def test_a_caller_may_accept_fewer_units() -> None:
    units = ("d", "h")
    assert durations.milliseconds("12 h", units) == 43_200_000
    assert durations.milliseconds("PT12H", units) == 43_200_000
    assert durations.milliseconds("90 min", units) is None
    assert durations.milliseconds("PT90M", units) is None
    assert durations.milliseconds("2000", units) is None


def test_what_is_accepted_names_every_unit() -> None:
    assert durations.accepted() == (
        "one whole number and one unit (d, h, min, s, ms, us, ns), as in '12 h', a bare number of milliseconds, "
        "or ISO 8601 as in 'PT12H'; at most 89478485 d"
    )
    assert (
        durations.accepted(("d", "h"))
        == "one whole number and one unit (d, h), as in '12 h', or ISO 8601 as in 'PT12H'; at most 89478485 d"
    )


@pytest.mark.parametrize("text", ["0 ms", "1 ms", "2 s", "90 min", "12 h", "7 d", "1500 ms"])
def test_a_length_is_written_in_the_largest_whole_unit(text: str) -> None:
    milliseconds = durations.milliseconds(text)
    assert milliseconds is not None
    assert durations.text(milliseconds) == text
    assert harness.call("_duration_text", milliseconds) == text


def test_a_length_of_zero_is_described_as_forever() -> None:
    assert durations.describe(0) == "never expires"
    assert durations.describe(5_400_000) == "90 min"


def test_the_clock_is_the_start_of_the_run_or_what_a_variable_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert harness.call("_clock") == "timestamp '2026-01-01 00:00:00.000000+00:00'"
    monkeypatch.setitem(harness.VARIABLES, "tablestore_clock", "2026-02-03 04:05:06")
    assert harness.call("_clock") == "timestamp '2026-02-03 04:05:06'"
    for time in ["2024-02-29", "9999-12-29T23:59:59.999999Z", "2026-01-01 10:00:00+05:30"]:
        monkeypatch.setitem(harness.VARIABLES, "tablestore_clock", time)
        assert harness.call("_clock") == f"timestamp '{time}'"
    for time in [
        "yesterday",
        "2026-02-29",
        "2026-13-01",
        "2026-01-01 24:00",
        "2026-01-01 10:61:00",
        "2026-01-01 10:00+19:00",
    ]:
        monkeypatch.setitem(harness.VARIABLES, "tablestore_clock", time)
        with pytest.raises(harness.MacroError, match=re.escape(f"it is '{time}'; write a point in time")):
            harness.call("_clock")


@pytest.mark.parametrize("time", ["9999-12-30", "9999-12-31T23:59:59.999999Z", "9999-12-31 22:00:00-05:00"])
def test_a_clock_is_in_the_year_9999_in_every_time_zone(monkeypatch: pytest.MonkeyPatch, time: str) -> None:
    """Python has no later year, and -18:00 is a time zone."""
    monkeypatch.setitem(harness.VARIABLES, "tablestore_clock", time)
    with pytest.raises(harness.MacroError, match=f"it is '{time}'.*; write a time before 9999-12-30"):
        harness.call("_clock")


def test_a_view_measures_ages_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that a backfill has created: its clock is not that of who reads the view later."""
    last = {"ttl": 60_000, "ttl_since": None}
    now, set_clock = "current_timestamp()", "timestamp '2026-02-03 04:05:06'"
    monkeypatch.setitem(harness.VARIABLES, "tablestore_clock", "2026-02-03 04:05:06")
    for materialized, clock in (("view", now), ("table", set_clock), ("ephemeral", set_clock)):
        model = SimpleNamespace(config=SimpleNamespace(materialized=materialized))
        rows = harness.namespace(model=model)["unexpired_rows"]("t", last)
        assert [time in rows for time in (now, set_clock)] == [time == clock for time in (now, set_clock)]
