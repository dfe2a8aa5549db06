"""Freshness of sources without a `loaded_at_field`: the table formats record when their rows changed."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from project import Project, spark


def loaded_at(project: Project) -> dict[str, Any]:
    """When each source was loaded, by `dbt source freshness`, which must succeed."""
    done = project.succeed("source", "freshness")
    assert {found.status for found in done.result.results} == {"pass"}
    return {found.node.name: found.max_loaded_at for found in done.result.results}


def test_freshness_is_the_time_of_the_last_change_of_rows(project: Project) -> None:
    tables = project.plain_tables("id int", "(1), (2)", ["iceberg", "delta"])
    for format in tables:
        name = f"models/{format}.yml"
        text = (project.folder / name).read_text()
        project.write(name, text.rstrip() + "\n  freshness: {warn_after: {count: 1, period: hour}}\n")
    first = loaded_at(project)
    now = datetime.now(timezone.utc)
    assert all(timedelta(0) <= now - at < timedelta(minutes=10) for at in first.values()) and len(first) == 2

    spark().sql(f"alter table {tables['delta']} set tblproperties ('a' = 'b')")
    spark().sql(f"optimize {tables['delta']}")
    name = tables["iceberg"].removeprefix("lake.")
    spark().sql(f"call lake.system.rewrite_data_files(table => '{name}', options => map('rewrite-all', 'true'))")
    operations = spark().sql(f"select operation from {tables['iceberg']}.snapshots order by committed_at").collect()
    assert operations[-1][0] == "replace"
    assert loaded_at(project) == first

    for table in tables.values():
        spark().sql(f"insert into {table} values (3)")
    second = loaded_at(project)
    assert all(second[source] > first[source] for source in first)

    # main catches up with a branch, whose rows are compacted: the log of the table has the compaction only
    lake = spark().sql
    lake(f"alter table {tables['iceberg']} create branch b")
    lake(f"insert into {tables['iceberg']}.branch_b values (4)")
    loaded = lake(f"select max(committed_at) from {tables['iceberg']}.snapshots").collect()[0][0]
    options = "map('rewrite-all', 'true')"
    lake(f"call lake.system.rewrite_data_files(table => '{name}', branch => 'b', options => {options})")
    lake(f"call lake.system.fast_forward('{name}', 'main', 'b')")
    assert loaded_at(project)["plain_iceberg"] == loaded.astimezone(timezone.utc)


def test_a_source_without_commits(project: Project) -> None:
    project.write("models/v.sql", "select 1 as id")
    project.succeed("run")
    freshness = {"warn_after": {"count": 1, "period": "hour"}}
    tables = [{"name": "v"}, {"name": "absent"}]
    source = {"name": "s", "database": "lake", "schema": project.schema, "freshness": freshness, "tables": tables}
    project.write("models/sources.yml", {"sources": [source]})
    failed = project.fail("source", "freshness")
    messages = {found.node.name: found.message for found in failed.result.results}
    where = f"lake.{project.schema}"
    assert f"source {where}.v: its freshness cannot be read from metadata, because it is a view" in messages["v"]
    assert f"source {where}.absent does not exist. Correct the `database`" in messages["absent"]
