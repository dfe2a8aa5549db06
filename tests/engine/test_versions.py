"""Histories of versions (`scd_type: 2`) through `dbt run`, compared with plain Python."""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from formats import FORMATS
from harness import call
from project import Project
from version_answers import CUTS, Event, cases_of, known, of_all_cases, versions

PAGE = Path(__file__).parents[2] / "docs" / "history.md"
# Two columns have names that the queries use inside.
COLUMNS = "id int, at int, _number int, name string, _values string, _row_kind string"
STORED = "id, _number, name, _values, dbt_updated_at, dbt_valid_from, dbt_valid_to"
SETS = int(os.environ.get("HISTORY_SETS", "50"))
MODELS: dict[str, dict[str, Any]] = {
    "closed": {"sequence_field": ["at", "_number"], "changelog_producer": "lookup"},
    "recorded": {
        "sequence_field": ["at", "_number"], "hard_deletes": "new_record", "track_history": ["name"],
    },
    "kept": {
        "sequence_field": ["at", "_number"], "hard_deletes": "ignore", "track_history": {"except": ["_values"]},
        "dbt_valid_to_current": "999", "snapshot_meta_column_names": {"dbt_valid_to": "until"},
    },
}  # fmt: skip


def random_events(dice: random.Random, keys: int) -> list[Event]:
    """Up to eight events per key at few times, with values that are often equal and sometimes null."""
    made = []
    for key in range(keys):
        for _ in range(dice.randint(1, 8)):
            values = [dice.choice(["a", "a", "b", None]) for _ in range(2)]
            kind = dice.choice(["+I", "+U", "+U", "+U", "-U", "-D"])
            made.append(Event(key, dice.randint(0, 5), dice.choice([0, 0, 1]), *values, kind))
    return made


def write(project: Project, name: str, events: list[Event], format: str = "iceberg", **config: Any) -> None:
    rows = [(event.key, event.at, event.order, event.name, event.city, event.kind) for event in events]
    options = {"primary_key": "id", "scd_type": 2, "file_format": format} | config
    project.model(name, COLUMNS, rows, **options)


def expected(name: str, events: list[Event]) -> list[tuple[Any, ...]]:
    config = MODELS[name]
    tracked = ["name"] if "track_history" in config else ["name", "city"]
    rows: list[tuple[Any, ...]] = []
    for made in versions(events, tracked, config.get("hard_deletes", "invalidate")):
        to = 999 if name == "kept" and made.valid_to is None else made.valid_to
        deleted = (str(made.is_deleted),) if name == "recorded" else ()
        rows.append((*made[:6], to, *deleted))
    return sorted(rows, key=repr)


def stored(project: Project, name: str, format: str = "iceberg") -> list[tuple[Any, ...]]:
    columns = STORED.replace("dbt_valid_to", "until") if name == "kept" else STORED
    columns += ", dbt_is_deleted" if name == "recorded" else ""
    return project.rows(f"select {columns} from {{{format}}}.{name}")


RENAMED = {
    "dbt_valid_from": "since", "dbt_valid_to": "until", "dbt_system_from": "known_from", "dbt_system_to": "known_to",
}  # fmt: skip


def renamed(columns: str, names: dict[str, str]) -> str:
    return re.sub(r"dbt_\w+", lambda found: names.get(found[0], found[0]), columns)


def named_cases() -> list[list[Event]]:
    """What dbt's snapshots lose or damage, by the numbers of the issues of dbt-core, in two batches.

    3878 and 8760: several versions of a key in one run. 7138: a row that is older than the last version.
    """
    first = [
        Event(3878, 1, 0, "new", None, "+I"), Event(3878, 2, 0, "paid", None, "+U"),
        Event(3878, 3, 0, "sent", None, "+U"),
        Event(8760, 5, 0, "b", None, "+U"), Event(8760, 4, 0, "a", None, "+I"), Event(8760, 6, 0, "b", None, "-D"),
        Event(7138, 1, 0, "a", None, "+I"), Event(7138, 9, 0, "c", None, "+U"),
    ]  # fmt: skip
    return [first, [Event(3878, 4, 0, "back", None, "+U"), Event(7138, 5, 0, "b", None, "+U")]]


NAMED_ROWS = {
    3878: [("back", 4, None), ("new", 1, 2), ("paid", 2, 3), ("sent", 3, 4)],
    8760: [("a", 4, 5), ("b", 5, 6)],
    7138: [("a", 1, 5), ("b", 5, 9), ("c", 9, None)],
}


@pytest.mark.parametrize("format", FORMATS)
def test_events_in_any_order_and_any_batches(warm_project: Project, format: str) -> None:
    """Each key is a random case; some events come twice."""
    project, dice = warm_project, random.Random(7)
    events, named = random_events(dice, 1000), named_cases()
    dice.shuffle(events)
    for number, batch in enumerate([events[:2500] + named[0], events[2300:] + named[1]]):
        seen = [*events, *named[0], *named[1]] if number else batch
        write(project, "closed", batch, format, **MODELS["closed"])
        project.run()
        assert stored(project, "closed", format) == expected("closed", seen)
    for case, rows in NAMED_ROWS.items():
        columns = "name, dbt_valid_from, dbt_valid_to"
        assert project.rows(f"select {columns} from {{{format}}}.closed where id = {case}") == rows

    changes: Counter[Any] = Counter()
    for *row, kind in project.rows(f"select {STORED}, _row_kind from {{{format}}}.closed__changelog"):
        changes[tuple(row)] += 1 if kind in ("+I", "+U") else -1
    assert sorted(changes.elements(), key=repr) == stored(project, "closed", format)
    assert min(changes.values()) == 0

    write(project, "recorded", seen, format, **MODELS["recorded"])
    project.run("--select", "recorded")
    assert stored(project, "recorded", format) == expected("recorded", seen)
    rows = [(1, None, 0, "a", "a", "+I"), (2, 1, 0, "a", "a", "zz")]
    project.model("closed", COLUMNS, rows, primary_key="id", scd_type=2, file_format=format, **MODELS["closed"])
    message = project.error("--select", "closed")
    assert "sequence field at is null, so it is not known from when the row is valid: 1 row," in message
    assert "row kind ZZ is not one of +I, -U, +U, -D: 1 row," in message
    times = [(1, 4, "+I"), (2, 5, "+I"), (3, 6, "-D"), (4, 3, "+I"), (4, 6, "-D")]
    rows = [Event(key, at, 0, "a", None, kind) for key, at, kind in times]
    write(project, "ended", rows, format, sequence_field=["at", "_number"], dbt_valid_to_current="5")
    message = project.error("--select", "ended")
    assert "the time of an event is not before dbt_valid_to_current (5), until which" in message
    assert re.search("dbt_valid_to_current .*: 3 rows,", message), message
    write(project, "closed", [], format, **MODELS["closed"], dbt_valid_to_current="at + 1")
    assert "'dbt_valid_to_current' is 'at + 1', which has no value of type int" in project.error("--select", "closed")
    assert stored(project, "closed", format) == expected("closed", seen)


def test_the_page_from_a_message_to_a_history(warm_project: Project) -> None:
    """The model, the message and the rows of docs/history.md; the messages come in two runs, the last ones first."""
    project, page = warm_project, PAGE.read_text()
    model, message = re.findall(r"```(?:sql|json)\n(.*?)```", page, re.DOTALL)[:2]
    table = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| Ada")]
    update = json.loads(message)
    born = {
        "op": "c",
        "after": update["before"],
        "source": update["source"] | {"ts_ms": 1767258000000, "lsn": 24023000},
    }
    gone = {
        "op": "d",
        "before": update["after"],
        "source": update["source"] | {"ts_ms": 1769934600000, "lsn": 24024000},
    }
    catalog, schema = project._named("{iceberg}").split(".")
    source = {"name": "kafka", "database": catalog, "schema": schema, "tables": [{"name": "customers"}]}
    project.write("models/kafka.yml", {"sources": [source]})
    project.write("models/history.sql", model)
    then = "tablestore.as_of(ref('history'), '2026-01-05 10:00:00Z')"
    project.write("models/then.sql", f"{{{{ config(materialized='table') }}}} select * from {{{{ {then} }}}}")
    project.rows("create schema if not exists {iceberg}")
    project.rows("create table {iceberg}.customers (value string) using iceberg")
    at = "date_format(convert_timezone('UTC', {0}), 'yyyy-MM-dd HH:mm:ss')"
    columns = f"name, city, {at.format('dbt_valid_from::timestamp_ntz')}, {at.format('dbt_valid_to::timestamp_ntz')}"
    for batch in ([gone, update], [born, update]):
        values = ", ".join("('" + json.dumps(message).replace("{", "{{").replace("}", "}}") + "')" for message in batch)
        project.rows(f"insert into {{iceberg}}.customers values {values}")
        project.run()
    assert [list(row) for row in project.ordered(f"select {columns} from {{iceberg}}.history order by 3")] == table
    assert project.rows("select city from {iceberg}.then") == [("Oslo",)]


def test_the_page_with_corrections_of_one_time(warm_project: Project) -> None:
    """Without the commit in the order, Rome would stay the current version: it is larger than Oslo.

    That is so by the time of the row and by that of the commit. A dump has no time of a delete, but its commit has.
    """
    project, told = warm_project, "reads deletes of "
    for name, part in {"history": "changed_in", "seen": "seen_in"}.items():
        (text,) = [block for block in re.findall(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL) if part in block]
        project.write(f"models/{name}.sql", text)
    project.clock = "2026-01-20 12:00:00"

    def run(*row: Any) -> None:
        config = {"primary_key": "id", "input": "full", "changelog_producer": "lookup"}
        project.model("customers", "id int, city string, changed_at int", [row], **config)
        project.run()

    for city in ("Rome", "Oslo", "Bern"):
        run(7, city, 10)
        for name in ("history", "seen"):
            assert project.rows(f"select city from {{iceberg}}.{name} where dbt_valid_to is null") == [(city,)]
    run(7, "Rome", 20)
    run(7, "Oslo", 30)
    versions = project.rows("select dbt_valid_from, dbt_valid_to, city from {iceberg}.history")
    assert versions == [(10, 20, "Bern"), (20, 30, "Rome"), (30, None, "Oslo")]
    assert not [text for text in project.said if told in text]
    project.clock = "2026-01-21 12:00:00"
    run(8, "Rome", 40)
    ended = "select city, day(dbt_valid_from), day(dbt_valid_to) from {iceberg}.seen where id = 7"
    assert project.rows(ended) == [("Oslo", 20, 21)]
    (warning,) = [text for text in project.said if told in text]
    assert "model 'history' reads deletes of " in warning and "sequence_field=['seen_at', 'seen_in']" in warning


def test_a_time_whose_changes_are_not_in_the_changelog(warm_project: Project) -> None:
    """The changelog lacks the row of the time 2, so the row before the next change is no end of a version."""
    project, config = warm_project, {"primary_key": "id", "sequence_field": "at", "changelog_producer": "lookup"}
    config |= {"changelog_producer_row_deduplicate": True}
    config |= {"changelog_producer_row_deduplicate_ignore_fields": "at"}
    history = """{{ config(materialized='incremental', primary_key='id', scd_type=2, sequence_field='at'%s) }}
        select * from {{ tablestore.changelog(ref('towns')) }}"""
    project.model("towns", "id int, city string, at int", [(1, "Rome", 1)], **config)
    project.write("models/told.sql", history % "")
    message = project.error()
    assert (
        "model 'told'; nothing was written" in message
        and "its events are ordered by 'at', and the changelog of" in message
    )
    assert "write ignore_update_before=true" in message
    project.write("models/told.sql", history % ", ignore_update_before=true")
    for city, at in (("Rome", 1), ("Rome", 2), ("Oslo", 3)):
        project.model("towns", "id int, city string, at int", [(1, city, at)], **config)
        project.run()
    rows = project.rows("select city, dbt_valid_from, dbt_valid_to from {iceberg}.told")
    assert rows == [("Oslo", 3, None), ("Rome", 1, 3)]


def test_ids_of_versions_differ(spark: SparkSession) -> None:
    """Each key and each time has another one, the same in all sessions."""
    columns = [{"quoted": name, "type": "string"} for name in ("a", "b")]
    scd_id = call("_scd_id", {"key_columns": columns, "at": {"quoted": "at", "type": "timestamp"}})
    keys = (
        "('a|', 'b'), ('a', '|b'), ('a', null), ('a', ''), (null, 'a'), ('', 'a'), ('a\", \"b', 'c'), ('a', 'b\", \"c')"
    )
    times = "explode(array(timestamp'2026-10-25 00:30:00Z', timestamp'2026-10-25 01:30:00Z')) as _from"
    query = f"select {scd_id} from (select struct(a, b) as _key, {times} from values {keys} as t(a, b))"
    found = []
    zone = spark.conf.get("spark.sql.session.timeZone")
    try:
        for name in ("Europe/Berlin", "UTC"):
            spark.conf.set("spark.sql.session.timeZone", name)
            found.append({row[0] for row in spark.sql(query).collect()})
    finally:
        spark.conf.set("spark.sql.session.timeZone", zone)
    assert len(found[0]) == 16 and found[0] == found[1]
    columns[0]["type"] = "binary"
    scd_id = call("_scd_id", {"key_columns": columns, "at": {"quoted": "at", "type": "int"}})
    keys = "(X'80', 'b'), (X'81', 'b'), (X'C3', 'b'), (X'', 'b'), (null, 'b')"
    query = f"select {scd_id} from (select struct(a, b) as _key, 1 as _from from values {keys} as t(a, b))"
    assert len({row[0] for row in spark.sql(query).collect()}) == 5


@pytest.mark.parametrize("format", FORMATS)
def test_a_table_of_a_snapshot_goes_on_as_a_history(warm_project: Project, format: str) -> None:
    """A closed version whose end is not the begin of another one was deleted then."""
    project, later = warm_project, [Event(1, 2, 0, "late", None, "+U"), Event(2, 6, 0, "back", None, "+U")]
    schema = f"{{{format}}}"
    project.rows(f"create schema if not exists {schema}")
    columns = "id, at, _number, name, _values, dbt_scd_id, dbt_updated_at, dbt_valid_from, dbt_valid_to"
    values = (
        "(1, 1, 0, 'a', null, 'x', 1, 1, 3), (1, 3, 0, 'b', null, 'y', 3, 3, null), (2, 1, 0, 'a', null, 'z', 1, 1, 4)"
    )
    snapshot = f"select * except (_values), cast(_values as string) as _values from values {values} as t ({columns})"
    project.rows(f"create table {schema}.adopted using {format} as select {columns} from ({snapshot})")
    write(project, "adopted", later, format, sequence_field=["at", "_number"])
    project.run()
    told = [Event(1, 1, 0, "a", None, "+I"), Event(1, 3, 0, "b", None, "+U"), Event(2, 1, 0, "a", None, "+I")]
    told += [Event(2, 4, 0, None, None, "-D"), *later]
    assert stored(project, "adopted", format) == sorted((row[:7] for row in versions(told)), key=repr)
    assert ("x",) in project.rows(f"select dbt_scd_id from {schema}.adopted")
    project.rows(f"create table {schema}.plain using {format} as select 1 as id, 1 as at, 0 as _number, 'a' as name")
    write(project, "plain", later, format, sequence_field=["at", "_number"])
    assert "the existing table has no column 'dbt_valid_from', so its rows are not versions" in project.error()
    for name, added in (("recorded", "'False' as dbt_is_deleted"), ("wider", "1 as more")):
        project.rows(f"create table {schema}.{name} using {format} as select {columns}, {added} from ({snapshot})")
        write(project, name, later, format, sequence_field=["at", "_number"])
    message = project.error("--select", "recorded", "wider")
    assert "the existing table has the column 'dbt_is_deleted'" in message and "hard_deletes='new_record'" in message
    assert "column 'more' of the table is not in the SELECT" in message
    for name in ("recorded", "wider"):
        assert "_events" not in [row[0] for row in project.rows(f"describe {schema}.{name}")]


def check_what_was_known(
    patch: pytest.MonkeyPatch, project: Project, format: str, batches: list[list[Event]], **config: Any
) -> list[str]:
    """Runs a model with the times of commits once per batch, and returns these times."""
    config = {"sequence_field": ["at", "_number"], "system_time": True, "changelog_producer": "lookup"} | config
    deleted = ", dbt_is_deleted" if config.get("hard_deletes") == "new_record" else ""
    options = (("name", "city"), config.get("hard_deletes", "invalidate"))
    times: list[str] = []
    for number, batch in enumerate(batches):
        write(project, "known", batch, format, **config)
        # clocks can stand still and go back
        clock = ["2026-01-05 00:00:00", "2026-01-05 00:00:00", "2026-01-04 00:00:00"][number % 3]
        patch.setenv("DBT_TABLESTORE_CLOCK", clock)
        project.run("--select", "known")
        times = [time for (time,) in project.ordered(
            f"select string(committed_at) from {{{format}}}.known__commits order by commit"
        )]  # fmt: skip
        assert sorted(set(times)) == times
    columns = f"{STORED}{deleted}, at, string(dbt_system_from), string(dbt_system_to)"
    columns = renamed(columns, config.get("snapshot_meta_column_names", {}))
    found = project.rows(f"select {columns} from {{{format}}}.known")
    commits = [(times[min(number, len(times) - 1)], batch) for number, batch in enumerate(batches)]
    rows = [
        (*version[:7], *([str(version.is_deleted)] if deleted else []), version.at, since, until)
        for version, since, until in known(commits, *options)
    ]
    assert found == sorted(rows, key=repr)
    return times


def test_what_was_known_when(warm_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a commit has replaced stays; the last batch has come before, and changes nothing."""
    project, dice = warm_project, random.Random(5)
    events, named = random_events(dice, 100), named_cases()
    dice.shuffle(events)
    batches = [events[:200] + named[0], events[150:] + named[1], events[:100]]
    times = check_what_was_known(monkeypatch, project, "iceberg", batches, snapshot_meta_column_names=RENAMED)
    assert len(times) == 2

    changes: Counter[Any] = Counter()
    columns = renamed(f"{STORED}, string(dbt_system_from), string(dbt_system_to)", RENAMED)
    for *row, kind in project.rows(f"select {columns}, _row_kind from {{iceberg}}.known__changelog"):
        changes[tuple(row)] += 1 if kind in ("+I", "+U") else -1
    assert sorted(changes.elements(), key=repr) == project.rows(f"select {columns} from {{iceberg}}.known")

    then, now = f"tablestore.as_of(ref('known'), 3, system_time='{times[0]}')", "tablestore.as_of(ref('known'), 3)"
    items = "id, name, _values"
    project.write(
        "models/seen.sql",
        f"{{{{ config(materialized='table') }}}} select 'then' as w, {items} from {{{{ {then} }}}}\n"
        f"union all select 'now', {items} from {{{{ {now} }}}}",
    )
    project.run("--select", "seen")
    expected_rows = []
    for word, seen in (("then", batches[0]), ("now", batches[0] + batches[1])):
        for made in versions(seen):
            if made.valid_from <= 3 and (made.valid_to is None or made.valid_to > 3):
                expected_rows.append((word, made.key, made.name, made.city))
    assert project.rows(f"select w, {items} from {{iceberg}}.seen") == sorted(expected_rows, key=repr)

    message = project.error("--select", "known", "--full-refresh")
    assert "has system_time, and a full refresh would lose what 2 commits have replaced" in message


def test_a_clock_without_a_zone_is_that_of_its_session(
    warm_project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """14:00 in Tokyo is before 12:00 in UTC, so the second commit comes just after the first one."""
    project = warm_project
    for zone, clock, name in (("UTC", "2026-01-05 12:00:00", "a"), ("Asia/Tokyo", "2026-01-05 14:00:00", "b")):
        project.target["spark_config"] = project.target["spark_config"] | {"spark.sql.session.timeZone": zone}
        project.clock = clock
        write(project, "known", [Event(1, 1, 0, name, None, "+I")], sequence_field=["at", "_number"], system_time=True)
        project.run("--select", "known")
    rows = project.rows("select name, string(dbt_system_from), string(dbt_system_to) from {iceberg}.known")
    times = [time for (time,) in project.rows("select string(committed_at) from {iceberg}.known__commits")]
    assert times == ["2026-01-05 12:00:00", "2026-01-05 12:00:00.000001"]
    assert rows == [("a", *times), ("b", times[1], None)]
    project.succeed("run-operation", "show_merge_sql", "--args", "{model: known}")
    assert "timestamp '2026-01-05 12:00:00.000002+00:00' as `dbt_system_from`" in capsys.readouterr().out


def test_each_time_without_a_zone_has_one_version(warm_project: Project) -> None:
    """Also those of the hour that the clocks of the session's zone leave out, which begin and end versions."""
    project = warm_project
    project.target["spark_config"] = project.target["spark_config"] | {"spark.sql.session.timeZone": "Europe/Berlin"}
    rows = [(1, f"2026-03-29 {time}:00", name) for time, name in (("01:00", "a"), ("02:30", "b"), ("03:10", "c"))]
    project.model("plain", "id int, at timestamp_ntz, name string", rows, primary_key="id", scd_type=2,
                  sequence_field="at")  # fmt: skip
    times = {"02:45": "b", "03:05": "b", "03:20": "c", "03:20:00+02:00": "c", "01:05:00Z": "b"}
    for number, time in enumerate(times):
        for name, read in {"model": "ref('plain')", "query": "'select * from ' ~ ref('plain')"}.items():
            query = f"{{{{ tablestore.as_of({read}, '2026-03-29 {time}') }}}}"
            if name == "model" or not time.endswith(("Z", ":00+02:00")):  # the types of a query are not known
                project.write(
                    f"models/{name}_{number}.sql", f"{{{{ config(materialized='table') }}}} select * from {query}"
                )
    project.run()
    for number, (time, expected_name) in enumerate(times.items()):
        for model in ("model", "query"):
            if (project.folder / f"models/{model}_{number}.sql").is_file():
                found = project.rows(f"select name from {{iceberg}}.{model}_{number}")
                assert found == [(expected_name,)], (model, time)


@pytest.mark.extended
@pytest.mark.parametrize("hard_deletes", ["invalidate", "new_record", "ignore"])
@pytest.mark.parametrize("format", FORMATS)
def test_what_was_known_after_many_cuts(
    warm_project: Project, monkeypatch: pytest.MonkeyPatch, format: str, hard_deletes: str
) -> None:
    project, dice = warm_project, random.Random(13)
    events = random_events(dice, 500)
    dice.shuffle(events)
    cuts = sorted(dice.sample(range(len(events)), 6))
    batches = [events[a:b] for a, b in zip([0, *cuts], [*cuts, len(events)], strict=True)]
    check_what_was_known(monkeypatch, project, format, batches, hard_deletes=hard_deletes)


@pytest.mark.extended
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("format", FORMATS)
def test_every_order_and_cut(warm_project: Project, spark: SparkSession, format: str, name: str) -> None:
    """Random sets of events in twenty orders, each cut into one to five batches: all give the same versions.

    All cases are in one table, so that a run has a batch of each. `make histories` has 1,000 sets.
    """
    project, dice = warm_project, random.Random(f"{name} {SETS}")
    events, schema = random_events(dice, SETS), project.schema
    rows = [(batch, *(event.key, event.at, event.order, event.name, event.city, event.kind))
            for batch, event in cases_of(dice, events)]  # fmt: skip
    spark.createDataFrame(rows, f"batch int, {COLUMNS}").createOrReplaceGlobalTempView(f"{schema}_events")
    for batch in range(CUTS + 1):
        write(project, name, [], format, **MODELS[name])
        names = ", ".join(column.split()[0] for column in COLUMNS.split(", "))
        spark.sql(
            f"create or replace global temporary view {schema}__{name} as "
            f"select {names} from global_temp.{schema}_events where batch = {batch}"
        )
        done = project.run()
    assert done[name]["rows_in_batch"] == 0, "events that come again change nothing"

    columns = STORED.replace("dbt_valid_to", "until") if name == "kept" else STORED
    columns, deleted = (f"{columns}, dbt_is_deleted", ", deleted string") if name == "recorded" else (columns, "")
    types = f"id int, _number int, name string, _values string, updated_at int, valid_from int, valid_to int{deleted}"
    of_cases = of_all_cases(spark.createDataFrame(expected(name, events), types))
    found = spark.sql(project._named(f"select {columns} from {{{format}}}.{name}"))
    for one, other in ((found, of_cases), (of_cases, found)):
        assert one.exceptAll(other).orderBy("id").limit(5).collect() == []
