"""Rows and columns that a keyed model refuses when it runs; the table stays as it was."""

from __future__ import annotations

import re
from typing import Any

from project import Project

COLUMNS = "id int, v string, at int"
GOOD = {"primary_key": "id", "sequence_field": "at"}


def test_a_column_selected_twice(project: Project) -> None:
    project.write(
        "models/orders.sql", "{{ config(materialized='incremental', primary_key='id') }} select 1 as id, 2 as v, 3 as V"
    )
    assert "the SELECT returns column 'v' more than once" in project.error()


def test_a_column_without_a_type(project: Project) -> None:
    project.write(
        "models/orders.sql", "{{ config(materialized='incremental', primary_key='id') }} select 1 as id, null as v"
    )
    assert "column 'v' has no type: write cast(null as <type>)" in project.error()


def test_null_keys_and_bad_row_kinds_leave_the_table_alone(project: Project, format: str) -> None:
    columns = COLUMNS + ", _row_kind string"
    project.model("orders", columns, [(1, "a", 1, "+I")], **GOOD, file_format=format)
    project.run()
    project.model(
        "orders",
        columns,
        [(None, "b", 2, "+I"), (None, "c", 2, "-D"), (1, "z", 9, "insert"), (5, "b", 2, "+I")],
        **GOOD,
        file_format=format,
    )
    error = project.error()
    assert "no row was written" in error
    assert 'key column id is null: 1 key (2 rows), for example {"id":null}' in error
    assert 'row kind INSERT is not one of +I, -U, +U, -D: 1 row, for example {"id":1}' in error
    assert project.rows(f"select * from {{{format}}}.orders") == [(1, "a", 1)]
    shown = re.search(r"to see one row of each key, .* in _rows: select \* (from \S+ where .*)", error)
    assert shown and project.rows(f"select id, _rows {shown[1]}") == [(1, 1), (None, 2)]
    project.model("orders", columns, [(5, "b", 2, "+I")], **GOOD, file_format=format)
    project.run()
    assert project.rows(f"select * from {{{format}}}.orders") == [(1, "a", 1), (5, "b", 2)]


def test_a_refused_key_is_shown_without_rows_that_are_not_the_reason(project: Project) -> None:
    """A key can have rows that could be merged, and what they are folded to may be no row of the batch."""
    columns = COLUMNS + ", _row_kind string"
    partial: dict[str, Any] = {"merge_engine": "partial-update"}
    least: dict[str, Any] = {"merge_engine": "aggregation", "fields": {"v": {"aggregate_function": "min"}}}
    project.model("parts", columns, [(1, "a", 10, "+I"), (1, "b", 20, "-D"), (2, "c", 30, "+I")], **GOOD, **partial)
    project.model("least", columns, [(3, "a", 10, "+I"), (3, "b", 10, "-D"), (4, "c", 30, "+I")], **GOOD, **least)
    error = project.error()
    assert sorted(re.findall(r"(min does|-U and -D) .*: (1 key .*)", error)) == [
        ("-U and -D", '1 key (2 rows), for example {"id":1}'),
        ("min does", '1 key (2 rows), for example {"id":3}'),
    ]


def test_a_null_key_in_the_first_run(project: Project) -> None:
    project.model("orders", COLUMNS, [(None, "b", 2)], **GOOD)
    assert "key column id is null: 1 row," in project.error()
    assert project.rows("show tables in {iceberg} like 'orders'") == []
