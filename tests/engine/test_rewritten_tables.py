"""A table of few rows is written anew by each commit, and has the rows that a MERGE would leave."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from dbt.adapters.tablestore.relations.tables import Tables

from project import Project, select, sent_statements, spark

COLUMNS = "k decimal(10,2), part string, v double, a int, b string, at int, _row_kind string"
TAGS = "if(a is null and b is null, null, named_struct('a', a, 'b', b)) as tags"
CONFIG = {
    "materialized": "incremental",
    "pre_hook": "set spark.sql.sources.partitionOverwriteMode = dynamic",
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
            *chance.choice([(None, None), (1, None), (None, "t")]),
            commit + chance.choice([0, 0, -2]),
            chance.choice(["+I", "+U", "+U", "-D"]),
        )
        for _ in range(chance.randint(1, 6))
    ]


def write(project: Project, name: str, rows: list[Row]) -> None:
    options = ", ".join(f"{option}={value!r}" for option, value in CONFIG.items())
    query = f"select k, part, v, {TAGS}, at, _row_kind from (\n{select(COLUMNS, rows)}\n)"
    project.write(f"models/{name}.sql", f"{{{{ config({options}) }}}}\n{query}\n")


def test_a_rewritten_table_has_the_rows_of_a_merge(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, size = random.Random(7), Tables.size
    sent = sent_statements(monkeypatch)

    def of(self: Tables, table: Any, file_format: str) -> int:
        return 2**25 if "merged" in table.identifier else size(self, table, file_format)

    monkeypatch.setattr(Tables, "size", of)
    for commit in range(COMMITS):
        rows = random_batch(chance, commit)
        for name in TABLES:
            write(project, f"t_{name}", rows)
        project.run()
        table = f"lake.{project.schema}.t_"
        if commit == 0:
            spark().sql(f"alter table {table}moved alter column v first")
            spark().sql(f"alter table {table}divided add partition field part")
        for name in TABLES:
            for rows_of in ("", "__changelog"):
                columns = "k, part, string(v), tags, at" + (", _row_kind, _commit" if rows_of else "")
                query = "select {0} from {1}{2}{3}"
                found = project.rows(query.format(columns, table, name, rows_of))
                assert found == project.rows(query.format(columns, table, "merged", rows_of)), (name, rows_of, commit)
    written = {name for name in TABLES for text in sent if "replace where true" in text and f"t_{name}." in text}
    assert written == {*TABLES} - {"merged"}
    assert spark().table(f"{table}rewritten.files").count() <= 3


def test_all_rows_of_a_rewritten_table_can_go(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Row] = [(1, "x", 1, None, "b", 1, "+I"), (2, None, 2, 3, None, 1, "+I")]
    write(project, "t", rows)
    project.run()
    sent = sent_statements(monkeypatch)
    write(project, "t", [(*row[:5], 2, "-D") for row in rows])
    project.run()
    assert [text for text in sent if "replace where true" in text and "__commits" not in text]
    assert project.rows(f"select * from lake.{project.schema}.t") == []
