"""Keyed models with the `deduplicate` engine, through `dbt run`."""

from __future__ import annotations

import pytest

from formats import BOTH
from project import Project

COLUMNS = "id int, status string, at int, _row_kind string"


def batch(project: Project, format: str, rows: list[tuple[object, ...]], **config: object) -> None:
    project.model(
        "orders", COLUMNS, rows, **{"primary_key": "id", "sequence_field": "at", "file_format": format} | config
    )


@pytest.mark.parametrize("format", BOTH)
def test_batches_of_changes_become_the_last_row_of_each_key(project: Project, format: str) -> None:
    batch(project, format, [(1, "new", 10, "+I"), (1, "paid", 20, "+U"), (2, "new", 10, "+I"), (3, None, 5, "-D")])
    assert project.run()["orders"]["rows_inserted"] == 2
    batch(project, format, [(1, "late", 15, "+U"), (2, "gone", 10, "-D"), (3, None, None, "+I"), (4, "new", 1, None)])
    response = project.run()["orders"]
    counts = {name: response[name] for name in response if name.startswith("rows_") and response[name]}
    assert counts == {
        "rows_affected": 3,
        "rows_inserted": 2,
        "rows_deleted": 1,
        "rows_ignored_late": 1,
        "rows_in_batch": 4,
    }
    assert project.rows(f"select * from {{{format}}}.orders") == [(1, "paid", 20), (3, None, None), (4, "new", 1)]
    batch(project, format, [(3, "filled", 0, "+I"), (3, None, None, "-D"), (4, "new", 1, "+U")])
    assert project.run()["orders"]["rows_unchanged"] == 1
    assert project.rows(f"select * from {{{format}}}.orders") == [(1, "paid", 20), (3, "filled", 0), (4, "new", 1)]


def test_full_refresh_starts_a_new_epoch(project: Project, format: str) -> None:
    batch(project, format, [(1, "a", 1, "+I")])
    project.run()
    first = project.last_commit(f"{{{format}}}.orders")
    batch(project, format, [(2, "b", 1, "+I")])
    project.run("--full-refresh")
    second = project.last_commit(f"{{{format}}}.orders")
    assert project.rows(f"select * from {{{format}}}.orders") == [(2, "b", 1)]
    assert (first["tablestore.commit"], second["tablestore.commit"]) == ("1", "1")
    assert first["tablestore.epoch"] != second["tablestore.epoch"]


@pytest.mark.parametrize("format", BOTH)
def test_untouched_files_stay(project: Project, format: str) -> None:
    for keys in (range(25), range(25, 50)):
        batch(project, format, [(key, "a", 1, "+I") for key in keys])
        project.run()
    table = f"{{{format}}}.orders"
    files = f"select distinct input_file_name() from {table} where id <> 7"
    before = project.rows(files)
    # A merge into a small Delta table writes the file of the key again.
    rewritten = project.rows(f"select input_file_name() from {table} where id = 7") if format == "delta" else []
    batch(project, format, [(7, "b", 2, "+U")])
    project.run()
    assert len(before) > len(rewritten)
    assert {file for file in before if file not in rewritten} <= set(project.rows(files))


def test_what_a_merge_has_done_is_counted(project: Project, format: str) -> None:
    """The MERGE of a small batch decides itself; its counts are those of the rows before and after it."""
    counts = "rows_inserted, rows_updated, rows_deleted, rows_unchanged, rows_ignored_late, rows_in_batch"
    stored: dict[int, tuple[str, int]] = {}
    batches = [
        [(1, "a", 5, "+I"), (2, "a", 5, "+I"), (3, "a", 5, "+I")],
        [
            (1, "b", 6, "+U"),
            (2, "late", 1, "+U"),
            (3, "a", 5, "+U"),
            (4, "n", 1, "+I"),
            (4, "m", 2, "+U"),
            (9, "x", 1, "-D"),
        ],
        [(1, "late", 1, "+U"), (2, "late", 1, "-D")],  # nothing changes, and the commit is recorded
        [(1, "b", 6, "+U"), (2, "gone", 7, "-D")],
    ]
    expected = []
    for rows in batches:
        done = dict.fromkeys(counts.split(", "), 0) | {"rows_in_batch": len(rows)}
        for key, status, at, kind in {row[0]: row for row in sorted(rows, key=lambda row: row[2])}.values():
            old = stored.get(key)
            if old is not None and at < old[1]:
                done["rows_ignored_late"] += 1
            elif kind == "-D":
                done["rows_unchanged" if stored.pop(key, None) is None else "rows_deleted"] += 1
            else:
                change = "rows_inserted" if old is None else "rows_unchanged" if old == (status, at) else "rows_updated"
                done[change] += 1
                stored[key] = (status, at)
        expected.append(tuple(done.values()))
        batch(project, format, rows)
        project.run()
        table = project.rows(f"select id, status, at from {{{format}}}.orders")
        assert table == sorted((key, *row) for key, row in stored.items())
    assert project.rows(f"select {counts} from {{{format}}}.orders__commits") == sorted(expected)


def test_runs_leave_few_manifests(project: Project) -> None:
    for number in range(1, 6):
        batch(project, "iceberg", [(1, "a", number, "+U")], changelog_producer="lookup")
        project.run()
    for table in ("orders", "orders__changelog"):
        manifests = f"select count(*) from {{iceberg}}.{table}.manifests where content = 0"
        assert project.rows(manifests)[0][0] < 4, table


def test_several_sequence_fields_descending_and_nulls(project: Project, format: str) -> None:
    columns = "k string, v int, s int, t string"
    config = {"primary_key": ["k"], "sequence_field": ["s", "t"], "file_format": format}
    project.model(
        "up", columns, [("a", 1, 2, None), ("a", 2, 2, ""), ("a", 3, None, "z"), ("b", 1, None, None)], **config
    )
    project.model(
        "down",
        columns,
        [("a", 1, 2, "x"), ("a", 2, 3, "x"), ("a", 3, None, "x"), ("b", 1, 5, "b"), ("b", 2, 5, "a")],
        **config,
        sequence_field_sort_order="descending",
    )
    project.run()
    assert project.rows(f"select k, v from {{{format}}}.up") == [("a", 2), ("b", 1)]
    assert project.rows(f"select k, v from {{{format}}}.down") == [("a", 1), ("b", 2)]
    project.model("up", columns, [("a", 9, 2, None), ("b", 9, None, None)], **config)
    project.model(
        "down", columns, [("a", 9, 1, "x"), ("b", 9, None, "a")], **config, sequence_field_sort_order="descending"
    )
    project.run()
    assert project.rows(f"select k, v from {{{format}}}.up") == [("a", 2), ("b", 9)]
    assert project.rows(f"select k, v from {{{format}}}.down") == [("a", 9), ("b", 2)]


def test_ignored_kinds_and_a_stored_row_kind(project: Project, format: str) -> None:
    rows = [(1, "a", 1, "+I"), (1, "b", 2, "-U"), (2, "a", 1, "+i"), (2, "b", 2, "-D")]
    columns = "id int, v string, at int, op string"
    common = {"primary_key": "id", "sequence_field": "at", "rowkind_field": "op", "file_format": format}
    project.model("both", columns, rows, **common, ignore_delete=True)
    project.model("before", columns, rows, **common, table_options={"ignore-update-before": "true"})
    project.run()
    assert project.rows(f"select id, v, op from {{{format}}}.both") == [(1, "a", "+I"), (2, "a", "+i")]
    assert project.rows(f"select id, v, op from {{{format}}}.before") == [(1, "a", "+I")]


def test_order_of_the_batch_does_not_matter(project: Project) -> None:
    rows = [(1, value, 1, kind) for value in ("a", "b", None) for kind in ("+I", "+U")]
    project.model("one", COLUMNS, rows, primary_key="id", sequence_field="at")
    project.model("two", COLUMNS, rows[::-1], primary_key="id", sequence_field="at")
    project.run()
    assert project.rows("select * from {iceberg}.one") == project.rows("select * from {iceberg}.two")


def test_maps_structs_and_arrays_are_values(project: Project, format: str) -> None:
    sql = "select 1 as id, map('a', 1, 'b', {value}) as m, named_struct('x', array({value})) as s"
    config = "{{ config(materialized='incremental', primary_key='id', file_format='" + format + "') }}\n"
    for value in (1, 1, 2):
        project.write("models/nested.sql", config + sql.format(value=value))
        response = project.run()["nested"]
    assert response["rows_updated"] == 1
    assert project.rows(f"select m['b'], s.x[0] from {{{format}}}.nested") == [(2, 2)]


def test_a_model_without_keys_is_plain_dbt(project: Project, statements: list[str]) -> None:
    project.model("plain", "id int", [(1,)], file_format="iceberg")
    project.run()
    project.run()
    assert project.rows("select * from {iceberg}.plain") == [(1,), (1,)]
    assert not any("tablestore." in sql or "__commit" in sql or "__claim" in sql for sql in statements)
