"""Columns and tables with names that look like something else."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.connections import Cursor

from project import Project, bare

KEY = ["a,b", "it's"]
STRUCT = f"struct<Aa:int,{','.join(f'F{n}:int' for n in range(30))}>"
COLUMNS = f"#first int, a,b int, it's string, #Partition string, null int, s {STRUCT}"


class StoppedError(RuntimeError):
    """What stops a run before it seals its commit."""


def batch(project: Project, rows: list[tuple[object, ...]]) -> None:
    """On Iceberg; Delta has no columns with a comma."""
    project.model("keyed", COLUMNS, rows, primary_key=KEY, changelog_producer="lookup")
    project.model("plain", COLUMNS, rows, partition_by="`#Partition`")


def test_columns_keep_their_names_and_a_killed_run_is_completed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch(project, [(1, 1, "x", "p", 1, None)])
    project.run()
    batch(project, [(2, 1, "x", "q", 2, None), (3, 2, "y", "r", 3, None)])
    original = Cursor.execute

    def execute(self: Cursor, sql: str, bindings: object = None) -> None:
        if "set tblproperties" in bare(sql) and "tablestore.commit'" in sql:
            raise StoppedError("stopped before the commit is sealed")
        original(self, sql, bindings)

    with monkeypatch.context() as patch:
        patch.setattr(Cursor, "execute", execute)
        project.error("--select", "keyed")
    batch(project, [])
    project.run()
    for kind, rows in {"keyed": [(2, 1, "x", "q", 2), (3, 2, "y", "r", 3)], "plain": [(1, 1, "x", "p", 1)]}.items():
        stored = [row[:2] for row in project.ordered(f"describe {{iceberg}}.{kind}")][:6]
        assert [f"{name} {type}" for name, type in stored] == COLUMNS.split(", ")
        assert project.rows(f"select * except (s) from {{iceberg}}.{kind}") == rows
