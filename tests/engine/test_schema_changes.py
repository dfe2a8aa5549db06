"""Changes of column types with `on_schema_change: sync_all_columns`, completely or not at all."""

from __future__ import annotations

import re
from typing import Any

import pytest

import overlaps
from formats import FORMATS
from project import Project

KINDS = {"keyed": {"primary_key": "k"}, "merged": {"unique_key": "k"}}
PLACES = [f"{{{format}}}.{kind}_{format}" for format in FORMATS for kind in KINDS]


def models(project: Project, columns: str, rows: list[tuple[Any, ...]]) -> None:
    """A keyed model and one with a unique_key, per format."""
    for format in FORMATS:
        for kind, config in KINDS.items():
            config = {"on_schema_change": "sync_all_columns", "file_format": format} | config
            project.model(f"{kind}_{format}", columns, rows, **config)


def types(project: Project, place: str) -> list[str]:
    return [f"{row[0]} {row[1]}" for row in project.ordered(f"describe {place}")]


@pytest.mark.extended
def test_a_killed_change_of_a_type_loses_no_column(project: Project) -> None:
    """First before the old column is dropped, then after it."""
    models(project, "k int, v int, w int", [(1, 5, 7), (2, 6, 8)])
    project.run()
    models(project, "k int, v string, w int", [(1, "x", 9)])
    for statement in ("drop columns (`v`)", "rename column"):
        with overlaps.stopped_before(statement):
            assert project.error().count("stopped before") == len(PLACES)
    project.run()
    for place in PLACES:
        assert project.rows(f"select k, v, w from {place}") == [(1, "x", 9), (2, "6", 8)]
        assert len(types(project, place)) == 3


def test_a_change_that_cannot_be_made_is_not_begun(project: Project) -> None:
    models(project, "k int, v string, w int", [(1, "x", 7)])
    project.run()
    models(project, "k int, v int, new int", [(1, 5, 9)])
    message = project.error()
    problem = "column 'v' is string in the table and int in the SELECT: the value 'x' cannot be cast"
    assert message.count(problem) == len(PLACES)
    for place in PLACES:
        assert f"dbt run --full-refresh --select {place.partition('.')[2]}" in message
        assert types(project, place) == ["k int", "v string", "w int"]
        assert project.rows(f"select * from {place}") == [(1, "x", 7)]


def test_sequences_that_an_adopted_table_gets_with_its_first_commit(project: Project, format: str) -> None:
    """The snapshot before the commit has no such column, with which late rows are counted."""
    project.model("t", "k int, a int", [(1, 5), (2, 5)], materialized="table", file_format=format)
    project.model("u", "k int", [(1,), (2,)], materialized="table", file_format=format)
    project.run()
    config = {"primary_key": "k", "on_schema_change": "append_new_columns", "file_format": format}
    rows = [(1, 4, 9, "+U"), (2, 6, 9, "+U"), (3, 9, 9, "-D")]
    columns = "k int, a int, b int, _row_kind string"
    project.model("t", columns, rows, sequence_field=["a", "b"], **config)
    project.model("u", columns, rows, sequence_field="b", **config)
    project.run()
    assert project.rows(f"select k, a, b from {{{format}}}.t") == [(1, 5, None), (2, 6, 9)]
    assert project.rows(f"select k, a, b from {{{format}}}.u") == [(1, 4, 9), (2, 6, 9)]
    counts = "rows_updated, rows_deleted, rows_unchanged, rows_ignored_late"
    assert project.rows(f"select {counts} from {{{format}}}.t__commits") == [(1, 0, 1, 1)]
    assert project.rows(f"select {counts} from {{{format}}}.u__commits") == [(2, 0, 1, 0)]


RENAMED: dict[str, dict[str, Any]] = {
    "deduplicate": {},
    "logged": {"changelog_producer": "lookup"},
    "partial-update": {},
    "aggregation": {"fields": {name: {"aggregate_function": "max"} for name in ("v", "state", "status")}},
    "first-row": {},
}


def test_a_column_with_a_new_name_keeps_its_values_until_the_table_has_the_name(project: Project) -> None:
    """The warning says what is stored without it, with every engine, and the statement in it is what helps."""

    def write(columns: str, rows: list[tuple[Any, ...]]) -> None:
        for name, config in RENAMED.items():
            engine = {} if name == "logged" else {"merge_engine": name}
            fields = {key: value for key, value in config.get("fields", {}).items() if key in columns}
            given = {**config, "fields": fields} if fields else config
            project.model(name.replace("-", "_"), columns, rows, **KINDS["keyed"], **engine, **given)

    write("k int, v int, state string", [(1, 1, "new"), (2, 1, "new")])
    project.run()
    write("k int, v int, status string", [(1, 2, "open"), (3, 2, "open")])
    project.said.clear()
    project.run()
    for name in RENAMED:
        table = name.replace("-", "_")
        first = name == "first-row"
        found = project.rows(f"select k, v, state from {{iceberg}}.{table}")
        assert found == [(1, 1 if first else 2, "new"), (2, 1, "new"), (3, 2, None)], name
        (said,) = [line for line in project.said if f"{table}: left out: status" in " ".join(line.split())]
        alter = re.search(r"(alter table \S+ rename column `state` to `status`)\. If", " ".join(said.split()))
        assert "updated rows keep their value: state" in " ".join(said.split()) and alter
        project.rows(alter[1])
    write("k int, v int, status string", [(1, 3, "paid"), (3, 3, "paid")])
    project.run()
    for name in RENAMED:
        found = project.rows(f"select k, status from {{iceberg}}.{name.replace('-', '_')}")
        assert found == [
            (1, "new" if name == "first-row" else "paid"),
            (2, "new"),
            (3, None if name == "first-row" else "paid"),
        ]


NEEDED: dict[str, tuple[list[dict[str, Any]], list[str], list[list[tuple[Any, ...]]], str]] = {
    "key": (
        [{}, {}],
        ["k string, v string", "k int, v string"],
        [[("1", "x"), ("01", "y")], [(1, "z")]],
        """column 'k' is string in the table and int in the SELECT: the keys {01} and {1} would become""",
    ),
    "moment": (
        [{"primary_key": "k, at"}] * 2,
        ["k int, at timestamp, v string", "k int, at date, v string"],
        [[(1, "2024-01-01 10:00:00.000001", "x"), (1, "2024-01-01 10:00:00.000002", "y")], [(1, "2024-01-01", "z")]],
        "column 'at' is timestamp in the table and date in the SELECT: the keys {1, 2024-01-01 10:00:00.000001} and "
        "{1, 2024-01-01 10:00:00.000002} would become equal",
    ),
    "sequence": (
        [{"sequence_field": "v"}] * 2,
        ["k int, v string", "k int, v int"],
        [[(1, "9")], [(1, 10)]],
        "column 'v' is string in the table and int in the SELECT: it orders the rows of a key",
    ),
    "retyped": (
        [{"cluster_by": ["v"]}] * 2,
        ["k int, v string", "k int, v date"],
        [[(1, "2024-01-01")], [(1, "2024-01-02")]],
        "column 'v' is string in the table and date in the SELECT: the table is ",
    ),
    "dropped": (
        [{"cluster_by": ["v"]}, {}],
        ["k int, v int", "k int"],
        [[(1, 5)], [(1,)]],
        "column 'v' of the table is not in the SELECT and cannot be dropped: the table is ",
    ),
}


def test_a_column_that_the_table_needs_as_it_is_does_not_change(project: Project) -> None:
    stored = {}
    for run in range(2):
        for name, (configs, columns, rows, _) in NEEDED.items():
            for format in FORMATS:
                config = {"primary_key": "k", "on_schema_change": "sync_all_columns", "file_format": format}
                project.model(f"{name}_{format}", columns[run], rows[run], **config | configs[run])
        if run == 0:
            project.run()
            tables = [f"{{{format}}}.{name}_{format}" for name in NEEDED for format in FORMATS]
            stored = {table: (types(project, table), project.rows(f"select * from {table}")) for table in tables}
    message = project.error()
    for *_, said in NEEDED.values():
        assert message.count(said) == len(FORMATS), message
    for table, before in stored.items():
        assert before == (types(project, table), project.rows(f"select * from {table}"))


def test_fields_of_structs_are_added_moved_and_dropped_in_place(project: Project) -> None:
    structs = {
        1: "named_struct('Aa', k, 'b', 2)",
        2: "named_struct('c', 3, 'b', 4, 'Aa', k, 'd', array(named_struct('E', 1)))",
    }
    for run, struct in structs.items():
        for format in FORMATS:
            for kind, config in KINDS.items():
                options = "".join(f", {name}='{value}'" for name, value in config.items())
                text = f"{{{{ config(materialized='incremental', on_schema_change='sync_all_columns'{options}"
                text += f", file_format='{format}') }}}}\nselect k, {struct} as s from values ({run}) as v (k)"
                project.write(f"models/{kind}_{format}.sql", text)
        project.run()
    for place in PLACES:
        assert types(project, place) == ["k int", "s struct<c:int,b:int,Aa:int,d:array<struct<E:int>>>"]
        rows = project.ordered(f"select s.Aa, s.b, s.c, s.d[0].E from {place} order by k")
        assert rows == [(1, 2, None, None), (2, 4, 3, 1)]


NAMES = ["a.b", "#", "%s", "é", "q`r", "k:l", "<", ">", "it''s"]
"""Names of fields; Delta takes no spaces, commas, semicolons, braces and equals signs."""


def test_any_field_of_any_name_is_written_added_and_dropped(project: Project) -> None:
    """Also the small integers that Iceberg stores as wider ones; a model that has not changed runs again."""
    names = {"iceberg": [*NAMES, "c,d", "x y", "{value}"], "delta": NAMES}
    values = "array(named_struct('tinyint', cast({k} as tinyint), 'm', map(cast(1 as smallint), cast({k} as tinyint))))"
    for run, (k, added) in enumerate([(1, []), (1, []), (2, ["new.1"]), (3, ["new.1", "new.2"])]):
        for format in FORMATS:
            drops = run == 3 and format == "iceberg"  # Delta drops no columns
            fields = [*(names[format][2:] if drops else names[format]), *added]
            struct = ", ".join(f"'{name}', {values.format(k=k)}" for name in fields)
            for kind, config in KINDS.items():
                options = {"on_schema_change": "sync_all_columns", "file_format": format} | config
                options |= {"changelog_producer": "lookup"} if kind == "keyed" else {}
                text = f"{{{{ config(materialized='incremental', **{options}) }}}}\n"
                project.write(f"models/{kind}_{format}.sql", f"{text}select {k} as k, named_struct({struct}) as s")
        project.run()
    for place in PLACES:
        rows = project.ordered(
            f"select k, s.`é`[0].tinyint, s.`q``r`[0].m[1], s.`new.2`[0].m[1] from {place} order by k"
        )
        assert rows == [(1, 1, 1, None), (2, 2, 2, None), (3, 3, 3, 3)]
        (kind,) = [row[1] for row in project.ordered(f"describe {place}") if row[0] == "s"]
        assert ("a.b" in kind) is ("delta" in place) and "%s:" in kind


ALTERED = {
    "renamed": ["rename column v to old", "add column v int"],
    "dropped": ["drop column v", "add column v int"],
    "swapped": ["rename column v to x", "rename column w to v", "rename column x to w"],
    "widened": ["alter column v type bigint", "rename column w to wide"],
}


@pytest.mark.skipif("iceberg" not in FORMATS, reason="of Delta, a change of columns is a version")
@pytest.mark.parametrize("name", ALTERED)
def test_a_first_reader_of_columns_that_have_changed_without_rows(warm_project: Project, name: str) -> None:
    """A snapshot has the columns of its time: what they are today, only their ids say."""
    project = warm_project
    rows = [(1, 5, 7), (2, 6, None)]
    project.model("keyed", "k int, v int, w int", rows, primary_key="k", changelog_producer="lookup")
    tables = project.plain_tables("k int, v int, w int", "(1, 5, 7), (2, 6, null)", ["iceberg"])
    project.run()
    config = "{{ config(materialized='incremental', primary_key='k', changelog_producer='lookup') }}"
    sources = {
        "keyed": "changelog(ref('keyed'))",
        "plain": "changelog_normalize(source('s_iceberg', 'plain_iceberg'), key='k')",
    }
    for kind, source in sources.items():
        table = project._named("{iceberg}.keyed") if kind == "keyed" else tables["iceberg"]
        for statement in ALTERED[name]:
            project.rows(f"alter table {table} {statement}")
        names = [row[0] for row in project.ordered(f"describe {table}")]
        project.write(
            f"models/reader_{kind}.sql",
            f"{config} select {', '.join(names)}, _row_kind from {{{{ tablestore.{source} }}}}",
        )
        project.run("--select", f"reader_{kind}")
        columns = ", ".join(sorted(names))
        assert project.rows(f"select {columns} from {{iceberg}}.reader_{kind}") == project.rows(
            f"select {columns} from {table}"
        )
    if name == "widened":  # the log has the values of `wide` as `w`, and whoever has not read them yet needs them
        before = project.last_commit("{iceberg}.keyed")["tablestore.changelog-start"]
        project.model("keyed", "k int, v bigint, wide int", [(1, 5, 8)], primary_key="k", changelog_producer="lookup")
        project.run("--select", "keyed")
        after = project.last_commit("{iceberg}.keyed")["tablestore.changelog-start"]
        assert (int(before), int(after)) == (0, 1)
        assert project.rows("select wide, _row_kind from {iceberg}.keyed__changelog") == [(7, "-U"), (8, "+U")]
    if name == "swapped":  # its readers have the values of `w` as `v`
        project.model("keyed", "k int, v int, w int", [(1, 7, 8)], primary_key="k", changelog_producer="lookup")
        project.run("--select", "keyed")
        said = "its changelog starts again, because its columns v, w were replaced after its last commit"
        assert any(said in text for text in project.said)
        logged = project.rows("select k, v, w, _row_kind from {iceberg}.keyed__changelog")
        assert logged == [(1, 7, 5, "-U"), (1, 7, 8, "+U")]


READER = """{{{{ config(materialized='incremental', primary_key='k', file_format='{0}') }}}}
select k, v, w, s.a as a, s.b as b, _row_kind from {{{{ tablestore.changelog(source('s_{0}', 'plain_{0}')) }}}}
"""
REPLACED = {
    "v": ["drop column v", "add column v int"],
    "v, w": ["rename column v to x", "rename column w to v", "rename column x to w"],
    "s": ["drop column s.b", "add column s.b int"],
}


@pytest.mark.parametrize("format", FORMATS)
def test_a_reader_is_told_of_columns_that_were_replaced(warm_project: Project, format: str) -> None:
    """A delete has the values of the new columns. After a rebuild the reader goes on, also before there are others."""
    project = warm_project
    project.write("models/reader.sql", READER.format(format))
    values = "(1, 5, 7, struct(1, 2)), (2, 6, null, null), (3, 7, 8, struct(1, 3))"
    table = project.plain_tables("k int, v int, w int, s struct<a: int, b: int>", values, [format])[format]
    if format == "delta":
        mapped = "'delta.columnMapping.mode' = 'name', 'delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5'"
        project.rows(f"alter table {table} set tblproperties ({mapped})")

    def follows(*arguments: str) -> None:
        project.run(*arguments)
        query = f"select k, v, w, s.a as a, s.b as b from {table}"
        assert project.rows(f"select * from {{{format}}}.reader") == project.rows(query)

    follows()
    project.rows(f"alter table {table} add columns (s.c int, y int)")
    project.rows(f"insert into {table} values (4, 9, 9, struct(1, 4, 5), 1)")
    follows()
    project.rows(f"alter table {table} drop column y")
    project.rows(f"insert into {table} values (5, 9, 9, struct(1, 5, 5))")
    follows()
    for key, (names, statements) in enumerate(REPLACED.items(), 1):
        for statement in statements:
            project.rows(f"alter table {table} {statement}")
        if names == "s":  # until then, the snapshot of an Iceberg table has the fields from before
            project.rows(f"update {table} set s = named_struct('a', k, 'c', k, 'b', k) where k = 4")
        said = " ".join(project.error().split())
        names = "s.b" if (names, format) == ("s", "iceberg") else names
        assert f"other columns have the names of those since then: {names}. Its changes" in said, said
        follows("--full-refresh")
        follows()
        project.rows(f"delete from {table} where k = {key}")
        follows()


def test_a_column_that_comes_back_has_lost_its_values_for_readers_too(project: Project) -> None:
    def write(columns: str, *rows: tuple[Any, ...], fails: bool = False) -> None:
        for format in ("iceberg", "delta"):
            config = {"on_schema_change": "sync_all_columns", "changelog_producer": "lookup", "file_format": format}
            project.model(f"orders_{format}", columns, list(rows), primary_key="id", **config)
        (project.fail if fails else project.succeed)("run", "--select", "orders_iceberg", "orders_delta")

    def read() -> tuple[str, list[tuple[Any, ...]]]:
        reason = project.run("--select", "seen")["seen"]["reason"]
        return reason, project.rows("select * from {delta}.seen")

    project.write(
        "models/seen.sql",
        "{{ config(materialized='materialized_view', file_format='delta', refresh_policy='incremental') }}\n"
        "select id, x from {{ ref('orders_delta') }}",
    )
    sums = "merge_engine='aggregation', fields={'v': {'aggregate_function': 'sum'}}"
    project.write(
        "models/sums.sql",
        f"{{{{ config(materialized='incremental', primary_key='k', {sums}) }}}}\n"
        "select 1 as k, x as v, _row_kind from {{ tablestore.changelog(ref('orders_iceberg')) }}",
    )
    write("id int, x int", (1, 10), (2, 20))
    assert read() == ("first run", [(1, 10), (2, 20)])
    project.run("--select", "sums")
    write("id int", (3,))
    write("id int, x int", (2, 7))
    assert sum("column x is back without the values that it had" in text for text in project.said) == 2
    assert read() == ("orders_delta no longer has the changes since the last refresh", [(1, None), (2, 7), (3, None)])
    assert "its changelog begins after commit" in project.error("--select", "sums")
    project.run("--select", "sums", "--full-refresh")
    write("id int, x int", (1, 5))
    project.run("--select", "sums")
    assert project.rows("select v from {iceberg}.sums") == [(12,)]
    assert read() == ("", [(1, 5), (2, 7), (3, None)])
    # a run drops the column, and then fails
    write("id int", (None,), fails=True)
    write("id int, x int", (2, 9))
    assert sum("column x is back without the values that it had" in text for text in project.said) == 4
    assert read()[1] == [(1, None), (2, 9), (3, None)]
    # the run itself replaces a column, so readers that have read everything go on
    project.run("--select", "sums", "--full-refresh")
    project.said.clear()
    write("id int, x string", (2, "4"))
    write("id int, x string", (3, "1"))
    assert not any("its changelog starts again" in text for text in project.said), project.said
    project.write("models/sums.sql", (project.folder / "models/sums.sql").read_text().replace(" x as", " int(x) as"))
    project.run("--select", "sums")
    assert project.rows("select v from {iceberg}.sums") == [(5,)]
