"""Plain Iceberg tables whose snapshots are not in the log of the table, or not in the order of their times."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from dbt.adapters.tablestore.spark import iceberg_tables

from formats import FORMATS
from project import Project, spark

pytestmark = pytest.mark.skipif("iceberg" not in FORMATS, reason="Delta has versions")

VIEWS = {
    "rows": "select k, v from {table}",
    "sums": "select v, count(*) as n, sum(k) as s from {table} group by v",
}
KEYED = """{{ config(materialized='incremental', primary_key='k', changelog_producer='lookup', file_format='iceberg') }}
select * from {{ tablestore.changelog_normalize(source('s_iceberg', 'plain_iceberg'), key='k') }}
"""
DELETED = "delete from {t} where k = 1"
Step = Callable[[str], object]


def jvm() -> Any:
    return spark()._jvm.org.apache.iceberg


def loaded(table: str) -> Any:
    return jvm().spark.Spark3Util.loadIcebergTable(spark()._jsparkSession, table)


def sql(*statements: str) -> Step:
    """A step of statements, in which `{t}` is the table and `{n}` its name in its catalog."""

    def run(table: str) -> None:
        for statement in statements:
            spark().sql(statement.format(t=table, n=table.partition(".")[2]))

    return run


def in_transaction(*operations: str) -> Step:
    """A step of one transaction: `-1` deletes the row with this key, whose file has no other, and `+3` appends one."""

    def run(table: str) -> None:
        spark().sql(f"create or replace table {table}_files (k int, v int) using iceberg")
        transaction = loaded(table).newTransaction()
        for operation in operations:
            key = int(operation[1:])
            if operation[0] == "-":
                transaction.newDelete().deleteFromRowFilter(jvm().expressions.Expressions.equal("k", key)).commit()
                continue
            spark().sql(f"insert into {table}_files values ({key}, 1)")
            added = loaded(f"{table}_files")
            append = transaction.newAppend()
            for file in added.currentSnapshot().addedDataFiles(added.io()):
                append.appendFile(file)
            append.commit()
        transaction.commitTransaction()
        spark().sql(f"refresh table {table}")

    return run


def by_clock(statement: str, behind: int) -> Step:
    """A step of a writer, the time of whose snapshot is so many milliseconds before that of the snapshot before it."""

    def run(table: str) -> None:
        sql(statement)(table)
        operations = loaded(table).operations()
        current = operations.refresh()
        known = json.loads(str(jvm().TableMetadataParser.toJson(current)))
        of_id = {snapshot["snapshot-id"]: snapshot for snapshot in known["snapshots"]}
        last = of_id[known["current-snapshot-id"]]
        at = of_id[last["parent-snapshot-id"]]["timestamp-ms"] - behind
        last["timestamp-ms"] = at
        # of a rollback, the log has the time of the machine, and Iceberg refuses a next entry a minute before it
        for entry in known["snapshot-log"]:
            entry["timestamp-ms"] = min(entry["timestamp-ms"], at + 30000)
        known["snapshot-log"][-1]["timestamp-ms"] = at
        operations.commit(current, jvm().TableMetadataParser.fromJson(json.dumps(known)))
        spark().sql(f"refresh table {table}")

    return run


STEPS: dict[str, list[Step]] = {
    "transaction": [in_transaction("-1", "+3"), in_transaction("+4", "-3"), in_transaction("+5", "-5", "+6")],
    "branch": [
        sql(
            "alter table {t} create branch b",
            "delete from {t}.branch_b where k = 1",
            "insert into {t}.branch_b values (3, 1)",
            "call lake.system.fast_forward('{n}', 'main', 'b')",
        ),
        sql("delete from {t} where k = 3"),
    ],
    "slow clock": [
        by_clock(DELETED, 5000),
        by_clock("insert into {t} values (3, 1)", -9000),
        by_clock("update {t} set v = 2 where k = 3", 20000),
    ],
    "slow clock unread": [
        lambda table: (by_clock(DELETED, 5000)(table), by_clock("insert into {t} values (3, 1)", -9000)(table)),
    ],
    "one millisecond": [
        by_clock("insert into {t} values (3, 1)", 0),
        lambda table: (by_clock(DELETED, 0)(table), by_clock("insert into {t} values (4, 1)", 0)(table)),
    ],
    "back": [
        by_clock(DELETED, 5000),
        lambda table: sql(f"call lake.system.rollback_to_snapshot('{{n}}', {oldest(table)})")(table),
    ],
    "back to the same position": [
        by_clock(DELETED, 5000),
        lambda table: (back(table), by_clock("insert into {t} values (3, 1)", 3000)(table)),
        lambda table: (back(table), by_clock(DELETED, 3000)(table), sql("insert into {t} values (4, 1)")(table)),
    ],
}


def back(table: str) -> None:
    """Undoes the last snapshot. The next one of a slow clock has the same parent, and so its position."""
    sql(f"call lake.system.rollback_to_snapshot('{{n}}', {loaded(table).currentSnapshot().parentId()})")(table)
    spark().sql(f"refresh table {table}")


def oldest(table: str) -> int:
    found = spark().sql(f"select snapshot_id from {table}.snapshots where parent_id is null").first()
    assert found is not None
    return int(found[0])


@pytest.fixture(params=["metadata", pytest.param("statements", marks=pytest.mark.extended)])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How the snapshots are found: from Iceberg's objects, or by statements as where there is no JVM."""
    if request.param == "statements":
        monkeypatch.setattr(iceberg_tables, "_MOST_SNAPSHOTS", -1)
    return str(request.param)


def test_changes_are_those_of_all_ancestors(project: Project, way: str) -> None:
    project.succeed("show", "--inline", "select 1")
    spark().sql(f"create schema if not exists lake.{project.schema}")
    tables = {name: f"lake.{project.schema}.t_{name.replace(' ', '_')}" for name in STEPS}
    queries = {}
    for name, table in tables.items():
        options = "'write.delete.mode' = 'copy-on-write', 'write.update.mode' = 'copy-on-write'"
        spark().sql(f"create table {table} (k int, v int) using iceberg tblproperties ({options})")
        sql("insert into {t} values (1, 1)", "insert into {t} values (2, 1)")(table)
        kinds = list(VIEWS) if way == "statements" else [list(VIEWS)[len(queries) % len(VIEWS)]]
        queries |= {(name, kind): VIEWS[kind].format(table=table) for kind in kinds}
    views = {of: "_".join(of).replace(" ", "_") for of in queries}
    for of, view in views.items():
        config = "materialized='materialized_view', file_format='iceberg', refresh_policy='incremental'"
        project.write(f"models/{view}.sql", f"{{{{ config({config}) }}}}\n{queries[of]}")
    project.run()
    wrong = []
    for number in range(3):
        for name, table in tables.items():
            for step in STEPS[name][number : number + 1]:
                step(table)
        done = project.run()
        for of, view in views.items():
            expected, found = project.rows(queries[of]), project.rows(f"select * from lake.{project.schema}.{view}")
            kind = done[view]["kind"]
            if found != expected or (kind == "full" and not of[0].startswith("back")):
                wrong.append((number, *of, kind, done[view]["reason"], found, expected))
    assert not wrong, "\n".join(map(str, wrong))
    again = project.run()
    assert {response["_message"] for response in again.values()} == {"OK nothing changed"}


def test_a_reader_of_changes_gets_those_of_all_ancestors(project: Project, way: str) -> None:
    project.model("first", "id int", [(1,)])
    project.run()
    table = project.plain_tables("k int, v int", "(1, 1)", ["iceberg"])["iceberg"]
    project.write("models/normal.sql", KEYED)
    spark().sql(f"insert into {table} values (2, 1)")
    project.run("--exclude", "first")
    for name in ("transaction", "slow clock", "one millisecond"):
        sql("delete from {t}", "insert into {t} values (1, 1)", "insert into {t} values (2, 1)")(table)
        for number, step in enumerate(STEPS[name]):
            step(table)
            project.run("--exclude", "first")
            rows = project.rows("select k, v from {iceberg}.normal")
            assert rows == project.rows(f"select k, v from {table}"), (name, number)
    by_clock(DELETED, 5000)(table)
    project.run("--exclude", "first")
    back(table)
    by_clock("insert into {t} values (7, 1)", 3000)(table)
    assert "which is not among those that have led to its rows any more" in project.error("--exclude", "first")
    project.run("--exclude", "first", "--full-refresh")
    assert project.rows("select k, v from {iceberg}.normal") == project.rows(f"select k, v from {table}")
