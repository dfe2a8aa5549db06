"""The catalogs of Spark tell the same about a table as its statements."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.spark import iceberg_tables, table_metadata

from formats import CATALOGS, FORMATS
from project import Project, spark


@pytest.mark.parametrize("format", FORMATS)
def test_a_table_is_described_as_by_statements(project: Project, format: str) -> None:
    """With more columns than Spark prints of a struct, names and values that need quotes, and every kind of type."""
    project.succeed("show", "--inline", "select 1")
    schema = f"{CATALOGS[format]}.{project.schema}"
    kinds = ["decimal(10,2)", "map<string,array<timestamp_ntz>>", "struct<`a b`:int,`c``d`:date>", "binary", "boolean"]
    kinds += ["variant", "varchar(5)", "char(3)"] if format == "delta" else ["double"]
    columns = [f"c{number} {kind} comment 'It\\'s {number}'" for number, kind in enumerate(kinds)]
    wide = f"struct<{','.join(f'f{number}:int' for number in range(40))}>"
    mapping = ", 'delta.columnMapping.mode' = 'name'" if format == "delta" else ""
    properties = """'a' = '{"b": "c, d"}', 'secret.token' = 'x'"""
    spark().sql(f"create schema if not exists {schema}")
    spark().sql(
        f"create table {schema}.wide (id bigint not null, `a b` {wide}, {', '.join(columns)}) using {format} "
        f"partitioned by (c4) tblproperties ({properties}{mapping})"
    )
    found = table_metadata.described(spark(), f"{schema}.wide", {})
    assert found is not None
    rows = spark().sql(f"describe table {schema}.wide").collect()
    listed = {row.col_name: (row.data_type, row.comment) for row in rows[: len(kinds) + 2]}
    listed["a b"] = (wide, None)  # Spark prints 25 fields
    assert {column["name"]: (column["type"], column["comment"]) for column in found["columns"]} == listed
    stored = {row.key: row.value for row in spark().sql(f"show tblproperties {schema}.wide").collect()}
    assert stored.pop("secret.token") == "*********(redacted)"
    assert stored.items() <= found["properties"].items()
    assert table_metadata.described(spark(), f"{schema}.nothing", {}) is None
    assert table_metadata.described(spark(), "no_catalog", {}) is None


@pytest.mark.skipif("iceberg" not in FORMATS, reason="Delta has no snapshots")
def test_the_snapshots_that_led_to_a_table_are_those_of_a_statement(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that was set back, and one that has moved to a branch, some of whose snapshots were never its own."""
    project.succeed("show", "--inline", "select 1")
    name = f"{project.schema}.t"
    table = f"{CATALOGS['iceberg']}.{name}"
    spark().sql(f"create schema if not exists {CATALOGS['iceberg']}.{project.schema}")
    spark().sql(f"create table {table} (id int) using iceberg")
    assert iceberg_tables.snapshots(spark(), table) == []
    inserted = f"insert into {table} values (1)"
    for statements in [
        [inserted, inserted],
        [f"call lake.system.rollback_to_snapshot('{name}', (select min(snapshot_id)))", inserted],
        [f"alter table {table} create branch b", *[inserted.replace(table, f"{table}.branch_b")] * 2],
        [f"call lake.system.fast_forward('{name}', 'main', 'b')"],
    ]:
        for statement in statements:
            first = spark().sql(f"select snapshot_id from {table}.snapshots order by committed_at").first()
            spark().sql(statement.replace("(select min(snapshot_id))", str(first[0]) if first else ""))
        rows = spark().sql(
            f"select unix_millis(s.committed_at) as at, cast(snapshot_id as string) as id from {table}.snapshots as s "
            f"join {table}.history as h using (snapshot_id) where h.is_current_ancestor order by s.committed_at"
        )
        expected = list({row.id: row.asDict() for row in rows.collect()}.values())
        assert iceberg_tables.snapshots(spark(), table) == expected, statements
    assert len(expected) < spark().table(f"{table}.snapshots").count() - 1
    monkeypatch.setattr(iceberg_tables, "_MOST_SNAPSHOTS", 2)
    assert iceberg_tables.snapshots(spark(), table) is None
    assert iceberg_tables.snapshots(spark(), "spark_catalog.default.nothing") is None
