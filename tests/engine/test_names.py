"""Columns and tables with names that look like something else."""

from __future__ import annotations

from pathlib import Path

import overlaps
from project import Project, spark

KEY = ["a,b", "it's"]
STRUCT = f"struct<Aa:int,{','.join(f'F{n}:int' for n in range(30))}>"
COLUMNS = f"#first int, a,b int, it's string, #Partition string, null int, s {STRUCT}"


def batch(project: Project, rows: list[tuple[object, ...]]) -> None:
    """On Iceberg; Delta has no columns with a comma."""
    project.model("keyed", COLUMNS, rows, primary_key=KEY, changelog_producer="lookup")
    project.model("plain", COLUMNS, rows, partition_by="`#Partition`")


def test_columns_keep_their_names_and_a_killed_run_is_completed(project: Project) -> None:
    batch(project, [(1, 1, "x", "p", 1, None)])
    project.run()
    batch(project, [(2, 1, "x", "q", 2, None), (3, 2, "y", "r", 3, None)])
    with overlaps.stopped_before(*overlaps.SEAL):
        assert "stopped before" in project.error("--select", "keyed")
    batch(project, [])
    project.run()
    for kind, rows in {"keyed": [(2, 1, "x", "q", 2), (3, 2, "y", "r", 3)], "plain": [(1, 1, "x", "p", 1)]}.items():
        stored = [row[:2] for row in project.ordered(f"describe {{iceberg}}.{kind}")][:6]
        assert [f"{name} {type}" for name, type in stored] == COLUMNS.split(", ")
        assert project.rows(f"select * except (s) from {{iceberg}}.{kind}") == rows


def test_a_side_table_takes_no_name_of_another_model(project: Project) -> None:
    config = {"primary_key": "id", "changelog_producer": "lookup"}
    project.model("orders", "id int", [(1,)], **config)
    project.run()
    project.write("models/orders__commits.sql", "{{ config(materialized='table') }} select 7 as id")
    project.write("models/logged.sql", "{{ config(alias='orders__changelog') }} select 8 as id")
    tables = [f"lake.{project.schema}.orders{suffix}" for suffix in ("__commits", "__changelog")]
    before = [project.rows(f"select * from {table}") for table in tables]
    message = project.error()
    assert f"{tables[0]} belongs to model 'orders__commits': give it another name" in message
    assert f"{tables[1]} belongs to model 'logged': give it another name" in message
    assert message.count("the keyed model 'orders' keeps its commits and changes in the table of this name") == 2
    assert [project.rows(f"select * from {table}") for table in tables] == before


def test_a_side_table_does_not_replace_a_table_of_another_program(project: Project) -> None:
    project.model("orders", "id int", [(1,)], primary_key="id", changelog_producer="lookup")
    project.run()
    for table in ("orders", "orders__changelog"):
        spark().sql(f"drop table lake.{project.schema}.{table} purge")
    spark().sql(f"create table lake.{project.schema}.orders__changelog as select 'mine' as text")
    message = project.error()
    assert "orders__changelog exists, and no keyed model wrote it: rename it, or drop it" in message
    assert "orders__commits exists" not in message, "side tables of a table that was dropped are those of the model"
    assert project.rows("select * from {iceberg}.orders__changelog") == [("mine",)]


def test_the_rows_of_a_view_are_not_replaced_by_another_model(project: Project) -> None:
    """Nor are its side tables and the views of its changes, if the other model runs without the view."""
    project.model("orders", "id int, v int", [(1, 5), (2, 7)], primary_key="id", changelog_producer="lookup")
    view = "{{ config(materialized='materialized_view') }} select id, v from {{ ref('orders') }}"
    project.write("models/v.sql", view)
    project.run()
    schema = f"lake.{project.schema}"
    names = ["v__rows", "v__rows__commits", "v__rows__changelog", "v__changelog", "v__refreshes"]
    kinds = ["materialized='table'", "materialized='incremental'", "materialized='view'"]
    kinds += ["materialized='incremental', primary_key='id'", "materialized='materialized_view'"]
    before = {name: project.rows(f"select * from {schema}.{name}") for name in names}
    others = [f"other_{number}" for number in range(len(names))]
    for turn in (0, 2):
        for number, name in enumerate(names):
            config = f"{kinds[(number + turn) % len(kinds)]}, alias='{name}'"
            project.write(f"models/{others[number]}.sql", f"{{{{ config({config}) }}}} select 9 as id")
        message = project.error("--select", *others)
        assert message.count("the materialized view 'v' keeps its rows, commits and changes") == len(names), message
    assert {name: project.rows(f"select * from {schema}.{name}") for name in names} == before

    for number in range(1, len(names)):
        (project.folder / f"models/{others[number]}.sql").unlink()
    (project.folder / "models/v.sql").unlink()  # as if another project had written it
    message = project.error("--select", others[0])
    assert f"it has the rows of the materialized view {schema}.v, which would lose them" in message
    assert project.rows(f"select * from {schema}.v") == [(1, 5), (2, 7)]
    spark().sql(f"drop view {schema}.v")
    project.run("--select", others[0])
    assert project.rows(f"select id from {schema}.v__rows") == [(9,)]


def test_an_alias_is_not_a_path(project: Project, warehouse: Path) -> None:
    project.model("keyed", "id int", [(1,)], primary_key="id", alias="../../evil")
    project.write("models/plain.sql", "{{ config(materialized='table', alias='../../evil_too') }} select 1 as id")
    assert project.error().count("cannot be the name of a table or a schema") == 2
    assert not list(warehouse.parent.glob("evil*"))
