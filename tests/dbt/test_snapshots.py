"""Snapshots keep their history on both formats."""

import pytest

SNAPSHOT = """
snapshots:
  - name: snap
    relation: ref('src')
    config: {{unique_key: {key}, strategy: check, check_cols: all, hard_deletes: {deletes}, file_format: {format}}}
"""
ROWS = "{{{{ config(materialized='table') }}}} select * from values {rows} as t(id, part, name)"


def run(project, rows):
    project.write("models/src.sql", ROWS.format(rows=rows))
    project.succeed("run")
    project.succeed("snapshot")


@pytest.mark.parametrize("key", [pytest.param("id", marks=pytest.mark.extended), "[id, part]"])
def test_three_runs(project, format, place, key):
    project.write("snapshots/s.yml", SNAPSHOT.format(key=key, deletes="invalidate", format=format))
    run(project, "(1, 1, 'a'), (2, 1, 'b')")
    run(project, "(1, 1, 'A'), (2, 1, 'b')")
    run(project, "(1, 1, 'AA'), (3, 1, 'c')")
    rows = project.ordered(f"select id, name, dbt_valid_to is null from {place}.snap order by id, dbt_valid_from")
    assert rows == [(1, "a", False), (1, "A", False), (1, "AA", True), (2, "b", False), (3, "c", True)]


def test_deletion_record_keeps_the_values(project, format, place):
    project.write("snapshots/s.yml", SNAPSHOT.format(key="id", deletes="new_record", format=format))
    run(project, "(1, 1, 'a'), (2, 1, 'b')")
    run(project, "(1, 1, 'a')")
    run(project, "(1, 1, 'a'), (2, 1, 'back')")
    rows = project.ordered(
        f"select id, name, dbt_is_deleted, dbt_valid_to is null from {place}.snap order by id, dbt_valid_from, name"
    )
    assert rows == [
        (1, "a", "False", True),
        (2, "b", "False", False),
        (2, "b", "True", False),
        (2, "back", "False", True),
    ]


def test_new_column_and_format_check(project):
    project.write("snapshots/s.yml", SNAPSHOT.format(key="id", deletes="ignore", format="iceberg"))
    run(project, "(1, 1, 'a')")
    project.write(
        "models/src.sql", "{{ config(materialized='table') }} select 1 as id, 1 as part, 'a' as name, 5 as extra"
    )
    project.succeed("run")
    project.succeed("snapshot")
    assert project.ordered("select extra from {iceberg}.snap where dbt_valid_to is null") == [(5,)]
    project.write("snapshots/s.yml", SNAPSHOT.format(key="id", deletes="ignore", format="parquet"))
    result = project.fail("snapshot")
    assert "a snapshot needs file_format 'iceberg' or 'delta', not 'parquet'" in result.nodes["snap"].message
