"""Random views on real tables, refreshed by dbt after random changes."""

from __future__ import annotations

import os
import random
import re

import pytest
from dbt.adapters.tablestore.views.operators import stored_groups
from pyspark.errors import PySparkException

from formats import CATALOGS, FORMATS
from project import Project, Row, spark
from view_queries import TABLES, Queries, changed_rows, random_row, values_query

# `make views` runs more.
VIEWS, BATCHES = int(os.environ.get("VIEWS", "12")), int(os.environ.get("BATCHES", "3"))
SEED = os.environ.get("SEED", "")
_PROPERTIES = {"iceberg": "'format-version' = '2'", "delta": "'delta.enableChangeDataFeed' = 'true'"}


def answered(project: Project, queries: dict[str, str]) -> dict[str, list[Row]]:
    """The rows of queries; those that Spark refuses, such as for a subquery with several rows, are no longer views."""
    answers = {}
    for name, sql in [*queries.items()]:
        try:
            answers[name] = project.rows(sql)
        except PySparkException:
            del queries[name]
            (project.folder / "models" / f"{name}.sql").unlink()
    assert len(answers) > VIEWS / 2
    return answers


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_random_views_hold_what_their_queries_return(
    project: Project, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_groups, "_LARGE", 1)
    monkeypatch.setattr(stored_groups, "_ROWS_PER_GROUP", 1)
    chance = random.Random(f"{format}{SEED}")
    schema = f"{CATALOGS[format]}.{project.schema}"
    spark().sql(f"create schema if not exists {schema}")
    data = {table: [random_row(chance, table) for _ in range(10)] for table in TABLES}
    for table, rows in data.items():
        spark().sql(
            f"create table {schema}.{table} ({TABLES[table]}) using {format} tblproperties ({_PROPERTIES[format]})"
        )
        spark().sql(f"insert into {schema}.{table} {values_query(rows, TABLES[table])}")
    queries = {}
    for number in range(VIEWS):
        sql, _ = Queries(chance, ties=False, rare=False).query(chance.choice([1, 2, 2, 3]))
        queries[f"v{number}"] = re.sub(rf"\b(from|join) ({'|'.join(TABLES)})\b", rf"\1 {schema}.\2", sql)
        policy = "incremental" if number % 2 else "auto"
        config = f"materialized='materialized_view', file_format='{format}', refresh_policy='{policy}'"
        project.write(f"models/v{number}.sql", f"{{{{ config({config}) }}}}\n{queries[f'v{number}']}")
    answered(project, queries)
    first = project.run()
    assert not [found["reason"] for found in first.values() if "as it is written" in found.get("reason", "")]
    for _ in range(BATCHES):
        for table, rows in data.items():
            if changed_rows(chance, table, rows):
                spark().sql(f"insert overwrite {schema}.{table} {values_query(rows, TABLES[table])}")
        answers = answered(project, queries)
        project.run()
        for name, rows in answers.items():
            assert project.rows(f"select * from {schema}.{name}") == rows, queries[name]
