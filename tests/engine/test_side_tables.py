"""Side tables in a schema of their own, `side_tables: {schema: ...}` in the profile."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

import overlaps
from formats import CATALOGS, FORMATS
from project import Project, bare, spark

COLUMNS = "id int, status string, at int"
WRITES = ("create", "insert", "merge", "update", "delete", "alter", "call", "drop", "truncate")
CONFIG = {"primary_key": "id", "sequence_field": "at", "changelog_producer": "lookup"}


def side(project: Project) -> str:
    """A schema for the side tables of this test."""
    return f"{project.schema}_side"


def place(project: Project, schema: str | None) -> None:
    """Sets where the next run keeps the side tables of new tables."""
    project.target["side_tables"] = {"schema": schema} if schema else {}


def batch(project: Project, rows: list[tuple[Any, ...]], formats: list[str] = FORMATS) -> None:
    """One model per format, so that one run tests both."""
    for format in formats:
        project.model(f"in_{format}", COLUMNS, rows, file_format=format, **CONFIG)


def readers(project: Project) -> None:
    """A model per format that counts by status over the changes."""
    text = """
        {{{{ config(materialized='incremental', primary_key='status', merge_engine='aggregation', file_format='{0}',
                    fields={{'n': {{'aggregate_function': 'sum'}}}}) }}}}
        select status, 1 as n, _row_kind from {{{{ tablestore.changelog(ref('in_{0}')) }}}}
        """
    for format in FORMATS:
        project.write(f"models/counts_{format}.sql", text.format(format))


def tables(catalog: str, schema: str) -> list[str]:
    """The tables of a schema; none if there is no such schema."""
    schemas = [row[0] for row in spark().sql(f"show schemas in {catalog}").collect()]
    found = spark().sql(f"show tables in {catalog}.{schema}").collect() if schema in schemas else []
    return sorted(row["tableName"] for row in found if not row["isTemporary"])


def check(project: Project, schema: str | None, status: str, commits: int, formats: list[str] = FORMATS) -> None:
    """The side tables are in this schema and have all commits of the tables, whose rows are right.

    There are none in the other schema.
    """
    for format in formats:
        catalog, home = CATALOGS[format], [f"in_{format}"]
        names = [f"in_{format}__{suffix}" for suffix in ("changelog", "commits")]
        if (project.folder / "models" / f"counts_{format}.sql").is_file():
            home += [f"counts_{format}"]
            names += [f"counts_{format}__commits"]
            counted = project.rows(f"select status, count(*) from {{{format}}}.in_{format} group by status")
            assert project.rows(f"select status, n from {{{format}}}.counts_{format} where n <> 0") == counted
        moved = [f"{project.schema}__{name}" for name in names]
        assert tables(catalog, project.schema) == sorted(home if schema else home + names)
        assert tables(catalog, side(project)) == (sorted(moved) if schema else [])

        table, sides = f"{{{format}}}.in_{format}", f"{{{format}}}.in_{format}"
        if schema:
            sides = f"{catalog}.{schema}.{project.schema}__in_{format}"
        assert project.rows(f"select distinct status from {table}") == [(status,)]
        properties = project.last_commit(table)
        epoch = properties["tablestore.epoch"]
        history = project.rows(f"select commit from {sides}__commits where epoch = '{epoch}'")
        assert project.rows(f"select distinct _commit from {sides}__changelog") == history
        assert history[-1] == (int(properties["tablestore.commit"]),)
        total = project.rows(f"select count(*) from {sides}__commits")
        assert total == [(commits,)], "the history has all builds of the table"


@pytest.mark.extended
def test_side_tables_move_with_the_next_rebuild(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    place(project, side(project))
    batch(project, [(1, "a", 1), (2, "a", 1)])
    readers(project)
    project.run()
    check(project, side(project), "a", 1)
    batch(project, [(1, "b", 2), (2, "b", 2), (3, "b", 2)])
    project.run()
    check(project, side(project), "b", 2)

    place(project, None)
    batch(project, [(1, "c", 3), (2, "c", 3), (3, "c", 3)])
    project.run()
    check(project, side(project), "c", 3)
    project.succeed("run-operation", "show_merge_sql", "--args", f"{{model: in_{FORMATS[0]}}}")
    shown = capsys.readouterr().out
    assert shown.count(f"{side(project)}.{project.schema}__in_{FORMATS[0]}__changelog") > 1

    project.run("--full-refresh")
    check(project, None, "c", 4)
    batch(project, [(1, "d", 4), (2, "d", 4), (3, "d", 4)])
    project.run()
    check(project, None, "d", 5)


def stop_before(monkeypatch: pytest.MonkeyPatch, step: int) -> list[str]:
    """Makes the model fail before its ``step``-th writing statement; returns those that were sent."""
    original, sent = Cursor.execute, list[str]()

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        statement = bare(sql)
        if f"in_{FORMATS[0]}" in statement and statement.startswith(WRITES):
            if len(sent) == step:
                raise overlaps.FaultError("stopped")
            sent.append(statement.split("\n")[0])
        original(self, sql, bindings)

    monkeypatch.setattr(Cursor, "execute", execute)
    return sent


@pytest.mark.extended
def test_a_rebuild_that_moves_them_can_be_stopped(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any statement. The next run completes it, or goes on in the old place if the table was not replaced."""
    formats, table = FORMATS[:1], f"{{{FORMATS[0]}}}.in_{FORMATS[0]}"
    current, commits, step, finished, places = None, 1, 0, False, set[tuple[bool, bool]]()
    batch(project, [(1, "first", 1)], formats)
    project.run()
    while not finished:
        other = None if current else side(project)
        place(project, other)
        batch(project, [(1, f"rebuilt {step}", 2 * step + 2)], formats)
        with monkeypatch.context() as patch:
            sent = stop_before(patch, step)
            finished = project.dbt("run", "--full-refresh").success
        replaced = project.rows(f"select status from {table}") == [(f"rebuilt {step}",)]
        place(project, current)  # a run finds the tables whatever the profile says
        batch(project, [(1, f"next {step}", 2 * step + 3)], formats)
        project.run()
        places.add((finished, replaced))
        current, commits = other if replaced else current, commits + (2 if replaced else 1)
        check(project, current, f"next {step}", commits, formats=formats)
        step += 1
    assert places == {(False, False), (False, True), (True, True)}, sent


def test_names_in_the_other_schema_belong_to_one_table(project: Project) -> None:
    """Also to one of two tables whose names would be the same there: `s`.`a__b` and `s__a`.`b`."""
    place(project, side(project))
    project.model("orders", "id int", [(1,)], primary_key="id", alias="a__b", file_format=FORMATS[0])
    project.run()
    table = f"{CATALOGS[FORMATS[0]]}.{side(project)}.{project.schema}__a__b__commits"
    plain = {"materialized": "table", "schema": "side", "file_format": FORMATS[0]}
    project.model("plain", "id int", [(1,)], alias=f"{project.schema}__a__b__commits", **plain)
    message = project.error("--select", "plain")
    assert "the keyed model 'orders' keeps its commits and changes in the table of this name" in message
    message = project.error("--select", "orders")
    assert f"{table} belongs to model 'plain': give it another name or alias" in message
    assert project.rows(f"select * from {table} where commit <> 1") == []
    (project.folder / "models" / "plain.sql").unlink()
    project.model("other", "id int, v int", [(1, 1)], primary_key="id", schema="_a", alias="b", file_format=FORMATS[0])
    message = project.error("--select", "other")
    owner = f"{CATALOGS[FORMATS[0]]}.{project.schema}.a__b"
    assert f"{table} belongs to the keyed table {owner}: give it another alias or schema, or drop {table}" in message
