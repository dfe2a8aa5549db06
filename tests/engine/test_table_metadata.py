"""The catalogs of Spark tell the same about a table as its statements."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.spark import table_metadata

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
    found = table_metadata.described(spark(), f"{schema}.wide")
    assert found is not None
    rows = spark().sql(f"describe table {schema}.wide").collect()
    listed = {row.col_name: (row.data_type, row.comment) for row in rows[: len(kinds) + 2]}
    listed["a b"] = (wide, None)  # Spark prints 25 fields
    assert {column["name"]: (column["type"], column["comment"]) for column in found["columns"]} == listed
    stored = {row.key: row.value for row in spark().sql(f"show tblproperties {schema}.wide").collect()}
    assert stored.pop("secret.token") == "*********(redacted)"
    assert stored.items() <= found["properties"].items()
    assert table_metadata.described(spark(), f"{schema}.nothing") is None
    assert table_metadata.described(spark(), "no_catalog") is None
