"""Materialized views of plain views, whose columns are not those of their text."""

from __future__ import annotations

import pytest

from formats import CATALOGS
from project import Project, spark

FORMATS_OF = {catalog: format for format, catalog in CATALOGS.items()}
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


TOTALS = "select id, sum(amount) as total from {} group by id"
# both names of a table are in one, with a comment, a column, and a common table expression with the name of another
VIEWS = {
    "two": "select orders.id, orders.amount from {schema}.orders -- orders",
    "one": "with items as (select * from orders) select items.id, items.amount from items join orders using (id)",
}


@pytest.mark.parametrize("database", ["lake", "spark_catalog"])
def test_names_without_a_catalog_are_the_tables_that_spark_reads(warm_project: Project, database: str) -> None:
    """In a view, those of the catalog where it was created; in a model, those of the current catalog, which is lake."""
    project, schema, session = warm_project, warm_project.schema, spark().newSession()
    project.target["database"] = database
    sources = {"own": f"{schema}.orders"}
    for format, catalog in CATALOGS.items():
        session.sql(f"create schema if not exists {catalog}.{schema}")
        session.sql(f"use {catalog}.{schema}")
        feed = "tblproperties ('delta.enableChangeDataFeed' = 'true')" if format == "delta" else ""
        session.sql(f"create table orders (id int, amount int) using {format} {feed}")
        session.sql(f"insert into orders values (1, {len(catalog)}), (2, 2)")
        for view, text in VIEWS.items():
            session.sql(f"create view {view} as {text.format(schema=schema)}")
            sources[f"{view}_of_{catalog}"] = f"{catalog}.{schema}.{view}"
    session.sql("use lake")
    config = f"materialized='materialized_view', file_format='{FORMATS_OF[database]}', verify=1"
    for name, source in sources.items():
        project.write(f"models/{name}.sql", f"{{{{ config({config}) }}}}\n{TOTALS.format(source)}")
    for kind in ("full", "incremental"):
        done = project.run()
        for name, source in sources.items():
            answer = session.sql(TOTALS.format(source)).collect()
            rows = session.sql(f"select * from {database}.{schema}.{name}").collect()
            assert sorted(rows) == sorted(answer), (name, kind)
            assert done[name]["kind"] == kind, (name, done[name]["reason"])
        for catalog in CATALOGS.values():
            session.sql(f"insert into {catalog}.{schema}.orders values (3, {len(catalog)})")
