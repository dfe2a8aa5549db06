"""What a commit writes into the changelog and into the history."""

from __future__ import annotations

import time
from typing import Any

import pytest
from dbt.adapters.tablestore.spark import iceberg_tables

from formats import CATALOGS, FORMATS
from overlaps import before_statements, killed_before
from project import Project, alike, spark

COLUMNS = "id int, status string, at int, _row_kind string"
BATCHES: list[list[tuple[Any, ...]]] = [
    [(1, "a", 1, "+I"), (2, "a", 1, "+I"), (3, "a", 1, "+I")],
    [(1, "b", 2, "+U"), (2, "a", 2, "-D"), (3, "late", 0, "+U"), (4, "a", 1, "+I"), (5, "a", 1, "-D")],
    [(1, "b", 3, "+U"), (4, "a", 2, "-D"), (6, "a", 1, "+I")],
]
FIRST = [("+I", 1, "a", 1), ("+I", 2, "a", 1), ("+I", 3, "a", 1)]
SECOND = [
    *[("+I", 4, "a", 1), ("+U", 1, "b", 2), ("+U", 3, "a", 1)],
    *[("-D", 2, "a", 1), ("-U", 1, "a", 1), ("-U", 3, "a", 1)],
]
THIRD = [("+I", 6, "a", 1), ("+U", 1, "b", 3), ("-D", 4, "a", 1), ("-U", 1, "b", 2)]
ORDERS = f"{{{FORMATS[-1]}}}.orders_{FORMATS[-1]}"


def batch(project: Project, rows: list[tuple[Any, ...]], name: str = "orders", **config: Any) -> None:
    settings = {"primary_key": "id", "sequence_field": "at", "changelog_producer": "lookup"} | config
    for format in FORMATS:
        project.model(f"{name}_{format}", COLUMNS, rows, file_format=format, **settings)


def changes(project: Project, commit: int) -> list[tuple[Any, ...]]:
    """The changes of a commit."""
    query = "select _row_kind, id, status, at from {{{0}}}.orders_{0}__changelog where _commit = {1}"
    return alike([project.rows(query.format(format, commit)) for format in FORMATS])


def test_lookup_writes_the_row_before_and_the_row_after(project: Project) -> None:
    for rows in BATCHES:
        batch(project, rows)
        project.run()
    assert [changes(project, commit) for commit in (1, 2, 3)] == [FIRST, SECOND, THIRD]
    times = "count(distinct _committed_at), min(_committed_at) > timestamp '2020-01-01'"
    assert project.rows(f"select {times} from {ORDERS}__changelog") == [(3, True)]


def test_columns_of_a_changelog_that_move_before_changes_are_inserted(project: Project) -> None:
    """Two of one type change their places, so an insert by position would write each into the other."""
    batch(project, BATCHES[0])
    project.run()
    logs = [f"{CATALOGS[format]}.{project.schema}.orders_{format}__changelog" for format in FORMATS]
    fixed = list(logs)

    def change(statement: str) -> None:
        for log in fixed:
            if statement.startswith("insert into") and log in statement.replace("`", ""):
                fixed.remove(log)
                spark().sql(f"alter table {log} alter column at first")
                spark().sql(f"alter table {log} alter column id after status")

    batch(project, BATCHES[1])
    with before_statements(change):
        project.run()
    assert not fixed
    assert [spark().table(log).columns[:3] for log in logs] == [["at", "status", "id"] for _ in logs]
    batch(project, BATCHES[2])
    project.run()
    assert [changes(project, commit) for commit in (1, 2, 3)] == [FIRST, SECOND, THIRD]


def test_each_commit_is_in_the_history(project: Project) -> None:
    for rows in BATCHES[:2]:
        batch(project, rows, changelog_producer="none")
        project.run()
    names = "commit, rows_inserted, rows_updated, rows_deleted, rows_unchanged, rows_ignored_late, rows_in_batch"
    for format in FORMATS:
        rows = project.rows(f"select {names} from {{{format}}}.orders_{format}__commits")
        assert rows == [(1, 3, 0, 0, 0, 0, 3), (2, 1, 1, 1, 1, 1, 5)]
    project.run("--full-refresh")
    query = f"select count(*), count(distinct epoch), count(distinct invocation_id) from {ORDERS}__commits"
    assert project.rows(query) == [(3, 2, 3)]


def test_rows_that_first_row_drops_are_ignored_and_not_late(project: Project) -> None:
    project.model("first", "id int, v int", [(1, 1), (2, 1)], primary_key="id", merge_engine="first-row")
    project.run()
    # the history of an earlier release has no such count
    project.rows("alter table {iceberg}.first__commits drop column rows_ignored")
    project.forget("{iceberg}.first", "tablestore.history-columns")
    project.model("first", "id int, v int", [(1, 2), (3, 2)], primary_key="id", merge_engine="first-row")
    for rows_inserted, rows_ignored in ((1, 1), (0, 2)):
        response = project.run()["first"]
        assert (response["rows_inserted"], response["rows_ignored"]) == (rows_inserted, rows_ignored)
        assert response["rows_ignored_late"] == 0
    history = "select commit, rows_inserted, rows_ignored_late, rows_ignored from {iceberg}.first__commits"
    assert project.rows(history) == [(1, 2, 0, None), (2, 1, 0, 1), (3, 0, 0, 2)]


def test_row_deduplicate_leaves_out_rows_that_are_as_before(project: Project) -> None:
    ignoring = {"changelog_producer_row_deduplicate": True, "changelog_producer_row_deduplicate_ignore_fields": "at"}
    for rows in BATCHES:
        batch(project, rows, **ignoring)
        project.run()
    assert changes(project, 2) == [row for row in SECOND if row[1] != 3]
    assert changes(project, 3) == [row for row in THIRD if row[1] != 1]


def test_a_lone_update_before_is_in_the_changelog(project: Project) -> None:
    """Where only a delete removes the row, a -U changes no value; its key is in the batch all the same."""
    config = {"merge_engine": "partial-update", "partial_update_remove_record_on_delete": True}
    batches: list[list[tuple[Any, ...]]] = [
        [(1, "a", 5, "+I"), (2, "a", 5, "+I"), (3, "a", 5, "+I"), (4, "a", 5, "+I")],
        [(1, "x", 9, "-U"), (2, "x", 1, "-U"), (3, None, 6, "-U"), (3, "b", 7, "+U"), (7, "x", 1, "-U")],
        [(1, "b", 6, "+U"), (4, "a", 5, "-U"), (4, "a", 6, "-D"), (4, "a", 7, "-U")],
    ]
    for rows in batches:
        batch(project, rows, **config)
        project.run()
    same = [(kind, key, "a", 5) for kind in ("+U", "-U") for key in (1, 2)]
    assert changes(project, 2) == sorted([*same, ("-U", 3, "a", 5), ("+U", 3, "b", 7)], key=repr)
    assert changes(project, 3) == sorted([("-U", 1, "a", 5), ("+U", 1, "b", 6), ("-D", 4, "a", 5)], key=repr)


def test_input_is_the_batch_as_given(project: Project) -> None:
    for rows in BATCHES[:2]:
        batch(project, rows, changelog_producer="input")
        project.run()
    assert changes(project, 2) == sorted(((kind, *row) for *row, kind in BATCHES[1]), key=repr)
    batch(project, BATCHES[1], changelog_producer="input", ignore_delete=True)
    project.run()
    assert {row[0] for row in changes(project, 3)} == {"+I", "+U"}


def test_a_changelog_of_the_input_has_the_types_of_the_table(project: Project) -> None:
    """So that the next run goes on with it: text that is counted is 1, and a sum keeps its digits after the point."""
    config: dict[str, Any] = {"primary_key": "id", "merge_engine": "aggregation"}
    config |= {"fields": {"n": {"aggregate_function": "count"}, "w": {"aggregate_function": "sum"}}}

    def run(columns: str, rows: list[tuple[Any, ...]], **more: Any) -> None:
        for format in FORMATS:
            project.model(f"sums_{format}", columns, rows, **config, **more, file_format=format)
        project.run()

    run("id int, n string, w decimal(12,2)", [(1, "x", "0.50")])
    for rows in ([(1, "y", 2), (2, None, 1)], [(1, "z", 3)]):
        run("id int, n string, w int", rows, changelog_producer="input")
    for format in FORMATS:
        assert project.rows(f"select id, n, string(w) from {{{format}}}.sums_{format}") == [
            (1, 3, "5.50"),
            (2, 0, "1.00"),
        ]
        logged = f"select _commit, id, n, string(w) from {{{format}}}.sums_{format}__changelog"
        assert project.rows(logged) == [(2, 1, 1, "2.00"), (2, 2, None, "1.00"), (3, 1, 1, "3.00")]


@pytest.mark.skipif("delta" not in FORMATS, reason="Spark declares no defaults of Iceberg tables")
def test_columns_that_the_table_fills_are_in_the_select_of_a_changelog(project: Project) -> None:
    """MERGE writes their values, and the changelog would have others."""
    model: dict[str, Any] = {"primary_key": "id", "changelog_producer": "lookup", "file_format": "delta"}
    table = f"{CATALOGS['delta']}.{project.schema}.orders"
    for column in ("total int generated always as (v * 2)", "note string default 'x'", "none int default null"):
        spark().sql(f"drop table if exists {table}")
        spark().sql(f"create schema if not exists {CATALOGS['delta']}.{project.schema}")
        defaults = "tblproperties ('delta.feature.allowColumnDefaults' = 'supported')"
        spark().sql(f"create table {table} (id int, v int, {column}) using delta {defaults}")
        spark().sql(f"insert into {table} (id, v) values (1, 1)")
        project.model("orders", "id int, v int", [(1, 2)], **model)
        name, kind = column.split(" ")[:2]
        value = {"total": 4, "note": "y", "none": None}[name]
        if name != "none":  # which has the same value in both
            assert f"column '{name}' of the table has a" in project.error()
            assert project.rows("select v from {delta}.orders") == [(1,)]
            project.model("orders", f"id int, v int, {name} {kind}", [(1, 2, value)], **model)
        killed_before(project, "__changelog", "create")
        project.run()
        assert project.rows("select * from {delta}.orders") == [(1, 2, value)]
        logged = f"select _row_kind, v, {name} from {{delta}}.orders__changelog where _commit = 1"
        old = {"total": 2, "note": "x", "none": None}[name]
        assert project.rows(logged) == [("+U", 2, value), ("-U", 1, old)]


@pytest.mark.skipif("iceberg" not in FORMATS, reason="another program has declared the default")
def test_a_default_of_an_iceberg_table_is_in_the_select_of_a_changelog(project: Project) -> None:
    """MERGE writes the default of a table of version 3, and the changelog would have null."""
    schema = f"{CATALOGS['iceberg']}.{project.schema}"
    model: dict[str, Any] = {"primary_key": "id", "file_format": "iceberg"}
    project.model("orders", "id int, v int", [(1, 2), (2, 2)], **model, changelog_producer="lookup")
    project.succeed("show", "--inline", "select 1")
    spark().sql(f"create schema if not exists {schema}")
    spark().sql(f"create table {schema}.orders (id int, v int) using iceberg tblproperties ('format-version' = '3')")
    spark().sql(f"insert into {schema}.orders values (1, 1)")
    found, iceberg = iceberg_tables.iceberg_table(spark(), f"{schema}.orders"), spark()._jvm.org.apache.iceberg
    assert found is not None
    text, default = iceberg.types.Types.StringType.get(), iceberg.expressions.Expressions.lit("x")
    found.updateSchema().addColumn("note", text, default).commit()
    spark().sql(f"refresh table {schema}.orders")
    message = project.error()
    assert "column 'note' of the table has a default, which its changelog would not have" in message
    assert project.rows("select * from {iceberg}.orders") == [(1, 1, "x")]
    project.model("orders", "id int, v int", [(1, 2), (2, 2)], **model, changelog_producer="none")
    project.run()
    assert project.rows("select * from {iceberg}.orders") == [(1, 2, "x"), (2, 2, "x")]
    rows = [(1, 3, "x"), (2, 2, None)]
    project.model("orders", "id int, v int, note string", rows, **model, changelog_producer="lookup")
    project.run()
    assert project.rows("select * from {iceberg}.orders") == rows
    logged = project.rows("select _row_kind, id, v, note from {iceberg}.orders__changelog")
    assert logged == [("+U", 1, 3, "x"), ("+U", 2, 2, None), ("-U", 1, 2, "x"), ("-U", 2, 2, "x")]


@pytest.mark.parametrize(
    ("column", "values"),
    [("note string not null default 'x'", ("x", "x")), ("n bigint not null generated always as identity", (1, 2))],
)
def test_columns_that_the_table_fills_can_take_no_null(project: Project, column: str, values: tuple[Any, Any]) -> None:
    """Without a changelog, which would lack them."""
    schema = f"{CATALOGS['delta']}.{project.schema}"
    spark().sql(f"create schema if not exists {schema}")
    defaults = "tblproperties ('delta.feature.allowColumnDefaults' = 'supported')"
    spark().sql(f"create table {schema}.orders (id int, v int, {column}) using delta {defaults}")
    spark().sql(f"insert into {schema}.orders (id, v) values (1, 1)")
    project.model("orders", "id int, v int", [(1, 2), (2, 3)], primary_key="id", file_format="delta")
    project.run()
    name = column.split(" ")[0]
    assert project.rows(f"select id, v, {name} from {{delta}}.orders") == [(1, 2, values[0]), (2, 3, values[1])]


def test_full_compaction_writes_what_several_commits_come_to(project: Project) -> None:
    every_second = {"changelog_producer": "full-compaction", "full_compaction_delta_commits": 2}
    for rows in [*BATCHES, []]:
        batch(project, rows, **every_second)
        project.run()
    first = [("+I", 1, "b", 2), ("+I", 3, "a", 1), ("+I", 4, "a", 1)]
    assert [changes(project, commit) for commit in (1, 2, 3, 4)] == [[], first, [], THIRD]
    # without the option from commit 6 to 8: what waits is compacted, and the changelog goes on
    every_one = {"changelog_producer": "full-compaction"}
    for value, options in enumerate([every_second, every_one, every_one, every_one, every_second, every_second], 5):
        batch(project, [(7, "a", value, "+U")], **options)
        project.run()
    stepped: list[list[tuple[Any, ...]]] = [[], [("+I", 7, "a", 6)]]
    for before, after in ((6, 7), (7, 8), (9, 9), (8, 10)):
        stepped.append([("+U", 7, "a", after), ("-U", 7, "a", before)] if before < after else [])
    assert [changes(project, commit) for commit in range(5, 11)] == stepped
    for format in FORMATS:
        last = project.last_commit(f"{{{format}}}.orders_{format}")
        assert last["tablestore.changelog-start"] == "0", "readers go on"


@pytest.mark.parametrize(
    "former", ["2026-01-01 00:00:00", pytest.param("2062-01-01 00:00:00", marks=pytest.mark.extended)]
)
def test_a_table_where_changes_waited_is_used_again(project: Project, format: str, former: str) -> None:
    """Also where a change of the former table has the time of the next commits, or a later one."""
    project.clock = former

    def write(every: int, columns: str, *rows: tuple[Any, ...], run: tuple[str, ...] = ()) -> None:
        config = {"changelog_producer": "full-compaction", "full_compaction_delta_commits": every}
        config |= {"primary_key": "id", "on_schema_change": "sync_all_columns", "file_format": format}
        project.model("orders", columns, list(rows), **config)
        project.run(*run)

    def logged(columns: str) -> list[tuple[Any, ...]]:
        return project.rows(f"select _commit, _row_kind, {columns} from {{{format}}}.orders__changelog order by all")

    two, four = "id int, v int", "id int, v int, note string, x int"
    for number in (1, 2, 3):
        write(2, two, (number, 1))
    project.clock = "2026-01-01 00:00:00"
    write(1, two, (1, 1), run=("--full-refresh",))
    write(1, two, (1, 2))
    assert len(project.rows(f"select * from {{{format}}}.orders__uncompacted")) == 1, "a change of the former table"
    write(2, two, (1, 3))
    write(2, two, (7, 1))
    fourth = [(4, "+I", 7, 1), (4, "+U", 1, 3), (4, "-U", 1, 2)]
    assert logged("id, v") == [(1, "+I", 1, 1), (2, "+U", 1, 2), (2, "-U", 1, 1), *fourth]
    # meanwhile, the table and its changelog get a column, and another one that the table drops
    write(1, four, (7, 2, "a", 5))
    write(1, "id int, v int, note string", (7, 3, "a"))
    write(2, "id int, v int, note string", (7, 4, "b"))
    write(2, "id int, v int, note string", (8, 1, "c"))
    assert logged("id, v, note, x")[-3:] == [
        (8, "+I", 8, 1, "c", None),
        (8, "+U", 7, 4, "b", None),
        (8, "-U", 7, 3, "a", None),
    ]
    assert project.last_commit(f"{{{format}}}.orders")["tablestore.changelog-start"] == "0", "readers go on"


def test_full_compaction_goes_by_time_too(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    options = {"changelog-producer": "full-compaction", "changelog-producer.compaction-interval": "1 s"}
    for rows in BATCHES[:2]:
        batch(project, rows, changelog_producer=None, table_options=options)
        project.run()
        time.sleep(1)
    assert changes(project, 2) == [("+I", 1, "b", 2), ("+I", 3, "a", 1), ("+I", 4, "a", 1)]
    options["changelog-producer.compaction-interval"] = "1 d"
    batch(project, BATCHES[2], changelog_producer=None, table_options=options)
    project.run()
    assert changes(project, 3) == []
    for id, found in (3, "commit 2  "), (9, 'no change of {"id": 9} in commits 1 to 2\n'):
        capsys.readouterr()
        project.succeed("run-operation", "why", "--args", f"{{model: orders_{FORMATS[0]}, key: {{id: {id}}}}}")
        shown = capsys.readouterr().out
        assert found in shown and "the changes of commit 3 wait for the next full compaction" in shown


def test_a_producer_can_come_later_go_and_come_back(project: Project) -> None:
    producers = ["none", "lookup", "none", "lookup"]
    for number, producer in enumerate(producers, 1):
        batch(project, [(1, f"v{number}", number, "+U")], changelog_producer=producer)
        project.run()
    assert changes(project, 2) == [], "the log of commit 2 ended with commit 3"
    assert changes(project, 4) == [("+U", 1, "v4", 4), ("-U", 1, "v3", 3)]


def test_new_columns_are_in_the_changes(project: Project) -> None:
    batch(project, BATCHES[0])
    project.run()
    for format in FORMATS:
        config = {"primary_key": "id", "sequence_field": "at", "changelog_producer": "lookup"}
        config["on_schema_change"] = "append_new_columns"
        columns = "id int, note string, status string, at int"
        project.model(f"orders_{format}", columns, [(1, "x", "b", 2)], file_format=format, **config)
    project.run()
    for format in FORMATS:
        query = f"select _row_kind, note, status from {{{format}}}.orders_{format}__changelog where _commit = 2"
        assert project.rows(query) == [("+U", "x", "b"), ("-U", None, "a")]


def test_columns_the_batch_lacks_keep_their_values_in_the_changes(project: Project) -> None:
    batch(project, BATCHES[0])
    project.run()
    for format in FORMATS:
        config = {"primary_key": "id", "sequence_field": "at", "changelog_producer": "lookup"}
        project.model(f"orders_{format}", "id int, at int", [(1, 2), (7, 1)], file_format=format, **config)
    project.run()
    assert changes(project, 2) == [("+I", 7, None, 1), ("+U", 1, "a", 2), ("-U", 1, "a", 1)]


def tag(project: Project, arguments: str) -> None:
    for format in FORMATS:
        project.succeed("run-operation", "tag", "--args", f"{{model: orders_{format}, {arguments}}}")


def test_old_changes_go_but_not_before_they_are_read(project: Project) -> None:
    keep = {"changelog_time_retained": "1 ms"}
    reader = "{{{{ config(materialized='incremental', primary_key='id', file_format='{0}') }}}}\n"
    reader += "select id, status, _row_kind, _commit from {{{{ tablestore.changelog(ref('orders_{0}')) }}}}"
    batch(project, BATCHES[0], **keep)
    for format in FORMATS:
        project.write(f"models/reader_{format}.sql", reader.format(format))
    project.run()
    for rows in BATCHES[1:]:
        batch(project, rows, **keep)
        project.run("--select", "orders_*")
    assert [len(changes(project, commit)) for commit in (1, 2, 3)] == [0, len(SECOND), len(THIRD)]
    tag(project, "tag: early, commit: 1")
    tag(project, "tag: early, delete: true")
    tag(project, "tag: kept, commit: 3")
    project.run("--select", "reader_*")
    batch(project, [], **keep)
    project.run("--select", "orders_*")
    assert [len(changes(project, commit)) for commit in (1, 2, 3)] == [0, 0, len(THIRD)]
    tag(project, "tag: kept, delete: true")
    project.run("--select", "orders_*")
    assert [len(changes(project, commit)) for commit in (1, 2, 3)] == [0, 0, 0]
    arguments = f"{{model: orders_{FORMATS[0]}, tag: late, commit: 1}}"
    assert not project.dbt("run-operation", "tag", "--args", arguments).success, "no scan could read that commit"
    batch(project, BATCHES[2], **keep)
    project.run("--select", "orders_*")
    batch(project, [], **keep)
    project.run("--select", "orders_*")
    for format in FORMATS:
        properties = dict(project.rows(f"show tblproperties {{{format}}}.orders_{format}"))
        assert any(name.startswith("tablestore.changelog-starts.") and name.endswith(".3") for name in properties)
    project.run()
    assert project.rows(f"select * from {{{FORMATS[0]}}}.reader_{FORMATS[0]}") == [(1, "b"), (3, "a"), (6, "a")]


def test_why_prints_every_change_of_a_key(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    for rows in BATCHES:
        batch(project, rows)
        project.run()
    capsys.readouterr()
    why = ["run-operation", "why", "--args"]
    assert project.dbt(*why, f"{{model: orders_{FORMATS[0]}, key: {{id: 1}}}}").success
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("commit ")]
    assert [(line.split()[1], line.split()[6], line.split("  ")[-1]) for line in lines] == [
        ("1", "+I", '{"id":1,"status":"a","at":1}'),
        ("2", "-U", '{"id":1,"status":"a","at":1}'),
        ("2", "+U", '{"id":1,"status":"b","at":2}'),
        ("3", "-U", '{"id":1,"status":"b","at":2}'),
        ("3", "+U", '{"id":1,"status":"b","at":3}'),
    ]
    assert not project.dbt(*why, f"{{model: orders_{FORMATS[0]}, key: {{status: a}}}}").success
    assert "write a value for each column of the primary key: {id: ...}" in capsys.readouterr().out


LOOKUP_EVERY_THIRD = {"changelog_producer": "lookup", "full_compaction_delta_commits": 3}
FULL_EVERY_NONE = {"changelog_producer": "full-compaction", "full_compaction_delta_commits": 0}


WRONG = [
    (LOOKUP_EVERY_THIRD, "cannot be combined with changelog_producer 'lookup'"),
    (FULL_EVERY_NONE, "it must be a positive integer"),
    ({"changelog_producer": "looked-up"}, "accepted are none, input, lookup, full-compaction"),
    ({"changelog_time_retained": "a week"}, "write one whole number and one unit"),
    ({"changelog_producer_row_deduplicate_ignore_fields": "at"}, "needs changelog_producer_row_deduplicate=true"),
]


def test_options_that_say_nothing_are_refused(project: Project) -> None:
    for number, (config, _) in enumerate(WRONG):
        batch(project, BATCHES[0], f"wrong{number}", **config)
    names = [f"wrong{number}_{FORMATS[0]}" for number in range(len(WRONG))]
    found = project.fail("run", "--select", " ".join(names)).nodes
    wrong = [
        (case, found[name].message)
        for case, name in zip(WRONG, names, strict=True)
        if case[1] not in found[name].message
    ]
    assert not wrong, "\n".join(map(str, wrong))
