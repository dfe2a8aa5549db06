"""Iceberg's API and Spark's statement do the same with the row of a history."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.spark import iceberg_rows
from dbt.adapters.tablestore.spark.iceberg_tables import iceberg_table
from dbt.adapters.tablestore.sql.own_statement import OwnStatement
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

import harness
from formats import CATALOGS, FORMATS
from project import Project, spark

pytestmark = pytest.mark.skipif("iceberg" not in FORMATS, reason="rows are replaced by Iceberg's API")
COUNTS = ["rows_inserted", "duration_ms", "refresh"]
COLUMNS = "commit bigint, epoch string, committed_at timestamp, invocation_id string, offsets string"
OFFSETS = '{"`lake`.`it\'s`": {"commit": 3, "text": "a\\\\b ${c}"}}'


def created(project: Project, *names: str) -> list[str]:
    """New histories in the project's schema, in the Spark that dbt has begun."""
    project.succeed("show", "--inline", "select 1")
    schema = f"{CATALOGS['iceberg']}.{project.schema}"
    spark().sql(f"create schema if not exists {schema}")
    tables = [f"{schema}.{name}" for name in names]
    counts = ", ".join(f"{name} {'string' if name == 'refresh' else 'bigint'}" for name in COUNTS)
    for table in tables:
        spark().sql(f"create table {table} ({COLUMNS}, {counts}) using iceberg partitioned by (epoch)")
    return tables


def statement(table: str, commit: int, epoch: str, rows: int, refresh: str | None = None) -> OwnStatement:
    """The statement of a commit for its row in the history."""
    properties = {
        "tablestore.epoch": epoch,
        "tablestore.committed-at": f"2026-11-29 0{commit}:46:38.00000{commit}+00:00",
        "tablestore.invocation-id": "run",
        "tablestore.offsets": OFFSETS,
        "tablestore.counts": f'{{"rows_inserted": {rows}}}',
        **({"tablestore.refresh": refresh} if refresh else {}),
    }
    made = {"number": commit, "properties": properties, "history_counts": COUNTS, "has_history": True}
    plan = {"history_table": table, "table_format": {"has_branches": True}}
    return OwnStatement.of(harness.call("_history_statements", plan, {**made, "new_counts": []})[0])


def rows(table: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in spark().sql(f"select * from {table} order by epoch, commit, committed_at").collect()]


def files(table: str) -> list[tuple[Any, ...]]:
    """What is known of the files of a table, but for their names and sizes."""
    known = "content, file_format, partition, record_count, value_counts, null_value_counts, lower_bounds, upper_bounds"
    return [tuple(row) for row in spark().sql(f"select {known} from {table}.files order by lower_bounds[1]").collect()]


def test_a_row_is_replaced_as_by_spark(project: Project) -> None:
    """Several builds, a row that is there already, nulls, and texts that need escapes in SQL."""
    by_api, by_spark = created(project, "by_api", "by_spark")
    commits = [(1, "a", 5), (2, "a", 2**40), (1, "b", 7, '{"reason": "it\'s \\"new\\""}'), (2, "a", 6), (3, "a", 0)]
    for commit in commits:
        assert iceberg_rows.replace(spark(), statement(by_api, *commit).facts)  # type: ignore[arg-type]
        spark().sql(statement(by_spark, *commit))  # type: ignore[arg-type]
    found = rows(by_api)
    assert [row[:2] + row[5:6] for row in found] == [(1, "a", 5), (2, "a", 6), (3, "a", 0), (1, "b", 7)]
    assert {row[4] for row in found} == {OFFSETS}
    assert found == rows(by_spark)
    assert files(by_api) == files(by_spark)


def test_rows_that_are_not_replaced(project: Project) -> None:
    """One in a file with others is an error, as for Spark, to which some tables are left."""
    table, other = created(project, "both", "other")
    values = ", ".join(f"({commit}, 'a', timestamp '2026-01-01', 'run', '', 1, 1, null)" for commit in (1, 2))
    spark().sql(f"insert into {table} select /*+ coalesce(1) */ * from values {values}")
    before, again = rows(table), statement(table, 2, "a", 9)
    folder = Path(iceberg_table(spark(), table).location().removeprefix("file:")) / "data"
    written = sorted(folder.rglob("*.parquet"))
    refused = pytest.raises((PySparkException, Py4JJavaError), match="some, but not all, rows match")
    with refused:
        iceberg_rows.replace(spark(), again.facts)
    assert sorted(folder.rglob("*.parquet")) == written != []
    with refused:
        spark().sql(again)
    spark().sql(f"cache table cached_rows as select * from {table}")
    try:
        assert not iceberg_rows.replace(spark(), statement(table, 3, "a", 1).facts)
    finally:
        spark().sql("uncache table cached_rows")
    without_zone = {**again.facts.row, "committed_at": "2026-03-01 00:00:00"}
    assert not iceberg_rows.replace(spark(), dataclasses.replace(again.facts, row=without_zone))
    assert rows(table) == before

    spark().sql(f"alter table {other} drop column rows_inserted")
    assert not iceberg_rows.replace(spark(), statement(other, 1, "a", 1).facts)
    spark().sql(f"alter table {other} add column rows_inserted decimal(5,1)")
    assert not iceberg_rows.replace(spark(), statement(other, 1, "a", 1).facts)
    assert rows(other) == []
    assert not iceberg_rows.replace(spark(), statement("spark_catalog.default.none", 1, "a", 1).facts)
