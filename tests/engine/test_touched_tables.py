"""Keyed tables that something else replaces, writes or sets back: no reader goes on as if nothing had happened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import overlaps
from formats import CATALOGS, FORMATS
from project import Project, Row, spark

COLUMNS = "id int, v int"
EXTENDED = pytest.mark.extended
KEYED = {"primary_key": "id", "changelog_producer": "lookup"}
# What happens to a table with the rows of two commits, as statements and as the configuration of its model.
STATEMENTS: dict[str, str] = {
    "replaced": "create or replace table {t} using {format} as select 7 as id, 7 as v",
    "emptied": "create or replace table {t} (id int, v int) using {format}",
    "overwritten": "insert overwrite {t} select 7, 7",
    "deleted": "delete from {t} where id = 1",
    "appended": "insert into {t} values (7, 7)",
}
MODELS: dict[str, dict[str, Any]] = {
    "table": {"materialized": "table"},
    "incremental": {"unique_key": "id", "incremental_strategy": "merge"},
    "compacted": {},
    "back": {},
}


def write(project: Project, kind: str, format: str, rows: list[Row], **config: Any) -> None:
    project.model(f"o_{kind}", COLUMNS, rows, file_format=format, **(config or KEYED))


def touch(project: Project, kind: str, format: str, rows: list[Row]) -> None:
    """What is not a run of the keyed model."""
    table, name = f"{CATALOGS[format]}.{project.schema}.o_{kind}", f"{project.schema}.o_{kind}"
    if kind in STATEMENTS:
        spark().sql(STATEMENTS[kind].format(t=table, format=format))
    elif kind == "compacted" and format == "iceberg":
        spark().sql(f"call lake.system.rewrite_data_files(table => '{name}', options => map('rewrite-all', 'true'))")
    elif kind == "compacted":
        spark().sql(f"optimize {table}")
    elif kind == "back" and format == "iceberg":
        first = spark().sql(f"select snapshot_id from {table}.snapshots order by committed_at").first()
        assert first is not None
        spark().sql(f"call lake.system.rollback_to_snapshot('{name}', {first[0]})")
    elif kind == "back":
        spark().sql(f"restore table {table} to version as of 1")
    else:
        write(project, kind, format, rows, **MODELS[kind])
        project.run("--select", f"o_{kind}")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kinds", [["table"], pytest.param([*STATEMENTS, *MODELS], marks=EXTENDED)])
def test_readers_of_a_table_that_others_change(project: Project, format: str, kinds: list[str]) -> None:
    """Views have the rows of their query after each step; readers of changes stop until they are rebuilt."""

    def both(kind: str) -> tuple[list[Row], list[Row]]:
        query = "select v, count(*) as n, sum(id) as s from {{{0}}}.{1} group by v"
        view = f"select v, n, s from {{{format}}}.v_{kind}"
        return project.rows(query.format(format, f"o_{kind}")), project.rows(view)

    for kind in kinds:
        write(project, kind, format, [(1, 1), (2, 1)])
        config = f"materialized='materialized_view', file_format='{format}'"
        project.write(
            f"models/v_{kind}.sql",
            f"{{{{ config({config}) }}}}\n"
            f"select v, count(*) as n, sum(id) as s from {{{{ ref('o_{kind}') }}}} group by v\n",
        )
        config = f"materialized='incremental', primary_key='id', file_format='{format}'"
        changes = f"select id, v, _row_kind from {{{{ tablestore.changelog(ref('o_{kind}')) }}}}"
        project.write(f"models/r_{kind}.sql", f"{{{{ config({config}) }}}} {changes}")
    project.run()
    for kind in kinds:
        write(project, kind, format, [(3, 1)])
    project.run()

    for kind in kinds:
        touch(project, kind, format, [(2, 5), (8, 8)])
    project.run("--select", *[f"v_{kind}" for kind in kinds])
    assert {kind: both(kind)[1] for kind in kinds} == {kind: both(kind)[0] for kind in kinds}
    touched = [kind for kind in kinds if kind != "compacted"]
    assert both(kinds[0])[0] != [(1, 3, 6)]
    responses = project.run("--select", *[f"v_{kind}" for kind in kinds])
    assert {response["_message"] for response in responses.values()} == {"OK nothing changed"}
    error = project.error("--select", *[f"r_{kind}" for kind in kinds])
    for kind in touched:
        assert f"o_{kind}" in error, kind
    assert "o_compacted" not in error

    for kind in kinds:
        before = project.rows(f"select * from {{{format}}}.o_{kind}")
        write(project, kind, format, [(4, 4)])
        project.run("--select", f"o_{kind}")
        assert project.rows(f"select * from {{{format}}}.o_{kind}") == sorted([*before, (4, 4)]), kind
    error = project.error("--select", *[f"r_{kind}" for kind in kinds])
    for kind in touched:
        assert f"r_{kind}" in error, kind
    assert "r_compacted" not in error
    project.run("--full-refresh", "--select", *[f"r_{kind}" for kind in touched])
    for kind in kinds:
        write(project, kind, format, [(4, 5), (9, 9)])
    project.run()
    for kind in kinds:
        assert both(kind)[0] == both(kind)[1], kind
        rows = project.rows(f"select * from {{{format}}}.o_{kind}")
        assert project.rows(f"select * from {{{format}}}.r_{kind}") == rows, kind
    if format == "iceberg":  # the changes of which the table has the rows are not read again
        reader = f"r_{kinds[0]}"
        project.rows(
            f"create or replace table {{iceberg}}.{reader} using iceberg as select * from {{iceberg}}.{reader}"
        )
        assert "so the model would read all of" in project.error("--select", reader)


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_a_table_becomes_a_keyed_table_again_and_again(project: Project, format: str) -> None:
    """Its commits count from 1 each time. Delta leaves out a write whose number the table has had already."""
    epochs, table = set(), f"{{{format}}}.o_again"
    write(project, "again", format, [(1, 1)])
    project.run()
    for number in (2, 3):
        before = project.rows(f"select * from {table}")
        write(project, "again", format, [], **MODELS["incremental"])
        project.run()
        assert project.rows(f"select * from {table}") == before
        for value in (1, 2):
            write(project, "again", format, [(number, value)])
            project.run()
        assert project.rows(f"select * from {table}") == sorted([*before, (number, 2)])
        epochs.add(project.last_commit(table)["tablestore.epoch"])
    assert len(epochs) == 2, "readers of its changes must not go on"


@pytest.mark.skipif("delta" not in FORMATS, reason="Delta leaves out an insert whose number its table has had already")
def test_another_table_of_the_same_name_has_a_changelog_and_a_history(project: Project) -> None:
    """What is left of a table that was dropped has the numbers of its commits."""
    table = f"spark_catalog.{project.schema}.o_new"
    for value, plain in enumerate([False, False, True, True]):
        spark().sql(f"drop table if exists {table}")
        if plain:
            spark().sql(f"create table {table} using delta as select 7 as id, 7 as v")
        write(project, "new", "delta", [(1, value)])
        project.run()
        epoch = project.last_commit("{delta}.o_new")["tablestore.epoch"]
        assert project.rows(f"select commit from {table}__commits where epoch = '{epoch}'") == [(1,)]
        assert project.rows(f"select id, v, _row_kind from {table}__changelog") == [(1, value, "+I")]
    assert len(project.rows(f"select distinct epoch from {table}__commits")) == 4


@pytest.mark.parametrize(
    ("kind", "again", "rows"),
    [
        pytest.param(kind, again, rows, marks=[] if (kind, again, rows) == ("replaced", True, []) else EXTENDED)
        for kind in ("replaced", "emptied", "none")
        for again in (True, False)
        for rows in ([(1, 1)], [])
    ],
)
def test_a_rebuild_that_was_killed_and_replaced_is_not_completed(
    project: Project, kind: str, again: bool, rows: list[Row]
) -> None:
    """CREATE OR REPLACE of Iceberg keeps the properties, and in them the record of the rebuild."""
    if again:
        write(project, "r", "iceberg", [(5, 5)])
        project.run()
    write(project, "r", "iceberg", rows)
    with overlaps.stopped_before(*overlaps.SEAL):
        project.fail("run", "--full-refresh")
    if kind != "none":
        spark().sql(STATEMENTS[kind].format(t=f"lake.{project.schema}.o_r", format="iceberg"))
    found = {"replaced": [(7, 7)], "emptied": [], "none": rows}[kind]
    write(project, "r", "iceberg", [(9, 9)])
    project.said.clear()
    project.run()
    assert project.rows("select * from {iceberg}.o_r") == sorted([*found, (9, 9)])
    assert any("was replaced" in text for text in project.said) == (kind != "none"), project.said
    assert any("which this run completes" in text for text in project.said) == (kind == "none"), project.said


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_commits_that_are_undone_have_deleted_and_read_nothing(project: Project, tmp_path: Path, format: str) -> None:
    """The table of deletes and the history still have their rows."""
    table, keyed = f"{{{format}}}.o_undone", {"primary_key": "id", "sequence_field": "v", "delete_retained": "30 d"}
    files = f"materialized='incremental', primary_key='id', file_format='{format}'"
    names = ["o_undone", "files"] if format == "delta" else ["o_undone"]
    folder = tmp_path / "in"
    folder.mkdir()
    found = f"{{{{ tablestore.new_files('{folder}', 'json', columns={{'id': 'int'}}) }}}}"
    project.write("models/files.sql", f"{{{{ config({files}) }}}} select id from {found}")

    def run(number: int, *rows: Row) -> None:
        project.model("o_undone", f"{COLUMNS}, _row_kind string", list(rows), file_format=format, **keyed)
        (folder / f"{number}.json").write_text(f'{{"id": {number}}}\n')
        project.run("--select", *names)

    run(1, (1, 1, "+I"))
    first = {name: newest_version(project, format, name) for name in names}
    run(2, (2, 9, "-D"))
    (folder / "2.json").unlink()
    for name, version in first.items():
        go_back(project, format, name, version)
    run(3, (2, 5, "+I"))
    assert project.rows(f"select id, v from {table}") == [(1, 1), (2, 5)]
    run(4, (3, 3, "-D"))
    run(5, (3, 2, "+I"), (2, 4, "+I"))
    assert project.rows(f"select id, v from {table}") == [(1, 1), (2, 5)]
    if format == "delta":
        assert project.rows("select id from {delta}.files") == [(1,), (3,), (4,), (5,)]


def newest_version(project: Project, format: str, name: str) -> int:
    """The current snapshot or version of a table."""
    table = f"{CATALOGS[format]}.{project.schema}.{name}"
    query = f"select snapshot_id from {table}.refs" if format == "iceberg" else f"describe history {table} limit 1"
    row = spark().sql(query).first()
    assert row is not None
    return int(row[0])


def go_back(project: Project, format: str, name: str, version: int) -> None:
    if format == "iceberg":
        spark().sql(f"call lake.system.rollback_to_snapshot('{project.schema}.{name}', {version})")
    else:
        spark().sql(f"restore table {CATALOGS[format]}.{project.schema}.{name} to version as of {version}")


@pytest.mark.extended
@pytest.mark.parametrize("format", ["delta"])
def test_a_table_that_went_back_reads_again_what_it_has_lost(project: Project, format: str) -> None:
    """The versions that RESTORE or CLONE has undone are still in the history of the table, with what they had read."""
    names, options = ("again", "total", "rebuilt"), "materialized='incremental', file_format='delta', primary_key"
    changes = "{{ tablestore.changelog(ref('o_up')) }}"
    texts = dict.fromkeys(names, f"{{{{ config({options}='id') }}}} select id, v, _row_kind from {changes}")
    sums = f"{{{{ config({options}='one', merge_engine='aggregation', default_aggregate_function='sum') }}}} "
    texts["total"] = sums + f"select 1 as one, v, _row_kind from {changes}"
    for name, text in texts.items():
        project.write(f"models/{name}.sql", text)
    for id in (1, 2):
        write(project, "up", format, [(id, id * 10)])
        project.run()
    for name in names:
        table = project._named(f"{{delta}}.{name}")
        history = spark().sql(f"describe history {table}").collect()
        first = min(row.version for row in history if '"tablestore.commit": 2' in (row.userMetadata or "")) - 1
        if name == "total":  # Delta replaces only an empty table with a clone
            spark().sql(f"create table {table}_kept shallow clone {table} version as of {first}")
            spark().sql(f"delete from {table}")
            spark().sql(f"create or replace table {table} shallow clone {table}_kept")
        else:
            spark().sql(f"restore table {table} to version as of {first}")

    def check() -> None:
        rows = project.rows("select id, v from {delta}.o_up")
        assert project.rows("select id, v from {delta}.again") == project.rows("select * from {delta}.rebuilt") == rows
        assert project.rows("select v from {delta}.total") == [(sum(v for _, v in rows),)]

    project.said.clear()
    project.run("--select", "again", "total")
    project.run("--full-refresh", "--select", "rebuilt")
    assert not any("which this run completes" in text for text in project.said), project.said
    check()
    write(project, "up", format, [(4, 44), (1, 11)])
    project.run()
    check()
