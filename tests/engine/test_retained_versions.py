"""Histories whose closed versions are removed after a while (`versions_retained`), compared with plain Python."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

import pytest

import overlaps
from formats import FORMATS
from project import Project
from version_answers import Event, Version, versions

COLUMNS = "id int, at {}, name string, _values string, _row_kind string"
TIMES = ("dbt_updated_at", "dbt_valid_from", "dbt_valid_to")
STORED = "id, name, _values, " + ", ".join(f"datediff(cast({time} as date), date'2026-01-01')" for time in TIMES)
START = datetime(2026, 1, 1)
RETAINED = 10
ROUNDS = 10 if os.environ.get("HISTORY_SETS") else 4


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def random_events(dice: random.Random, days: range, count: int) -> list[Event]:
    """Few keys and values, so that a key has events before and after each horizon, and equal neighbours."""
    kinds = ["+U", "+U", "+U", "-D"]
    return [
        Event(
            dice.randint(0, 30), dice.choice(days), 0, dice.choice("aab"), dice.choice(["x", None]), dice.choice(kinds)
        )
        for _ in range(count)
    ]


class Remembered:
    """What a history stores, from all events that it has taken: each time all versions are made again."""

    def __init__(self, hard_deletes: str) -> None:
        self.hard_deletes = hard_deletes
        self.taken: list[Event] = []
        self.begins: dict[int, int] = {}
        """For keys of which versions were removed, the begin of the first one that was not."""
        self.horizon = -1

    def rows(self) -> list[Version]:
        made = versions(self.taken, ("name", "city"), self.hard_deletes)
        return [version for version in made if version.valid_from >= self.begins.get(version.key, 0)]

    def take(self, batch: Iterable[Event]) -> int:
        """Takes a batch, and returns how many events of it are late."""
        if self.hard_deletes == "ignore":
            batch = [event for event in batch if event.kind != "-D"]
        first: dict[int, int] = {}
        for version in self.rows():
            first.setdefault(version.key, version.valid_from)
        late = [
            event
            for event in batch
            if event.key in first and first[event.key] <= self.horizon and event.at <= first[event.key]
        ]
        self.taken += [event for event in batch if event not in late]
        return len(late)

    def expire(self, today: int) -> int:
        before, begins = self.rows(), dict(self.begins)
        for version in before:
            if version.valid_from <= today - RETAINED and not version.is_deleted:
                self.begins[version.key] = version.valid_from
        removed = len(before) - len(self.rows())
        if removed:
            self.horizon = max(self.horizon, today - RETAINED)
        else:
            self.begins = begins
        return removed


def write(project: Project, events: Iterable[Event], format: str, type: str, **config: Any) -> None:
    def typed(number: int) -> str:
        return str(day(number).date() if type == "date" else day(number))

    rows = [(event.key, typed(event.at), event.name, event.city, event.kind) for event in events]
    options = {"primary_key": "id", "scd_type": 2, "sequence_field": "at", "versions_retained": f"{RETAINED} d"}
    project.model("kept", COLUMNS.format(type), rows, file_format=format, **options | config)


def expire(project: Project, today: float, said: Callable[[], Any]) -> int:
    """Removes the old versions on a day, and returns how many."""
    project.clock = str(day(today))
    said()
    assert project.dbt("run-operation", "expire_state", "--args", "{select: kept}").success
    return int(said().out.split("kept: ")[1].split(" closed version")[0])


def stored(project: Project, format: str, deletes: bool) -> list[tuple[Any, ...]]:
    columns = STORED + (", dbt_is_deleted" if deletes else "")
    return project.rows(f"select {columns} from {{{format}}}.kept")


def expected(remembered: Remembered) -> list[tuple[Any, ...]]:
    deletes = remembered.hard_deletes == "new_record"
    rows = [
        (made.key, made.name, made.city, made.updated_at, made.valid_from, made.valid_to)
        + ((str(made.is_deleted),) if deletes else ())
        for made in remembered.rows()
    ]
    return sorted(rows, key=repr)


def check(project: Project, format: str, type: str, hard_deletes: str, said: Callable[[], Any], rounds: int) -> None:
    """Batches with old events and the removal of versions take turns, by clocks that also go back."""
    dice, remembered = random.Random(f"{type} {hard_deletes}"), Remembered(hard_deletes)
    config = {"hard_deletes": hard_deletes}
    late = removed = today = 0
    for number in range(rounds):
        batch = random_events(dice, range(max(0, 8 * number - 15), 8 * number + 10), 60)
        write(project, batch, format, type, **config)
        today = max(today, 8 * number + 10)
        project.clock = str(day(8 * number + 10))
        done = project.run()["kept"]
        found = remembered.take(batch)
        assert done["rows_ignored_late"] == found
        assert stored(project, format, hard_deletes == "new_record") == expected(remembered), number
        # the clock of a run that removes can be a little earlier than that of the last commit, whose time counts then
        gone = remembered.expire(today)
        assert expire(project, today - dice.choice([0, 0, 0.02]), said) == gone
        assert stored(project, format, hard_deletes == "new_record") == expected(remembered), number
        late, removed = late + found, removed + gone
    assert late and removed


@pytest.mark.parametrize("format", FORMATS)
def test_closed_versions_are_removed_after_a_while(
    warm_project: Project, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    check(warm_project, format, "timestamp", "invalidate", capsys.readouterr, 3)


@pytest.mark.extended
@pytest.mark.parametrize("hard_deletes", ["invalidate", "new_record", "ignore"])
@pytest.mark.parametrize("type", ["timestamp", "date", "timestamp_ntz"])
@pytest.mark.parametrize("format", FORMATS)
def test_removal_with_every_type_and_delete(
    warm_project: Project, capsys: pytest.CaptureFixture[str], format: str, type: str, hard_deletes: str
) -> None:
    check(warm_project, format, type, hard_deletes, capsys.readouterr, ROUNDS)


@pytest.mark.extended
def test_orders_and_cuts_of_events_after_the_horizon(warm_project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Once versions are removed, all orders and cuts of newer events still give one table."""
    project, dice = warm_project, random.Random(3)
    old, new = random_events(dice, range(0, 20), 150), random_events(dice, range(21, 40), 150)
    remembered = Remembered("invalidate")
    remembered.take(old)
    assert remembered.expire(30)
    remembered.take(new)
    for order in range(4):
        dice.shuffle(new)
        cuts = sorted(dice.sample(range(len(new)), order))
        project.clock = str(day(30))
        write(project, old, "iceberg", "timestamp")
        project.run("--full-refresh")
        expire(project, 30, capsys.readouterr)
        for a, b in zip([0, *cuts], [*cuts, len(new)], strict=True):
            write(project, new[a:b], "iceberg", "timestamp")
            assert project.run()["kept"]["rows_ignored_late"] == 0
        assert stored(project, "iceberg", False) == expected(remembered)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "stopped", [pytest.param("rows", marks=pytest.mark.extended), pytest.param("set tblproperties")]
)
def test_the_horizon_after_a_removal_that_was_stopped(
    warm_project: Project, capsys: pytest.CaptureFixture[str], format: str, stopped: str
) -> None:
    """The versions go with the horizon, before or after the stop, and neither a clock nor an option moves it back."""
    project = warm_project

    def horizon() -> str | None:
        return project.last_commit(f"{{{format}}}.kept").get("tablestore.horizon")

    events = [Event(1, 1, 0, "a", None, "+U"), Event(1, 5, 0, "b", None, "+U"), Event(1, 25, 0, "c", None, "+U")]
    write(project, events, format, "timestamp")
    project.clock = str(day(30))
    project.run()
    with overlaps.stopped_before(stopped):
        assert not project.dbt("run-operation", "expire_state", "--args", "{select: kept}").success
    assert expire(project, 30, capsys.readouterr) == (1 if stopped == "rows" else 0)
    assert [row[4] for row in stored(project, format, False)] == [5, 25]
    assert horizon() == "2026-01-21 00:00:00.000000+00:00"
    project.succeed("run-operation", "show_merge_sql", "--args", "{model: kept}")
    assert f"_first <= timestamp '{horizon()}'" in capsys.readouterr().out

    # a key that is new has versions on both sides of the later horizon of a longer time
    more = [Event(2, number, 0, "ab"[number % 2], None, "+U") for number in (1, 2, 10)]
    write(project, [*more, events[0]], format, "timestamp", versions_retained="25 d")
    assert project.run()["kept"]["rows_ignored_late"] == 1
    assert expire(project, 29.98, capsys.readouterr) == 1
    assert horizon() == "2026-01-21 00:00:00.000000+00:00"
    project.run("--full-refresh")
    assert horizon() is None


@pytest.mark.parametrize("format", FORMATS)
def test_readers_of_a_history_around_a_removal(
    warm_project: Project, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    """No change tells of a removal: views read the history anew, and operators go on with the versions of changes."""
    project = warm_project

    def run_with(*events: Event) -> None:
        write(project, events, format, "timestamp", changelog_producer="lookup")
        project.run("--select", "kept", "seen", "counted")

    def counts(table: str) -> list[tuple[Any, ...]]:
        return project.rows(f"select id, n from {{{format}}}.{table}")

    count = "select id, count(*) as n from {{ ref('kept') }} group by id"
    project.write(
        "models/seen.sql", f"{{{{ config(materialized='materialized_view', file_format='{format}') }}}}{count}"
    )
    project.write(
        "models/counted.sql",
        f"{{{{ config(materialized='incremental', primary_key='id', changelog_producer='input', file_format='{format}')"
        " }} select id, n, _row_kind from {{ tablestore.changelog_aggregate(ref('kept'), 'id', {'n': 'count(*)'}) }}",
    )
    project.clock = str(day(30))
    first, last = Event(1, 1, 0, "a", None, "+U"), Event(1, 25, 0, "c", None, "+U")
    run_with(first, Event(1, 5, 0, "b", None, "+U"), last)
    assert expire(project, 30, capsys.readouterr) == 1
    run_with(last)
    assert counts("seen") == [(1, 2)]
    run_with(Event(1, 27, 0, "d", None, "+U"))
    assert counts("seen") == [(1, 3)]
    changes = f"select _row_kind, n from {{{format}}}.counted__changelog where _commit > 1"
    assert counts("counted") == [(1, 4)] and project.rows(changes) == [("+U", 4), ("-U", 3)]
    project.run("--full-refresh", "--select", "counted")
    assert counts("counted") == [(1, 4)]
    project.write(
        "models/then.sql",
        "{{ config(materialized='table') }} select id from "
        "{{ tablestore.changelog(ref('kept'), scan='as-of', commit=1) }}",
    )
    assert "commit 2 has removed old versions (versions_retained), so" in project.error("--select", "then")
