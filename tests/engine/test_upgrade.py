"""A model that changes: what its stored rows cannot follow is refused, what they can is carried out."""

from __future__ import annotations

from typing import Any

import pytest

from formats import FORMATS
from project import Project

COLUMNS = "id int, region string, v int, tags string, at int"
ROWS = [(1, "a", 1, "x", 1)]
SUMS = {"v": {"aggregate_function": "sum"}, "tags": {"aggregate_function": "listagg"}}
GROUP = {"at": {"sequence_group": ["v", "tags"]}}
BUILT: dict[str, dict[str, Any]] = {
    "keys": {"primary_key": ["id", "region"]},
    "engines": {"primary_key": "id"},
    "sequences": {"primary_key": "id", "sequence_field": "at"},
    "functions": {"primary_key": "id", "merge_engine": "aggregation", "fields": SUMS},
    "groups": {"primary_key": "id", "merge_engine": "partial-update", "fields": GROUP},
    "delta": {"primary_key": "id", "file_format": "delta"},
}
# model -> what changes -> the message
REFUSED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "keys": ({"primary_key": "id"}, ["'primary_key' was 'id, region' and is 'id'"]),
    "engines": ({"merge_engine": "aggregation"}, ["'merge_engine' was 'deduplicate' and is 'aggregation'"]),
    "sequences": (
        {"sequence_field_sort_order": "descending"},
        ["'sequence_field' was 'at' and is 'at, descending'"],
    ),
    "functions": (
        {"fields": {"v": {"aggregate_function": "max"}, "tags": {"aggregate_function": "listagg", "distinct": True}}},
        [
            "the merge of column 'v' was 'sum' and is 'max'",
            "the merge of column 'tags' was 'listagg' and is 'listagg, distinct'",
        ],
    ),
    "groups": (
        {"fields": {"at": {"sequence_group": ["v"]}}},
        ["the merge of column 'tags' was 'last_value, ordered by at' and is 'last_non_null_value'"],
    ),
    "delta": ({"sequence_field": "at"}, ["'sequence_field' was 'none' and is 'at'"]),
}
# What changes nothing of the rows that are there.
ACCEPTED: dict[str, dict[str, Any]] = {
    "keys": {"primary_key": ["REGION", "id"], "changelog_producer": "lookup", "ignore_delete": True},
    "functions": {"fields": SUMS | {"v": {"aggregate_function": "sum", "ignore_retract": True}}, "state_ttl": "1 d"},
    "groups": {"partial_update_remove_record_on_sequence_group": "at"},
}


def build(project: Project, changes: dict[str, dict[str, Any]], rows: list[tuple[Any, ...]]) -> None:
    for name, config in BUILT.items():
        project.model(name, COLUMNS, rows, **(config | changes.get(name, {})))


def tables(project: Project) -> dict[str, Any]:
    """Rows and commits."""
    found = {}
    for name in BUILT:
        table = f"{{{'delta' if name == 'delta' else 'iceberg'}}}.{name}"
        commit = project.last_commit(table)["tablestore.commit"]
        found[name] = project.rows(f"select id, region, v, tags, at from {table}"), commit
    return found


def test_a_change_of_meaning_is_named_and_refused_until_the_table_is_rebuilt(project: Project) -> None:
    build(project, {}, ROWS)
    project.run()
    before = tables(project)
    build(project, {name: change for name, (change, _) in REFUSED.items()}, [(2, "b", 2, "y", 2)])
    error = project.error()
    for name, (_, lines) in REFUSED.items():
        assert f"model '{name}' has changed in a way that its stored rows do not allow; nothing was written" in error
        assert f"dbt run --full-refresh --select {name}+" in error
        for line in lines:
            assert line in error, error
    assert tables(project) == before
    project.run("--full-refresh", "--select", "keys sequences")
    project.run("--select", "keys sequences")
    after = tables(project)
    assert (after["keys"][1], after["sequences"][1], after["engines"]) == ("2", "2", before["engines"])


@pytest.mark.extended
def test_what_rows_can_follow_and_tables_of_before(project: Project) -> None:
    build(project, {}, ROWS)
    project.run()
    build(project, ACCEPTED, ROWS)
    project.run()
    # tables made before they kept their definition: some say their key and engine, the oldest nothing
    project.forget("{iceberg}.functions", "tablestore.definition")
    project.forget("{iceberg}.engines", "tablestore.definition")
    project.forget("{delta}.delta", "tablestore.definition", "tablestore.merge-engine", "tablestore.primary-key")
    build(project, ACCEPTED | {name: REFUSED[name][0] for name in ("functions", "engines", "delta")}, ROWS)
    error = project.error()
    assert "'merge_engine' was 'deduplicate' and is 'aggregation'" in error
    assert "model 'functions'" not in error and "model 'delta'" not in error
    # from then on they know
    build(project, {}, ROWS)
    error = project.error("--select", "functions delta")
    assert "the merge of column 'v' was 'max' and is 'sum'" in error
    assert "'sequence_field' was 'at' and is 'none'" in error


@pytest.mark.parametrize("mode", [pytest.param("ignore", marks=pytest.mark.extended), "append_new_columns"])
def test_wider_types_and_new_columns_reach_table_and_changelog(project: Project, mode: str) -> None:
    narrow, row = "id int, f float, d decimal(5,2)", (1, 0.5, 1.25)
    wide, added = "id bigint, f double, d decimal(12,2)", ", extra string"
    for format in FORMATS:
        config = {"primary_key": "id", "file_format": format, "changelog_producer": "lookup"}
        project.model(f"orders_{format}", narrow, [row], **config)
        project.write(
            f"models/reader_{format}.sql",
            f"{{{{ config(materialized='incremental', primary_key='id', file_format='{format}') }}}}\n"
            f"select * from {{{{ tablestore.changelog(ref('orders_{format}')) }}}}",
        )
    project.run()
    for format in FORMATS:
        config = {"primary_key": "id", "file_format": format, "changelog_producer": "lookup", "on_schema_change": mode}
        rows = [(2**40, 0.1, 1234567890.25, "x"), (1, 0.25, 2.5, "y")]
        project.model(f"orders_{format}", wide + added, rows, **config)
    project.run()
    said = "left out: extra" if mode == "ignore" else "new: extra"
    lines = [f"orders_{format}: {said} (on_schema_change is '{mode}')" for format in FORMATS]
    assert sorted(line for line in project.said if line.startswith("orders_") and "on_schema" in line) == sorted(lines)
    project.run()
    types = [("d", "decimal(12,2)"), ("f", "double"), ("id", "bigint")]
    types += [("extra", "string")] if mode == "append_new_columns" else []
    for format in FORMATS:
        for table in ("orders_", "reader_", "orders_{}__changelog"):
            name = table.format(format) if "{" in table else table + format
            found = [row[:2] for row in project.rows(f"describe table {{{format}}}.{name}") if row[0] in dict(types)]
            columns = [kind for kind in types if "reader" not in name or kind[0] != "extra"]
            assert sorted(found) == sorted(columns), name
        assert project.rows(f"select id, f, string(d) from {{{format}}}.reader_{format}") == [
            (1, 0.25, "2.50"),
            (2**40, 0.1, "1234567890.25"),
        ]
        # the changelog goes on: its first commit is still there
        log = f"select _row_kind, _commit from {{{format}}}.orders_{format}__changelog where id = 1 and _commit < 3"
        assert project.rows(log) == [("+I", 1), ("+U", 2), ("-U", 2)]


@pytest.mark.extended
def test_a_type_that_iceberg_lacks_is_that_of_the_model_in_every_run(project: Project) -> None:
    config = {"primary_key": "id", "merge_engine": "aggregation", "default_aggregate_function": "sum"}
    config |= {"changelog_producer": "lookup"}

    def batch(kind: str, value: int) -> None:
        project.model("sums", f"id int, v {kind}", [(1, value)], **config)

    batch("tinyint", 100)
    project.run()
    batch("tinyint", 27)
    project.run()
    batch("tinyint", 1)
    assert "column v: the sum does not fit tinyint; give the column a wider type" in project.error()
    # an earlier release did not record the type
    project.forget("{iceberg}.sums", "tablestore.column-types")
    assert "column v: the sum does not fit tinyint" in project.error()
    for kind, value in (("smallint", 32640), ("tinyint", 0)):
        batch(kind, value)
        project.run()
    batch("smallint", 1)
    assert "column v: the sum does not fit smallint" in project.error()
    batch("int", 1)
    project.run()
    assert project.rows("select * from {iceberg}.sums") == [(1, 32768)]
    # the changelog continues: no run took the stored types for a change
    assert project.rows("select distinct _commit from {iceberg}.sums__changelog") == [(1,), (2,), (3,), (4,), (5,)]


def test_a_new_column_has_the_type_of_the_model_too(project: Project) -> None:
    config = {"primary_key": "id", "merge_engine": "aggregation", "default_aggregate_function": "sum"}
    config |= {"on_schema_change": "append_new_columns"}
    project.model("sums", "id int, v int", [(1, 1)], **config)
    project.run()
    project.model("sums", "id int, v int, w tinyint", [(1, 1, 100)], **config)
    project.run()
    assert "column w: the sum does not fit tinyint" in project.error()


def test_fail_lets_no_type_pass(project: Project) -> None:
    config = {"primary_key": "id", "on_schema_change": "fail"}
    project.model("orders", "id int, v int", [(1, 1)], **config)
    project.run()
    project.model("orders", "id int, v bigint", [(1, 1)], **config)
    assert "column 'v' is int in the table and bigint in the SELECT" in project.error()
