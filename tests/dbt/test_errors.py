"""Bad input ends in one error that names model, option, what was given and what to write; the table is untouched."""

from __future__ import annotations

import pytest

from formats import FORMATS
from project import Project

COLUMNS = "id int, v string, at int"
ROWS = [(1, "a", 1)]
GOOD = {"primary_key": "id", "sequence_field": "at"}


def test_all_problems_of_a_model_at_once_and_before_anything_is_written(
    project: Project, statements: list[str]
) -> None:
    project.model(
        "orders",
        COLUMNS,
        ROWS,
        primary_key="idd",
        sequence_fields="at",
        merge_engine="dedup",
        ignore_delete="yes",
        incremental_strategy="append",
        unique_key="id",
        file_format="csv",
        table_options={"merge-engin": "x", "sequence.field": "nope"},
    )
    error = project.error()
    for text in [
        "model 'orders' cannot be built as a keyed table",
        "'primary_key' names 'idd', which is not a column of the SELECT (it has id, v, at), did you mean 'id'?",
        "config 'sequence_fields' is not an option, did you mean 'sequence_field'",
        "'merge_engine' is 'dedup'; accepted are deduplicate",
        "'ignore_delete' is 'yes'; write true or false",
        "incremental_strategy 'append' cannot be combined with a primary key",
        "'unique_key' cannot be combined with the options of a keyed model: write primary_key instead",
        "file_format 'csv' cannot hold a keyed table; accepted are iceberg, delta",
        "table_options has 'merge-engin', which is not an option, did you mean 'merge-engine'?",
        "'sequence_field' names 'nope'",
    ]:
        assert text in error, error
    assert not any(sql.startswith(("create or replace table", "drop table", "alter")) for sql in statements)


@pytest.mark.parametrize(
    ("config", "columns", "message"),
    [
        ({"merge_engine": "deduplicate"}, "id int", "'primary_key' is missing"),
        ({"primary_key": ["id", "ID"]}, "id int", "'primary_key' names a column twice"),
        ({"primary_key": "id"}, "id double", "key column 'id' is of type double"),
        ({"primary_key": "id"}, "id array<int>", "key column 'id' is of type array<int>"),
        ({"primary_key": "id", "rowkind_field": "v"}, "id int, v int", "row kind column 'v' is of type int"),
        ({"primary_key": "id"}, "id int, _change int", "column '_change' is used by the merge itself"),
        (
            {"primary_key": "id", "ignore_delete": True, "table_options": {"ignore-delete": "true"}},
            "id int",
            "set the same option",
        ),
        ({"primary_key": {"a": 1}}, "id int", "write a column name or a list of column names"),
    ],
)
def test_one_problem(project: Project, config: dict[str, object], columns: str, message: str) -> None:
    project.model("orders", columns, [], **config)
    assert message in project.error()


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


@pytest.mark.parametrize("format", FORMATS)
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
    assert "the table is as it was" in error
    assert 'key column id is null: 2 row(s), for example {"id":null' in error
    assert "row kind INSERT is not one of +I, -U, +U, -D: 1 row(s)" in error
    assert project.rows(f"select * from {{{format}}}.orders") == [(1, "a", 1)]
    assert len(project.rows(f"select * from {{{format}}}.orders__commit where _refused is not null")) == 2
    project.model("orders", columns, [(5, "b", 2, "+I")], **GOOD, file_format=format)
    project.run()
    assert project.rows(f"select * from {{{format}}}.orders") == [(1, "a", 1), (5, "b", 2)]


def test_a_null_key_in_the_first_run(project: Project) -> None:
    project.model("orders", COLUMNS, [(None, "b", 2)], **GOOD)
    assert "key column id is null: 1 row(s)" in project.error()
    assert project.rows("show tables in {iceberg} like 'orders'") == []
