"""A table of few rows is written anew by each commit, and has the rows that a MERGE would leave."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from dbt.adapters.tablestore.relations.tables import Tables

from overlaps import before_statements
from project import Project, select, sent_statements, spark

COLUMNS = "k decimal(10,2), part string, v double, n smallint, a int, b string, at int, _row_kind string"
TAGS = "if(a is null and b is null, null, named_struct('a', a, 'b', b)) as tags"
CONFIG = {
    "materialized": "incremental",
    "pre_hook": [
        "set spark.sql.sources.partitionOverwriteMode = dynamic",
        "set spark.sql.leafNodeDefaultParallelism = 8",
    ],
    "primary_key": ["k", "part"],
    "sequence_field": "at",
    "changelog_producer": "lookup",
    "null_key": "keep",
    "file_format": "iceberg",
}
COMMITS = int(os.environ.get("BATCHES", "3"))
# The ends of the names of tables: their columns are in another order, or they get partitions.
TABLES = ("merged", "rewritten", "moved", "divided")
Row = tuple[Any, ...]


def random_batch(chance: random.Random, commit: int) -> list[Row]:
    """Changes of few keys, some of which are null."""
    return [
        (
            chance.choice([0, 1.5, -2, None]),
            chance.choice(["x", "y", None]),
            chance.choice([1.5, 0.0, -0.0, "NaN", None]),
            chance.choice([7, None]),
            *chance.choice([(None, None), (1, None), (None, "t")]),
            commit + chance.choice([0, 0, -2]),
            chance.choice(["+I", "+U", "+U", "-D"]),
        )
        for _ in range(chance.randint(1, 6))
    ]


def write(project: Project, name: str, rows: list[Row]) -> None:
    options = ", ".join(f"{option}={value!r}" for option, value in CONFIG.items())
    query = f"select k, part, v, n, {TAGS}, at, _row_kind from (\n{select(COLUMNS, rows)}\n)"
    project.write(f"models/{name}.sql", f"{{{{ config({options}) }}}}\n{query}\n")


def test_a_rewritten_table_has_the_rows_of_a_merge(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, size = random.Random(7), Tables.size
    sent = sent_statements(monkeypatch)

    def of(self: Tables, table: Any, file_format: str) -> int:
        return 2**25 if "merged" in table.identifier else size(self, table, file_format)

    monkeypatch.setattr(Tables, "size", of)
    for commit in range(COMMITS):
        rows = random_batch(chance, commit)
        rows += [(number, str(commit), number / 7, 1, None, None, commit, "+I") for number in range(20)]
        rows += [(0, "0", commit, None, None, None, commit + 1, "+U")]
        for name in TABLES:
            write(project, f"t_{name}", rows)
        project.run()
        table = f"lake.{project.schema}.t_"
        if commit == 0:
            spark().sql(f"alter table {table}moved alter column v first")
            spark().sql(f"alter table {table}divided add partition field part")
        for name in TABLES:
            for rows_of in ("", "__changelog"):
                columns = "k, part, string(v), n, tags, at" + (", _row_kind, _commit" if rows_of else "")
                query = "select {0} from {1}{2}{3}"
                found = project.rows(query.format(columns, table, name, rows_of))
                assert found == project.rows(query.format(columns, table, "merged", rows_of)), (name, rows_of, commit)
    written = {name for name in TABLES for text in sent if "replace where true" in text and f"t_{name}." in text}
    assert written == {*TABLES} - {"merged"}
    assert spark().table(f"{table}rewritten.files").count() == 1


def test_all_rows_of_a_rewritten_table_can_go(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Row] = [(1, "x", 1, 5, None, "b", 1, "+I"), (2, None, 2, None, 3, None, 1, "+I")]
    write(project, "t", rows)
    project.run()
    sent = sent_statements(monkeypatch)
    write(project, "t", [(*row[:6], 2, "-D") for row in rows])
    project.run()
    assert [text for text in sent if "replace where true" in text and "__commits" not in text]
    assert project.rows(f"select * from lake.{project.schema}.t") == []


def test_a_table_of_few_long_rows_is_not_rewritten(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the number of its rows, Spark takes it for a small one; its texts cannot be compressed."""
    sent = sent_statements(monkeypatch)
    write(project, "t", [(1, os.urandom(3 * 2**19).hex(), 1, None, None, None, 1, "+I")])
    project.run()
    for commit in (2, 3):
        write(project, "t", [(1, "x", commit, None, None, None, commit, "+I")])
        project.run()
    assert [text for text in sent if text.startswith("merge")]
    assert not [text for text in sent if "replace where true" in text and "__commits" not in text]
    assert project.rows(f"select string(v) from lake.{project.schema}.t where part = 'x'") == [("3.0",)]


def test_columns_that_change_while_a_table_is_rewritten(project: Project) -> None:
    """Two columns of a type change their places just before the statement, which takes values by position."""
    rows: list[Row] = [(1, "x", 1, None, 5, "b", 1, "+I"), (2, "y", 2, None, 6, "c", 1, "+I")]
    write(project, "t", rows)
    project.run()
    table = f"lake.{project.schema}.t"
    before = project.rows(f"select k, n, at from {table}")
    changes = ["n after tags", "at after v"]

    def change(statement: str) -> None:
        if "replace where true" in statement and "__commits" not in statement:
            while changes:
                spark().sql(f"alter table {table} alter column {changes.pop()}")

    write(project, "t", [(1, "x", 1, None, 7, "b", 2, "+U")])
    with before_statements(change):
        done = project.dbt("run")
    assert not changes
    assert f"the columns of {table} were changed meanwhile" in done.message.replace("`", "")
    assert project.rows(f"select k, n, at from {table}") == before
    project.run()
    assert project.rows(f"select cast(k as int), n, tags.a, at from {table}") == [(1, None, 7, 2), (2, None, 6, 1)]
