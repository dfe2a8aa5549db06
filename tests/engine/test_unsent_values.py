"""Values that an update did not change and its message does not have: they come from the row before."""

from __future__ import annotations

import base64
import hashlib
import json
import uuid
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from macros_on_spark import macros_on
from project import Project

UNSENT = "__debezium_unavailable_value"
COLUMNS = {"id": "int", "name": "string", "n": "int"}
UNKNOWN = "has no value of column name, which its update did not change, and no row before it has one"


def change(op: str, id: int, name: str | None, n: int | None = 0, at: int = 0, **more: Any) -> dict[str, Any]:
    """A message of PostgreSQL with its default replica identity: of the row before, it has the key only."""
    before = {"id": id, "name": None, "n": None} if op == "d" else None
    after = {"id": id, "name": name, "n": n} if op != "d" else None
    return {"op": op, "before": before, "after": after, "source": {"ts_ms": at}, **more}


def landed(project: Project, messages: list[dict[str, Any]], number: int) -> None:
    """Makes messages the rows of a table, with an offset from `number` on."""
    project.rows("create schema if not exists {iceberg}")
    project.rows("create table if not exists {iceberg}.land (partition int, offset long, value string) using iceberg")
    rows = [f"(0, {number + index}, '{json.dumps(message)}')" for index, message in enumerate(messages)]
    project.rows("insert into {iceberg}.land values " + ", ".join(rows).replace("{", "{{").replace("}", "}}"))
    catalog, schema = project._named("{iceberg}").split(".")
    source = {"name": "land", "database": catalog, "schema": schema, "tables": [{"name": "land"}]}
    project.write("models/land.yml", {"sources": [source]})


def write(project: Project, config: str) -> None:
    project.write(
        "models/orders.sql",
        f"{{{{ config(materialized='incremental', primary_key='id', {config}) }}}}\n"
        "select id, name, n, at, _row_kind, _cdc_order from {{ tablestore.cdc(tablestore.changelog("
        f"source('land', 'land')), 'debezium-json', {COLUMNS}, time_column='at') }}}}",
    )


@pytest.mark.parametrize(
    "options",
    [
        "",
        pytest.param(
            ", system_time=true, snapshot_meta_column_names={'dbt_valid_to': 'until'}", marks=pytest.mark.extended
        ),
        pytest.param(
            ", hard_deletes='new_record', dbt_valid_to_current=\"timestamp'9999-12-31 00:00:00Z'\"",
            marks=pytest.mark.extended,
        ),
    ],
    ids=["plain", "system_time", "new_record"],
)
def test_a_history_keeps_the_value_of_the_current_version(warm_project: Project, options: str) -> None:
    """Of several versions of a key, the closed ones say nothing about the value of today."""
    project = warm_project
    write(project, f"scd_type=2, sequence_field=['at', '_cdc_order']{options}")
    landed(project, [change("c", 1, "a", 0, 1000), change("u", 1, "b", 1, 2000), change("c", 2, "x", 0, 1000)], 0)
    project.run()
    landed(project, [change("u", 1, "c", 2, 3000), change("d", 2, None, None, 3000)], 3)
    project.run()
    landed(project, [change("u", 1, UNSENT, 3, 4000)], 5)
    project.run()
    rows = "select name, n from {iceberg}.orders where id = 1"
    rows += " and dbt_system_to is null" if "system_time" in options else ""
    assert project.rows(f"{rows} order by dbt_valid_from") == [("a", 0), ("b", 1), ("c", 2), ("c", 3)]
    landed(project, [change("u", 2, UNSENT, 1, 5000)], 6)
    assert UNKNOWN in project.error()


def test_a_deleted_row_has_no_value_to_keep(warm_project: Project) -> None:
    """Neither the nulls beside the key of a delete, nor what came before it, is the value of a later row."""
    project = warm_project
    write(project, "sequence_field='_cdc_order'")
    landed(project, [change("c", 1, "a"), change("d", 1, None), change("c", 2, "b")], 0)
    project.run()
    assert project.rows("select id, name from {iceberg}.orders") == [(2, "b")]
    landed(project, [change("u", 2, UNSENT, 1), change("d", 2, None), change("c", 2, UNSENT, 2)], 3)
    assert UNKNOWN in project.error()


def test_a_late_message_does_not_hide_the_stored_value(warm_project: Project) -> None:
    """The row before an update is the last one of all messages, in whichever run it came."""
    project = warm_project
    write(project, "sequence_field='_cdc_order'")
    landed(project, [change("c", 1, "a"), change("c", 2, "x")], 1)
    landed(project, [change("u", 1, "c")], 5)
    project.run()
    landed(project, [change("u", 1, "b")], 3)
    landed(project, [change("u", 1, UNSENT, 6), change("u", 2, "y"), change("u", 2, UNSENT, 8)], 6)
    project.run()
    assert project.rows("select id, name, n from {iceberg}.orders") == [(1, "c", 6), (2, "y", 8)]


def changes(spark: SparkSession, messages: list[dict[str, Any]], **options: Any) -> list[tuple[Any, ...]]:
    rows = [(0, position, json.dumps(message)) for position, message in enumerate(messages)]
    spark.createDataFrame(rows, "partition int, offset long, value string").createOrReplaceTempView("messages")
    query = macros_on(spark)["cdc"]("(select * from messages)", "debezium-json", COLUMNS, primary_key=["id"], **options)
    found = spark.sql(f"select _row_kind, id, name from {query} order by _cdc_order").collect()
    return [tuple(row) for row in found]


def test_only_new_rows_say_what_a_value_is(spark: SparkSession) -> None:
    key_of_old_row = {"before": {"id": 1, "name": None, "n": None}}
    updated = [change("c", 1, "a"), change("u", 1, UNSENT, 1, **key_of_old_row), change("u", 1, UNSENT, 2)]
    assert changes(spark, updated) == [("+I", 1, "a"), ("-U", 1, None), ("+U", 1, "a"), ("+U", 1, "a")]
    deleted = [change("c", 1, "a"), change("d", 1, None), change("c", 1, UNSENT), change("c", 1, None)]
    with pytest.raises(PySparkException, match="at partition 0, offset 2 " + UNKNOWN):
        changes(spark, deleted)
    assert changes(spark, deleted, ignore_parse_errors=True)[1:] == [("-D", 1, None), ("+I", 1, None), ("+I", 1, None)]
    again = [change("c", 1, "a"), change("d", 1, None), change("c", 1, "b"), change("u", 1, UNSENT)]
    assert changes(spark, again)[2:] == [("+I", 1, "b"), ("+U", 1, "b")]
    whole = {"before": {"id": 1, "name": UNSENT, "n": 1}}
    assert changes(spark, [change("c", 1, "a"), change("d", 1, None) | whole])[1:] == [("-D", 1, "a")]


CODES = list(UNSENT.encode())
PLACEHOLDERS = [
    ("string", json.dumps({UNSENT: UNSENT}, separators=(",", ":")), '{"a":"b"}'),  # an hstore as JSON
    ("map<string, string>", {UNSENT: UNSENT}, {"a": "b"}),
    ("binary", base64.b64encode(UNSENT.encode()).decode(), base64.b64encode(b"a").decode()),
    ("variant", UNSENT, {"a": [1]}),
    ("array<string>", [UNSENT], ["a", None]),
    (
        "array<string>",
        [str(uuid.UUID(bytes=hashlib.md5(UNSENT.encode()).digest(), version=3))],
        [str(uuid.UUID(int=1))],
    ),
    ("array<binary>", [base64.b64encode(UNSENT.encode()).decode()], [base64.b64encode(b"a").decode()]),
    ("array<int>", CODES, [95, None, 3]),
    ("array<bigint>", CODES, [1 << 40]),
    ("array<double>", [float(code) for code in CODES], [95.0, 0.5]),
]


@pytest.mark.parametrize(("kind", "unsent", "value"), PLACEHOLDERS, ids=[case[0] for case in PLACEHOLDERS])
def test_each_type_has_a_placeholder(spark: SparkSession, kind: str, unsent: Any, value: Any) -> None:
    """As Debezium's connector of PostgreSQL makes it from the type of the column."""
    sent = [(1, value), (2, None), (1, unsent), (1, unsent), (2, unsent)]
    rows = [(0, at, json.dumps({"op": "c", "after": {"id": id, "v": v}})) for at, (id, v) in enumerate(sent)]
    rows[2:] = [(0, at, text.replace('"c"', '"u"').replace(", ", ",")) for _, at, text in rows[2:]]
    spark.createDataFrame(rows, "partition int, offset long, value string").createOrReplaceTempView("messages")
    columns = {"id": "int", "v": kind}
    query = macros_on(spark)["cdc"]("(select * from messages)", "debezium-json", columns, primary_key=["id"])
    found = spark.sql(f"select id, to_json(struct(v)) from {query} order by _cdc_order").collect()
    assert [tuple(row) for row in found] == [(id, found[id - 1][1]) for id, _ in sent]
    assert json.loads(found[1][1]) in ({}, {"v": None}) and json.loads(found[0][1]) == {"v": value}
