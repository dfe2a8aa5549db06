"""The catalogs of Spark tell the same about a table as its statements."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from dbt.adapters.tablestore.spark import iceberg_tables, kept_rows, table_metadata
from dbt.adapters.tablestore.spark.sessions.embedded import EmbeddedSession
from dbt.adapters.tablestore.spark.sessions.running_node import RunningNode
from dbt.adapters.tablestore.spark.sessions.session import Session

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
    required = {column["name"]: column["null_after"] for column in found["columns"] if "null_after" in column}
    assert required == {"id": f"alter table {schema}.wide alter column `id` drop not null"}
    stored = {row.key: row.value for row in spark().sql(f"show tblproperties {schema}.wide").collect()}
    assert stored.pop("secret.token") == "*********(redacted)"
    assert stored.items() <= found["properties"].items()
    assert table_metadata.described(spark(), f"{schema}.nothing", {}) is None
    assert table_metadata.described(spark(), "no_catalog", {}) is None


@pytest.mark.skipif("iceberg" not in FORMATS, reason="Delta has no snapshots")
def test_the_snapshots_of_a_table_are_those_of_a_statement(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
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
            "select cast(s.snapshot_id as string) as id, cast(parent_id as string) as parent, operation, "
            "unix_millis(committed_at) as at, r.name as branch, "
            "coalesce(summary['total-delete-files'], '0') as deletes "
            f"from {table}.snapshots as s left join {table}.refs as r on r.snapshot_id = s.snapshot_id "
            "and r.name = 'main'"
        )
        found = {one["id"]: one for one in iceberg_tables.snapshots(spark(), table) or []}
        assert found == {row.id: row.asDict() for row in rows.collect()}, statements
        assert [one["branch"] for one in found.values() if one["branch"]] == ["main"]
    monkeypatch.setattr(iceberg_tables, "_MOST_SNAPSHOTS", 2)
    assert iceberg_tables.snapshots(spark(), table) is None
    assert iceberg_tables.snapshots(spark(), "spark_catalog.default.nothing") is None


@pytest.mark.parametrize("format", FORMATS)
def test_what_catalogs_answer_is_remembered_only_while_a_node_says_so(project: Project, format: str) -> None:
    """A node that has failed before it said that it writes now leaves nothing to the next one."""
    project.succeed("show", "--inline", "select 1")
    table = f"{CATALOGS[format]}.{project.schema}.t"
    spark().sql(f"create schema if not exists {CATALOGS[format]}.{project.schema}")
    spark().sql(f"create table {table} (a int) using {format}")
    session = EmbeddedSession(spark())
    node = RunningNode(lambda: session, None, lambda _: nullcontext())  # type: ignore[arg-type]

    def columns() -> list[str]:
        found = session.described(table)
        assert found is not None
        return [column["name"] for column in found["columns"]]

    for number, ends in enumerate((lambda: node.ask_once(False), node.end), 1):
        node.ask_once(True)
        known = columns()
        spark().sql(f"alter table {table} add column c{number} int")
        session.described(table)["columns"].clear()  # type: ignore[index]
        assert columns() == (known if format == "iceberg" else [*known, f"c{number}"])
        ends()
        assert columns() == [*known, f"c{number}"]


BOUNDED = {
    "tinyint": "cast(id as tinyint)",
    "smallint": "cast(-id as smallint)",
    "int": "cast(id - 50 as int)",
    "bigint": "id - 9223372036854775807",
    "date": "date_add(date '0001-12-30', -10000 * cast(id as int))",
    "late date": "date_add(date '9999-12-30', cast(id as int))",
    "decimal": "cast(-id as decimal(38,10))",
    "string": "string(id)",
    "double": "double(id)",
    "timestamp": "timestamp_seconds(id)",
    "nulls": "if(id = 7, null, id)",
    "null": "cast(null as int)",
}


@pytest.mark.parametrize("kind", BOUNDED)
def test_bounds_of_few_rows_are_those_of_a_statement(project: Project, kind: str) -> None:
    project.succeed("show", "--inline", "select 1")
    session = EmbeddedSession(spark())
    for rows in (100, 0):
        kept_rows.keep(spark(), "`bounded`", spark().sql(f"select {BOUNDED[kind]} as a from range(5, 5 + {rows})"))
        found, expected = session.bounds("`bounded`", "a"), Session.bounds(session, "`bounded`", "a")
        assert found == expected
        assert (found is None) == (rows == 0 or kind in ("string", "double", "timestamp", "nulls", "null"))
        if found:
            values = f"select min(a) <=> {found[0]} and max(a) <=> {found[1]} from bounded"
            assert spark().sql(values).first()[0]
    session.forget("`bounded`")
