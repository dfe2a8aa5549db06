"""The examples tell the truth: their tables equal what ten lines of Python make of the same flights."""

from __future__ import annotations

import csv
import datetime as dt
import json
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from dbt.adapters.tablestore.plans import files
from pyspark.sql import SparkSession

from examples import PROJECT, UNTIL, Examples

PLANS = PROJECT / "plans"

DAYS = ["2013-01-08", "2013-01-09", "2013-01-10"]
AT_LAST = "2013-01-22"


def newest(events: list[dict[str, Any]], until: str) -> dict[str, dict[str, Any]]:
    """Per flight its newest event among those delivered until a day."""
    status: dict[str, dict[str, Any]] = {}
    for event in events:
        known = status.get(event["flight_id"])
        if str(event["delivered_on"]) <= until and (known is None or event["event_time"] > known["event_time"]):
            status[event["flight_id"]] = event
    return status


def landed(flight: dict[str, str], zone: str) -> tuple[str, dt.datetime | None, dt.datetime | None]:
    """Status, departure and arrival (UTC, naive) of a row of flights.csv; ``zone`` is the destination's time zone."""
    if flight["dep_time"] == "NA":
        return "cancelled", None, None
    hour = dt.datetime.fromisoformat(flight["time_hour"])
    departed = hour + dt.timedelta(minutes=int(flight["minute"]) + int(flight["dep_delay"]))
    if flight["arr_time"] == "NA":
        return "departed", departed.replace(tzinfo=None), None
    clock = departed.astimezone(ZoneInfo(zone))
    minutes = int(flight["arr_time"][:-2] or 0) * 60 + int(flight["arr_time"][-2:]) - clock.hour * 60 - clock.minute
    arrived = departed + dt.timedelta(minutes=minutes % (24 * 60))
    return "arrived", departed.replace(tzinfo=None), arrived.replace(tzinfo=None)


@pytest.fixture(scope="module")
def examples(
    tmp_path_factory: pytest.TempPathFactory, spark: SparkSession, macros_parsed_once: None, warehouse: Path
) -> Examples:
    """The project with its sources loaded and no model built."""
    examples = Examples(tmp_path_factory.mktemp("examples"), warehouse)
    examples.load()
    return examples


@pytest.fixture(scope="module")
def runs(examples: Examples) -> dict[str, dict[str, dict[str, Any]]]:
    """Three deliveries, one after the other: the adapter responses of each."""
    return {day: examples.batch("flight_status", day) for day in DAYS}


@pytest.fixture(scope="module")
def events(examples: Examples) -> list[dict[str, Any]]:
    return examples.rows("select * from lake.nyc.flight_events")


def test_flight_status_is_the_newest_event(examples: Examples, runs: Any, events: list[dict[str, Any]]) -> None:
    stored = {row["flight_id"]: row for row in examples.rows("select * from lake.main.flight_status")}
    expected = newest(events, DAYS[2])
    assert len(expected) > 5000
    assert stored.keys() == expected.keys()
    wrong = [
        (flight, row["status"], expected[flight]["event"])
        for flight, row in stored.items()
        if (row["status"], row["event_time"]) != (expected[flight]["event"], expected[flight]["event_time"])
    ]
    assert not wrong


@pytest.mark.parametrize("day", DAYS[1:])
def test_counts_are_those_of_the_delivery(runs: Any, events: list[dict[str, Any]], day: str) -> None:
    eve = str(dt.date.fromisoformat(day) - dt.timedelta(days=1))
    before, after = newest(events, eve), newest(events, day)
    delivered = {event["flight_id"] for event in events if str(event["delivered_on"]) == day}
    best = newest([event for event in events if str(event["delivered_on"]) == day], day)
    late = {f for f in delivered & before.keys() if best[f]["event_time"] < before[f]["event_time"]}
    response = runs[day]["flight_status"]
    assert response["rows_inserted"] == len(after.keys() - before.keys()) > 0
    assert response["rows_ignored_late"] == len(late) > 0
    assert response["rows_updated"] == len(delivered & before.keys()) - len(late) > 0
    assert response["rows_deleted"] == 0


def test_the_same_delivery_again_changes_nothing(examples: Examples, runs: Any) -> None:
    before = examples.rows("select * from lake.main.flight_status")
    response = examples.batch("flight_status", DAYS[2])["flight_status"]
    assert (response["rows_inserted"], response["rows_updated"], response["rows_deleted"]) == (0, 0, 0)
    key = lambda row: row["flight_id"]  # noqa: E731
    assert sorted(examples.rows("select * from lake.main.flight_status"), key=key) == sorted(before, key=key)


def test_in_the_end_every_flight_is_as_its_record_says(examples: Examples, runs: Any) -> None:
    examples.batch("flight_status", AT_LAST, "--full-refresh")
    stored = {
        row["flight_id"]: (row["status"], row["departed_at"], row["arrived_at"])
        for row in examples.rows("select * from lake.main.flight_status")
    }
    with (examples.folder / "landing" / "airports.csv").open() as file:
        zones = {row["faa"]: row["tzone"] for row in csv.DictReader(file)}
    expected = {}
    with (examples.folder / "landing" / "flights.csv").open() as file:
        for flight in csv.DictReader(file):
            date = dt.date(*(int(flight[part]) for part in ("year", "month", "day")))
            if str(date) <= UNTIL:
                name = f"{flight['carrier']}{flight['flight']}-{flight['origin']}-{date:%Y%m%d}"
                expected[name] = landed(flight, zones.get(flight["dest"], "America/Puerto_Rico"))
    assert len(expected) == 12_208
    wrong = [(flight, stored.get(flight), row) for flight, row in expected.items() if stored.get(flight) != row]
    assert not wrong and len(stored) == len(expected)


@pytest.mark.extended
def test_engines_agree_with_their_feeds_after_every_delivery(examples: Examples) -> None:
    counts = [examples.batch("engines", day) for day in DAYS]
    assert counts[1]["flight_times"]["rows_inserted"] > 0 and counts[1]["flight_times"]["rows_updated"] > 0
    assert counts[1]["carrier_delays"]["rows_updated"] > 0
    first_seen = counts[1]["plane_first_seen"]
    assert first_seen["rows_ignored"] > 0 == first_seen["rows_ignored_late"] == first_seen["rows_updated"]


@pytest.mark.extended
def test_changes_and_views_agree_with_their_source_after_every_delivery(examples: Examples) -> None:
    counts, views = [], []
    for number, day in enumerate(DAYS):
        refresh = ["--full-refresh"] if number == 0 else []
        examples.batch("flight_status", day, *refresh)
        counts.append(examples.batch("changes", day, *refresh))
        views.append(examples.batch("views", day, *refresh))
    for later in counts[1:]:
        assert 0 < later["carrier_days"]["rows_in_batch"] < counts[0]["carrier_days"]["rows_in_batch"] / 2
    assert any(later["bad_days_per_airline"]["rows_updated"] for later in counts[1:])
    for later in views[1:]:
        refreshed = {name: (response["kind"], response["reason"]) for name, response in later.items()}
        assert refreshed == dict.fromkeys(["route_delays", "airline_delays"], ("incremental", ""))
        assert 0 < later["airline_delays"]["rows_updated"] <= later["route_delays"]["rows_updated"]


@pytest.mark.extended
def test_stateful_operators_follow_every_delivery(examples: Examples) -> None:
    counts = []
    for number, day in enumerate([*DAYS, "2013-01-11"]):
        clock = f"{{day: {day}, tablestore_clock: '{day} 06:00:00'}}"
        counts.append(examples.batch("state", day, "--vars", clock, *(["--full-refresh"] if number == 0 else [])))
    for later in counts[1:]:
        assert 0 < later["flight_durations"]["rows_in_batch"] < counts[0]["flight_durations"]["rows_in_batch"] / 2
    assert any(later["flight_durations"]["rows_updated"] for later in counts[1:])
    joined = examples.rows("select count(*) as n from lake.main.flight_durations")[0]["n"]
    both = "select count(*) as n from lake.main.departures join lake.main.arrivals using (flight_id)"
    assert examples.rows(both)[0]["n"] > joined, "every report found its other half, so nothing was forgotten"


@pytest.mark.extended
def test_a_history_says_what_was_known_when(examples: Examples) -> None:
    """The tests of the models compute it from the deliveries; nothing was known before the first one."""
    for day in DAYS:
        examples.batch("history", day, "--vars", f"{{day: {day}, tablestore_clock: '{day} 06:00:00'}}")
    found = examples.rows("select count(*) as n, count(told_before) as corrected from lake.main.late_news")[0]
    assert found["n"] > found["corrected"] > 0, "some flights are new, and of some something else was told"


def test_operators_give_what_plain_sql_gives(examples: Examples) -> None:
    assert len(examples.batch("operators", AT_LAST)) == 9


def test_functions_give_what_plain_sql_gives(examples: Examples) -> None:
    assert len(examples.batch("functions", AT_LAST)) == 1


@pytest.fixture(scope="module")
def keyed(examples: Examples) -> list[str]:
    """The names of the keyed examples, whose tables are there."""
    models = examples.dbt("build", "--select", "config.materialized:incremental", "--exclude-resource-type", "test")
    return [result.node.name for result in models if result.node.config.get("primary_key")]


def test_every_keyed_example_has_its_plan(keyed: list[str]) -> None:
    assert sorted(keyed) == sorted(path.stem for path in PLANS.glob("*.json"))


@pytest.mark.extended
def test_a_plan_is_what_compiling_its_example_gives(examples: Examples, keyed: list[str]) -> None:
    """To write one again: dbt run-operation compile_plan --args '{select: m, path: plans/m.json, force: true}'."""
    stale = []
    for name in keyed:
        path = PLANS.parent / "target" / "plans" / f"{name}.json"
        given = {"select": name, "path": str(path), "force": True}
        examples.dbt("run-operation", "compile_plan", "--args", json.dumps(given))
        if files.read(path, name).content != files.read(PLANS / path.name, name).content:
            stale.append(name)
    assert not stale, "write their plans again and look at what changes: " + ", ".join(stale)
