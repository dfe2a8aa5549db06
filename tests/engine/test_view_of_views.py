"""Materialized views of plain views, whose columns are not those of their text."""

from __future__ import annotations

import pytest

from project import Project, spark

QUERIES = {
    "renamed": "select k, sum(w) as t from {view} where w > 1 group by k",
    "distinct": "select k, count(*) as c from (select distinct * from {view}) as d group by k",
}


@pytest.mark.parametrize("catalog", ["spark_catalog", pytest.param("lake", marks=pytest.mark.extended)])
def test_a_view_with_columns_of_its_own(warm_project: Project, catalog: str) -> None:
    """One has renamed its columns, the other is older than a column of its table."""
    project, names = warm_project, {}
    tables = project.plain_tables("k int, v int", "(1, 10), (2, 1), (2, 1)", ["iceberg"])
    schema = f"{catalog}.{project.schema}"
    spark().sql(f"create schema if not exists {schema}")
    for name, columns, text in (("listed", " (k, w)", "select v, k"), ("older", "", "select *, v as w")):
        names[name] = f"{schema}.{name}"
        spark().sql(f"create or replace view {names[name]}{columns} as {text} from {tables['iceberg']}")
    spark().sql(f"alter table {tables['iceberg']} add column x int first")
    for view in names:
        for kind, query in QUERIES.items():
            text = query.format(view=names[view])
            config = "{{ config(materialized='materialized_view', refresh_policy='incremental') }}"
            project.write(f"models/{view}_{kind}.sql", f"{config}\n{text}")
    for change in ("select 1", "insert into {} values (7, 1, 2), (8, 2, 4)"):
        spark().sql(change.format(tables["iceberg"]))
        project.run()
        for view in names:
            for kind, query in QUERIES.items():
                answer = project.rows(query.format(view=names[view]))
                assert project.rows(f"select * from {{iceberg}}.{view}_{kind}") == answer, (view, kind, change)
