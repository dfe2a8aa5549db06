"""Change streams through runs: operation columns and messages into keyed tables, and changes out of them."""

from __future__ import annotations

import base64
import decimal
import json
import re
from datetime import date, datetime
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from pyspark.errors import PySparkException
from pyspark.sql import Row, SparkSession

from formats import FORMATS
from harness import Answer, MacroError, namespace
from macros_on_spark import macros_on
from project import Project

FIRST = [("c", 1, "a", 1), ("c", 2, "b", 1), ("c", 5, "e", 1), ("d", 5, "e", 2)]
# the rows of a commit are any part of the log: key 4 comes and goes in one
SECOND = [
    ("ub", 1, "a", 2),
    ("ua", 1, "a2", 2),
    ("d", 2, "b", 3),
    ("c", 4, "d", 1),
    ("d", 4, "d", 2),
    ("zz", 3, "?", 4),
]
MAPPING = "{'c, r': 'INSERT', 'ub': 'UPDATE_BEFORE', 'ua': 'UPDATE_AFTER', 'd': 'DELETE'}"


def landed(project: Project, rows: list[tuple[object, ...]], columns: str) -> None:
    """Appends rows to the table `landing`, which the model `raw` has as its source."""
    names = ", ".join(column.split()[0] for column in columns.split(", "))
    project.rows("create schema if not exists {iceberg}")
    project.rows(f"create table if not exists {{iceberg}}.landing ({columns}) using iceberg")
    values = ", ".join("(" + ", ".join(map(repr, row)) + ")" for row in rows).replace("{", "{{").replace("}", "}}")
    project.rows(f"insert into {{iceberg}}.landing select * from values {values} as t ({names})")
    catalog, schema = project._named("{iceberg}").split(".")
    source = {"name": "land", "database": catalog, "schema": schema, "tables": [{"name": "landing"}]}
    project.write("models/landing.yml", {"sources": [source]})


def test_an_operation_column_in_and_out(warm_project: Project, spark: SparkSession) -> None:
    project = warm_project
    landed(project, FIRST, "op string, id int, name string, at int")
    call = "tablestore.from_changelog(tablestore.changelog(source('land', 'landing')), op_mapping={0}{1})"
    config = (
        "{{ config(materialized='incremental', primary_key='id', sequence_field='at', changelog_producer='lookup') }}"
    )
    skipping = ", error_handling='skip', error_table='errors'"
    project.write("models/orders.sql", f"{config}\nselect * from {{{{ {call.format(MAPPING, '')} }}}}")
    project.write(
        "models/sent.sql",
        "{{ config(materialized='incremental', primary_key=['id', 'number', 'change']) }}\n"
        "select id, change, name, _commit as number from {{ tablestore.to_changelog(ref('orders'), op='change') }}",
    )
    project.run()
    assert project.rows("select id, name from {iceberg}.orders") == [(1, "a"), (2, "b")]
    landed(project, SECOND, "op string, id int, name string, at int")
    message = project.error("--select", "orders")
    assert "column op is 'zz'; accepted are c, r, ub, ua, d: add it to op_mapping" in message
    project.write("models/orders.sql", f"{config}\nselect * from {{{{ {call.format(MAPPING, skipping)} }}}}")
    # its columns are in another order than where a run creates it
    columns = "_message string, _reason string, _position string, _stream string, _invocation_id string"
    columns += ", _committed_at timestamp, _commit bigint, _epoch string, _model string"
    spark.sql(f"create table lake.{project.schema}.errors ({columns}) using iceberg")
    project.run()
    assert project.rows("select id, name from {iceberg}.orders") == [(1, "a2")]
    assert project.rows("select commit, rows_skipped from {iceberg}.orders__commits") == [(1, 0), (2, 1)]
    assert [line for line in project.said if line.endswith("has skipped 1")] != []
    (logged,) = project.rows("select _model, _commit, _position, _reason, _message from {iceberg}.errors")
    assert logged[:4] == ("orders", 2, None, "has the unknown operation 'zz'")
    assert {**json.loads(logged[4]), "_commit": 0, "_committed_at": 0} == {
        "op": "zz", "id": 3, "name": "?", "at": 4, "_row_kind": "+I", "_commit": 0, "_committed_at": 0,
    }  # fmt: skip
    project.run()
    assert project.rows("select number, change, id, name from {iceberg}.sent") == [
        (1, "INSERT", 1, "a"),
        (1, "INSERT", 2, "b"),
        (2, "DELETE", 2, "b"),
        (2, "UPDATE_AFTER", 1, "a2"),
        (2, "UPDATE_BEFORE", 1, "a"),
    ]


def changes(
    spark: SparkSession, format: str, messages: list[Any], columns: dict[str, str] | None, **options: Any
) -> list[Any]:
    """The changes of messages, in their order: a row kind and the values of each."""
    lines = [text if isinstance(text, str) or text is None else json.dumps(text) for text in messages]
    rows = [(0, position, text) for position, text in enumerate(lines)]
    spark.createDataFrame(rows, "partition int, offset long, value string").createOrReplaceTempView("messages")
    query = macros_on(spark)["cdc"]("(select * from messages)", format, columns, **options)
    frame = spark.sql(f"select * from {query} order by _cdc_order").drop("_cdc_order")
    names = [name for name in frame.columns if name != "_row_kind"]
    return [tuple(row) for row in frame.select("_row_kind", *names).collect()]


def envelope(fields: list[dict[str, Any]], after: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "struct", "fields": [{"type": "struct", "fields": fields, "field": "after"}]}
    return {"schema": schema, "payload": {"op": "c", "before": None, "after": after, "source": {}}}


def unscaled(number: int) -> str:
    """A whole number as Debezium writes it: bytes in two's complement, in base64."""
    size = (number + (number < 0)).bit_length() // 8 + 1
    return base64.b64encode(number.to_bytes(size, "big", signed=True)).decode()


NESTED: dict[str, list[tuple[Any, Any]]] = {
    "array<int>": [([1, None, "2"], [1, None, 2]), ([1, "x"], "unfit"), ({"a": 1}, "unfit"), (None, None)],
    "array<string>": [([1, "x", {"a": 1}], ["1", "x", '{"a":1}'])],
    "array<boolean>": [([True, None], [True, None]), (["x"], "unfit")],
    "array<date>": [([19000, None, "2022-01-09", "2022-01-09Z"], [date(2022, 1, 8), None] + [date(2022, 1, 9)] * 2),
                    (["2022-1"], "unfit")],
    "array<array<int>>": [([[1], None, [None]], [[1], None, [None]]), ([[1], ["x"]], "unfit")],
    "array<timestamp_ntz>": [([1700000000123, "2020-01-01 00:00:00"],
                              [datetime(2023, 11, 14, 22, 13, 20, 123000), datetime(2020, 1, 1)]),
                             (["x"], "unfit")],
    "array<decimal(10,2)>": [(["BNI=", 12.5], [decimal.Decimal("12.34"), decimal.Decimal("12.50")]),
                             (["1234"], "unfit")],
    "map<string,int>": [({"a": 1, "b": None}, {"a": 1, "b": None}), ({"a": 1, "b": "x"}, "unfit")],
    "map<string,date>": [({"a": 19000}, {"a": date(2022, 1, 8)}), ({"a": "x"}, "unfit")],
    "struct<a:int,b:string>": [({"a": 1, "b": "x"}, Row(a=1, b="x")), ({}, Row(a=None, b=None)), ({"a": "x"}, "unfit"),
                               ([1], "unfit")],
    "struct<ok:boolean,n:int>": [({"ok": 1, "n": 1.5}, Row(ok=True, n=1)), ({"ok": "x"}, "unfit")],
    "struct<ok:boolean,n:int,d:date>": [({"ok": 1, "n": 1.5, "d": 19000}, Row(ok=True, n=1, d=date(2022, 1, 8))),
                                        ({"ok": True}, Row(ok=True, n=None, d=None)), ({"ok": "x"}, "unfit")],
    "struct<`a'b`:date,c:array<int>>": [({"a'b": 19000, "c": [1]}, Row(**{"a'b": date(2022, 1, 8), "c": [1]})),
                                        ({"c": [1, "x"]}, "unfit"), ({"a'b": "x"}, "unfit"), (1, "unfit")],
}  # fmt: skip


def test_no_part_of_a_value_becomes_null(spark: SparkSession) -> None:
    """Spark's cast of a VARIANT makes null of an element or a field that does not fit, and of this alone."""
    columns = {"id": "int"} | {f"c{number}": type for number, type in enumerate(NESTED)}
    fits, unfit = {}, []
    for number, (type, cases) in enumerate(NESTED.items()):
        for value, expected in cases:
            if expected == "unfit":
                unfit.append((f"c{number}", type, value))
            else:
                fits[len(fits)] = (f"c{number}", value, expected)
    names = list(columns)[1:]

    def message(id: int, name: str, value: Any) -> dict[str, Any]:
        return {"op": "c", "after": {"id": id, name: value}, "source": {"lsn": id}}

    rows = changes(spark, "debezium-json", [message(id, *given[:2]) for id, given in fits.items()], columns)
    assert [row[2 + names.index(name)] for row, (name, _, _) in zip(rows, fits.values(), strict=True)] == [
        expected for _, _, expected in fits.values()
    ]
    messages = [message(id, name, value) for id, (name, _, value) in enumerate(unfit)]
    for row in changes(spark, "debezium-json", messages, columns, ignore_parse_errors=True):
        assert [value for value in row[2:] if value is not None] == [], unfit[row[1]]
    for sent, (name, type, _) in zip(messages[:: len(messages) // 4], unfit[:: len(messages) // 4], strict=True):
        with pytest.raises(PySparkException, match=f"a value in column {name} that is not of type {re.escape(type)}"):
            changes(spark, "debezium-json", [sent], columns)


def test_a_schema_says_what_the_elements_of_arrays_mean(spark: SparkSession) -> None:
    connect = {"scale": "2", "connect.decimal.precision": "10"}
    times = "io.debezium.time."
    fields: list[dict[str, Any]] = [
        {"field": "days", "type": "array", "items": {"type": "int32", "name": times + "Date"}},
        {"field": "at", "type": "array", "items": {"type": "int64", "name": times + "MicroTimestamp"}},
        {"field": "sums", "type": "array", "items": {
            "type": "bytes", "name": "org.apache.kafka.connect.data.Decimal", "parameters": connect}},
        {"field": "long", "type": "array", "items": {
            "type": "bytes", "name": "org.apache.kafka.connect.data.Decimal",
            "parameters": connect | {"connect.decimal.precision": "50"}}},
        {"field": "iso", "type": "string", "name": times + "IsoDate"},
    ]  # fmt: skip
    after = {"days": [19000, None, 19001], "at": [1_000_000], "sums": ["BNI=", unscaled(12345678)],
             "long": [unscaled(-5)], "iso": "2017-09-15Z"}  # fmt: skip
    assert changes(spark, "debezium-json", [envelope(fields, after)], None) == [
        ("+I", [date(2022, 1, 8), None, date(2022, 1, 9)], [datetime(1970, 1, 1, 0, 0, 1)],
         [decimal.Decimal("12.34"), decimal.Decimal("123456.78")], [decimal.Decimal("-0.05")], date(2017, 9, 15)),
    ]  # fmt: skip


DECIMALS = [
    0,
    1,
    -1,
    127,
    128,
    -128,
    -129,
    255,
    256,
    10**15,
    -(10**15),
    2**55 - 1,
    -(2**55),
    10**37,
    -(10**37),
    10**38 - 1,
]


@pytest.mark.extended
def test_debeziums_schema_says_what_numbers_mean(spark: SparkSession) -> None:
    time, connect = "io.debezium.time.", "org.apache.kafka.connect.data."
    parameters = {"scale": "2", "connect.decimal.precision": "38"}
    fields = [
        {"field": "id", "type": "int32"},
        {"field": "day", "type": "int32", "name": f"{time}Date"},
        {"field": "ms", "type": "int64", "name": f"{time}Timestamp"},
        {"field": "us", "type": "int64", "name": f"{time}MicroTimestamp"},
        {"field": "ns", "type": "int64", "name": f"{time}NanoTimestamp"},
        {"field": "zoned", "type": "string", "name": f"{time}ZonedTimestamp"},
        {"field": "amount", "type": "bytes", "name": f"{connect}Decimal", "parameters": parameters},
        {"field": "tags", "type": "array", "items": {"type": "string"}},
        {"field": "raw", "type": "bytes"},
    ]
    values = {"day": 19000, "ms": -1, "us": 12345678, "ns": -1, "zoned": "2026-01-31T12:00:00.5Z", "tags": ["a", None]}
    messages = [
        envelope(fields, {"id": position, **values, "amount": unscaled(number), "raw": "AAE="})
        for position, number in enumerate(DECIMALS)
    ]
    found = changes(spark, "debezium-json", messages, None)
    assert [str(row[7]) for row in found] == [
        f"{'-' if n < 0 else ''}{abs(n) // 100}.{abs(n) % 100:02}" for n in DECIMALS
    ]
    texts = [str(value) for value in found[0][:6]]
    assert texts == [
        "+I",
        "0",
        "2022-01-08",
        "1969-12-31 23:59:59.999000",
        "1970-01-01 00:00:12.345678",
        "1969-12-31 23:59:59.999999",
    ]
    assert (found[0][6].timestamp(), found[0][8], bytes(found[0][9])) == (1769860800.5, ["a", None], b"\x00\x01")


def test_a_text_of_a_number_of_debezium_is_that_of_its_value(spark: SparkSession) -> None:
    """As with `type_mapping: [to-string]`; what is text in the message stays as it is."""
    time, parameters = "io.debezium.time.", {"scale": "2", "connect.decimal.precision": "10"}
    fields: list[dict[str, Any]] = [
        {"field": "day", "type": "int32", "name": f"{time}Date"},
        {"field": "us", "type": "int64", "name": f"{time}MicroTimestamp"},
        {"field": "zoned", "type": "string", "name": f"{time}ZonedTimestamp"},
        {"field": "n", "type": "bytes", "name": "org.apache.kafka.connect.data.Decimal", "parameters": parameters},
        {"field": "noon", "type": "int64", "name": f"{time}MicroTime"},
        {"field": "long", "type": "int64", "name": f"{time}MicroTime"},
        {"field": "early", "type": "int32", "name": "org.apache.kafka.connect.data.Time"},
    ]
    values = {"day": 19000, "us": 12345678, "zoned": "2026-01-31T12:00:00.5Z", "n": unscaled(1230)}
    # MySQL's TIME is a duration of up to 838 hours
    values |= {"noon": 12 * 3600 * 10**6, "long": -(838 * 3600 + 59 * 60 + 1) * 10**6, "early": 61_050}
    columns = {"day": "string", "us": "string", "zoned": "string", "n": "varchar(20)"}
    columns |= dict.fromkeys(["noon", "long", "early"], "string")
    rows = [envelope(fields, values), envelope(fields, dict.fromkeys(values))]
    found = changes(spark, "debezium-json", rows, columns, time_column="at")
    assert [row[:8] for row in found] == [
        ("+I", "2022-01-08", "1970-01-01 00:00:12.345678", "2026-01-31T12:00:00.5Z", "12.30", "12:00:00", "-838:59:01",
         "00:01:01.05"),
        ("+I", *[None] * 7),
    ]  # fmt: skip


def test_the_text_of_a_decimal_that_no_decimal_holds(spark: SparkSession) -> None:
    """Those with more than 38 digits, and those without a fixed scale, in columns named as variables of the SQL are."""
    wide = {"scale": "30", "connect.decimal.precision": "65"}
    fields: list[dict[str, Any]] = [
        {"field": "bytes", "type": "bytes", "name": "org.apache.kafka.connect.data.Decimal", "parameters": wide},
        {"field": "digits", "type": "struct", "name": "io.debezium.data.VariableScaleDecimal"},
        {"field": "same", "type": "struct", "name": "io.debezium.data.VariableScaleDecimal"},
    ]
    numbers = [*DECIMALS, 10**65 - 1, -(10**65 - 1), 2**64, -(2**64), 2**127, -(2**127), 10**54, 10**90]
    exact = decimal.Context(prec=100)

    def text(number: int, scale: int) -> str:
        return f"{decimal.Decimal(number).scaleb(-scale, exact):f}"

    objects = [{"scale": number % 7, "value": unscaled(number)} for number in numbers]
    rows = [
        {"bytes": unscaled(number), "digits": one, "same": {"scale": 1, "value": unscaled(125)}}
        for number, one in zip(numbers, objects, strict=True)
    ]
    rows += [{"bytes": 12.5, "digits": None, "same": None}]
    messages = [envelope(fields, row) for row in rows]
    expected = [(text(number, 30), text(number, number % 7)) for number in numbers] + [("12.5", None)]
    assert [row[1:3] for row in changes(spark, "debezium-json", messages, None)] == expected
    hundreds = [envelope(fields[1:2], {"digits": {"scale": -2, "value": unscaled(number)}}) for number in (0, 12, -12)]
    assert [row[1] for row in changes(spark, "debezium-json", hundreds, None)] == ["0", "1200", "-1200"]
    columns = {"bytes": "string", "same": "decimal(5,2)"}
    for known in (messages, [message["payload"] for message in messages]):
        found = changes(spark, "debezium-json", known, columns)
        assert [row[2] for row in found] == [decimal.Decimal("12.50")] * len(numbers) + [None]
    messages = [envelope(fields[:1], {"bytes": unscaled(number)}) for number in (10**40, 125 * 10**36)]
    found = changes(spark, "debezium-json", messages, {"bytes": "decimal(14,2)"})
    assert [row[1] for row in found] == [10**10, 125 * 10**6]
    with pytest.raises(PySparkException, match=r"has a value in column bytes that is not of type decimal\(10,2\)"):
        changes(spark, "debezium-json", messages, {"bytes": "decimal(10,2)"})
    with pytest.raises(PySparkException, match="has a number in column bytes that Spark would round"):
        changes(spark, "debezium-json", [envelope(fields[:1], {"bytes": 10**40 + 1})], None)


@pytest.mark.parametrize("kind", ["decimal(9,0)", "decimal(20,0)", "decimal(38,2)"])
def test_precise_decimals_are_bytes_or_numbers(spark: SparkSession, kind: str) -> None:
    """Of a column without digits after the point, Debezium writes a number, and its digits could be base64, too."""
    digits, scale = (int(part) for part in kind[8:-1].split(","))
    numbers = [int("1234567890123456789"[:length]) for length in range(1, min(digits - scale, 18) + 1)]
    numbers += [-number for number in numbers]
    values = [*numbers, *(unscaled(number * 10**scale) for number in numbers)]
    values += [{"scale": 1, "value": unscaled(number * 10)} for number in numbers if digits > 9]
    messages = [{"op": "c", "after": {"id": 1, "n": value}} for value in values]
    columns = {"id": "int", "n": kind}
    found = changes(spark, "debezium-json", messages, columns, decimal_handling_mode="precise")
    assert [row[2] for row in found] == (numbers * 3)[: len(values)]
    # with decimal.format=NUMERIC, the converter writes numbers beside the schema of bytes
    parameters = {"scale": str(scale), "connect.decimal.precision": str(digits)}
    field: dict[str, Any] = {"field": "n", "type": "bytes", "name": "org.apache.kafka.connect.data.Decimal"}
    field |= {"parameters": parameters}
    messages = [envelope([field], {"n": value}) for value in values[: 2 * len(numbers)]]
    assert [row[1] for row in changes(spark, "debezium-json", messages, None)] == numbers * 2


IMAGES = {"id": "int", "name": "string"}


@pytest.mark.extended
def test_messages_without_the_row_before(spark: SparkSession) -> None:
    """With a key, updates are upserts, and deletes remove the key of the message; without one, both are errors."""
    update = {"op": "u", "before": None, "after": {"id": 1, "name": "b"}}
    delete = {"op": "d", "before": None, "after": None}
    for message, options in ((update, {}), (delete, {}), (delete, {"primary_key": "id"})):
        with pytest.raises(PySparkException, match="at partition 0, offset 0 has no row before its change: send it"):
            changes(spark, "debezium-json", [message], IMAGES, **options)
    assert changes(spark, "debezium-json", [update], IMAGES, primary_key="id") == [("+U", 1, "b")]
    assert changes(spark, "debezium-json", [update], IMAGES, ignore_parse_errors=True) == []
    known, unsent = ({"op": "u", "after": {"id": 1, "name": name}} for name in ("a", "__debezium_unavailable_value"))
    found = changes(spark, "debezium-json", [known, unsent], IMAGES, primary_key="id")
    assert found == [("+U", 1, "a"), ("+U", 1, "a")]
    with pytest.raises(PySparkException, match="offset 0 has no value of column name, which"):
        changes(spark, "debezium-json", [unsent, known], IMAGES, primary_key="id")
    found = changes(spark, "debezium-json", [unsent], IMAGES, primary_key="id", ignore_parse_errors=True)
    assert found == [("+U", 1, None)]
    for key in ('{"id": 7}', '{"schema": {}, "payload": {"id": 7}}'):
        relation = f"(select 0 as partition, 0 as offset, '{json.dumps(delete)}' as value, '{key}' as key)"
        query = macros_on(spark)["cdc"](relation, "debezium-json", IMAGES, key="key", primary_key=["id"])
        assert [tuple(row)[:3] for row in spark.sql(f"select * from {query}").collect()] == [(7, None, "-D")]


@pytest.mark.extended
def test_formats_that_flink_does_not_have(spark: SparkSession) -> None:
    flat = [
        {"id": 1, "name": "a", "__op": "c"},
        {"schema": {}, "payload": {"id": 1, "name": "b", "__op": "u", "__deleted": "false"}},
        {"id": 1, "name": "b", "__op": "d", "__deleted": "true"},
        None,
        {"id": 2, "name": "n"},
    ]
    assert changes(spark, "debezium-flat-json", flat, IMAGES) == [
        ("+I", 1, "a"), ("+U", 1, "b"), ("-D", 1, "b"), ("+U", 2, "n"),
    ]  # fmt: skip

    def dms(operation: str, kind: str = "data", **content: Any) -> dict[str, Any]:
        metadata = {"operation": operation, "record-type": kind, "schema-name": "shop", "table-name": "orders"}
        return {"metadata": metadata, **content}

    messages = [
        dms("create-table", "control"),
        dms("load", data={"id": 1, "name": "a"}),
        dms("update", data={"id": 1, "name": "b"}, **{"before-image": {"name": None}}),
        dms("update", data={"id": 2, "name": "b", "BI_id": 1}),
        dms("delete", data={"id": 2, "name": "b"}),
    ]
    assert changes(spark, "aws-dms-json", messages, IMAGES, table_include="ord.*") == [
        ("+I", 1, "a"), ("-U", 1, None), ("+U", 1, "b"), ("-U", 1, "b"), ("+U", 2, "b"), ("-D", 2, "b"),
    ]  # fmt: skip
    assert changes(spark, "aws-dms-json", messages, IMAGES, table_include="order") == []


KEY_UPDATES: dict[str, dict[str, Any]] = {
    "debezium-json": {"op": "u", "before": {"id": 1, "name": "a"}, "after": {"id": 2, "name": "b"}},
    "canal-json": {"type": "UPDATE", "data": [{"id": "2", "name": "b"}], "old": [{"id": "1", "name": "a"}]},
    "maxwell-json": {"type": "update", "data": {"id": 2, "name": "b"}, "old": {"id": 1, "name": "a"}},
    "ogg-json": {"op_type": "U", "before": {"id": 1, "name": "a"}, "after": {"id": 2, "name": "b"}},
    "aws-dms-json": {
        "metadata": {"operation": "update", "record-type": "data"},
        "data": {"id": 2, "name": "b"},
        "before-image": {"id": 1, "name": "a"},
    },
}


@pytest.mark.extended
@pytest.mark.parametrize("format", KEY_UPDATES)
def test_an_update_of_a_key_deletes_the_old_one(spark: SparkSession, format: str) -> None:
    for options in ({}, {"primary_key": "id"}):
        found = changes(spark, format, [KEY_UPDATES[format]], IMAGES, **options)
        assert found == [("-U", 1, "a"), ("+U", 2, "b")]


def in_format(format: str, op: str, before: dict[str, Any] | None, after: dict[str, Any] | None) -> dict[str, Any]:
    """An insert, update or delete as a message."""
    row = after or before
    if format == "debezium-json":
        return {"op": op, "before": before, "after": after}
    if format == "debezium-flat-json":
        return {**(row or {}), "__op": op}
    return {"type": {"c": "INSERT", "u": "UPDATE", "d": "DELETE"}[op], "data": [{"id": 9, "name": "z"}, row],
            "old": [{}, before]}  # fmt: skip


@pytest.mark.parametrize("format", ["debezium-json", "debezium-flat-json", "canal-json"])
def test_a_message_without_a_key_that_fits_is_skipped(spark: SparkSession, format: str) -> None:
    """With `ignore_parse_errors`, whole and counted; a null in its place would stop the model in each run."""
    good, bad = {"id": 1, "name": "a"}, [{"id": None, "name": "b"}, {"id": "x", "name": "b"}, {"name": "b"}]
    wrong = [
        in_format(format, op, None if op == "c" else row, None if op == "d" else row) for row in bad for op in "cud"
    ]
    if format != "debezium-flat-json":
        wrong += [in_format(format, "u", row, good) for row in bad[:2]]
    texts = [(json.dumps(message), '{"id": 1}') for message in [in_format(format, "c", None, good), *wrong]]
    if format == "debezium-flat-json":
        wrong += ["tombstone"] * 2
        texts += [(None, '{"id": "x"}'), (None, "x")]
    rows = [(0, offset, text, key) for offset, (text, key) in enumerate(texts)]
    spark.createDataFrame(rows, "partition int, offset long, value string, key string").createOrReplaceTempView("keyed")
    decimal = {"id": "decimal(5,0)", "name": "string"}
    for columns in (IMAGES, decimal) if format == "debezium-json" else (IMAGES,):
        query = macros_on(spark)["cdc"](
            "(select * from keyed)", format, columns, primary_key=["ID"], ignore_parse_errors=True,
            key="key" if format == "debezium-flat-json" else None, decimal_handling_mode="string",
        )  # fmt: skip
        kept = [(9, "z"), (1, "a")] if format == "canal-json" else [(1, "a")]
        found = spark.sql(f"select id, name from {query} order by _cdc_order").collect()
        assert [(int(row[0]), row[1]) for row in found] == kept
        (annotated,) = macros_on(spark)["_annotations"]("skipped", query)
        (skipped,) = spark.sql(annotated["count"]).collect()
        assert skipped[0] == len(wrong)


SCHEMA_CHANGES: dict[str, list[dict[str, Any]]] = {
    "debezium-json": [
        {"source": {"db": "shop", "table": "t"}, "databaseName": "shop", "ddl": "drop table t", "tableChanges": []},
        {
            "schema": {
                "fields": [{"field": name, "type": "string"} for name in ("databaseName", "ddl", "tableChanges")]
            },
            "payload": {"ddl": "create table t (id int)"},
        },
        # SQL Server and Db2
        {
            "source": {"connector": "sqlserver", "db": "shop", "schema": "dbo", "table": "t"},
            "databaseName": "shop",
            "schemaName": "dbo",
            "ddl": None,
            "tableChanges": [{"type": "CREATE", "id": '"shop"."dbo"."t"', "table": {"columns": [{"name": "id"}]}}],
        },
    ],
    "canal-json": [
        {"type": type, "isDdl": True, "data": None, "sql": "..."}
        for type in ("CREATE", "ALTER", "RENAME", "ERASE", "CINDEX", "DINDEX", "QUERY")
    ],
    "maxwell-json": [
        {"type": f"{kind}-{what}", "sql": "..."}
        for kind in ("table", "database")
        for what in ("create", "alter", "drop")
    ],
}


@pytest.mark.parametrize("format", SCHEMA_CHANGES)
def test_changes_of_a_schema_are_no_changes(spark: SparkSession, format: str) -> None:
    assert changes(spark, format, SCHEMA_CHANGES[format], IMAGES) == []
    if format == "debezium-json":
        row = envelope([{"field": "id", "type": "int32"}], {"id": 1})
        assert changes(spark, format, [*SCHEMA_CHANGES[format], row], None) == [("+I", 1)]


@pytest.mark.parametrize("format", ["debezium-json", "debezium-flat-json"])
def test_a_row_that_names_no_table_is_not_left_out(spark: SparkSession, format: str) -> None:
    """The filters ask for the name. Messages about no row, such as heartbeats, need not have one."""

    def message(id: int, **source: str) -> dict[str, Any]:
        row = {"id": id, "name": "a"}
        if format == "debezium-json":
            return {"op": "c", "after": row, "source": source}
        return row | {f"__{name}": value for name, value in source.items()}

    others = [{"ts_ms": 1}, message(7, db="shop", table="customers"), message(8, db="crm", table="orders")]
    mine = [message(1, db="shop", table="orders"), message(2, db="shop", collection="orders")]
    named: dict[str, Any] = {"table_include": "orders", "database_include": "shop"}
    kind = "+I" if format == "debezium-json" else "+U"
    assert changes(spark, format, others + mine, IMAGES, **named) == [(kind, 1, "a"), (kind, 2, "a")]
    for source, given in (({"db": "shop"}, "table"), ({"table": "orders"}, "database")):
        messages = [*others, message(3, **source), *mine]
        with pytest.raises(PySparkException, match=f"offset 3 names no {given}, by which {given}_include selects"):
            changes(spark, format, messages, IMAGES, **named)
        found = changes(spark, format, messages, IMAGES, **named, ignore_parse_errors=True)
        assert [row[1] for row in found] == [1, 2]


def test_mongodb_is_read_in_the_flat_format_only(spark: SparkSession) -> None:
    """Its connector writes rows as text."""
    message = {"op": "c", "after": '{"id": 1}', "source": {"connector": "mongodb", "collection": "orders"}}
    with pytest.raises(PySparkException, match=r"of MongoDB are text: flatten them .* read debezium-flat-json"):
        changes(spark, "debezium-json", [message], IMAGES)


@pytest.mark.extended
def test_a_flattened_delete_can_be_a_tombstone(spark: SparkSession) -> None:
    query = 'select * from values (0, 0, \'{"id": 1, "name": "a"}\', \'{"id": 1}\'), (0, 1, null, \'{"id": 1}\'), '
    relation = f"({query}(0, 2, null, null) as t (partition, offset, value, key))"
    cdc = macros_on(spark)["cdc"]
    for options, kinds in (
        ({"primary_key": "id", "key": "key"}, ["+U", "-D"]),
        ({"primary_key": "id", "key": "key", "ignore_parse_errors": True}, ["+U", "-D"]),
        ({"primary_key": "id"}, ["+U"]),
    ):
        rows = spark.sql(f"select * from {cdc(relation, 'debezium-flat-json', IMAGES, **options)} order by _cdc_order")
        assert [(row["_row_kind"], row["id"]) for row in rows.collect()] == [(kind, 1) for kind in kinds]


@pytest.mark.parametrize(
    ("type", "column", "key", "deleted"),
    [
        ("string", "_id", '{"id": "a"}', "a"),
        ("string", "_id", '{"schema": {}, "payload": {"id": "a"}}', "a"),
        ("int", "id", "42", 42),
        ("decimal(10,0)", "id", "42", 42),
        ("string", "id", '"a"', "a"),
        ("string", "id", "a", "a"),
        ("int", "id", '{"schema": {}, "payload": 42}', 42),
        ("int", "id", '{"number": 42}', None),
        ("string", "_id", '{"schema": {}, "payload": {"name": "a"}}', None),
    ],
)
def test_the_key_of_a_tombstone(spark: SparkSession, type: str, column: str, key: str, deleted: Any) -> None:
    """As MongoDB and ExtractField$Key write it; a delete of no key would leave the row for ever."""
    spark.createDataFrame([(0, 0, None, key)], "partition int, offset long, value string, key string"
                          ).createOrReplaceTempView("messages")  # fmt: skip

    def found(**options: Any) -> list[Any]:
        query = macros_on(spark)["cdc"]("(select * from messages)", "debezium-flat-json", {column: type, "v": "int"},
                                        key="key", primary_key=column, **options)  # fmt: skip
        return [tuple(row)[:2] for row in spark.sql(f"select {column}, _row_kind from {query}").collect()]

    if deleted is not None:
        assert found() == [(deleted, "-D")]
        return
    with pytest.raises(PySparkException, match=f"offset 0 has a key without a value of {column}; its key is"):
        found()
    assert found(ignore_parse_errors=True) == []


def test_tombstones_hide_no_schema(spark: SparkSession) -> None:
    """Those before the first row say nothing of its numbers, and a run of tombstones alone has the schemas of keys."""
    variable = {"type": "struct", "name": "io.debezium.data.VariableScaleDecimal", "field": "id"}
    amount = {"type": "bytes", "name": "org.apache.kafka.connect.data.Decimal", "field": "amount"}
    amount |= {"parameters": {"scale": "2", "connect.decimal.precision": "10"}}
    day = {"type": "int32", "name": "io.debezium.time.Date", "field": "day"}
    id = {"id": {"scale": 0, "value": unscaled(7)}}
    key = json.dumps({"schema": {"fields": [variable, day]}, "payload": id | {"day": 1}})
    row = id | {"day": 1, "amount": unscaled(1230)}
    value = json.dumps({"schema": {"fields": [variable, day, amount]}, "payload": row})
    plain = json.dumps(id | {"day": 1, "amount": unscaled(1230)})
    columns = {"id": "string", "day": "string", "amount": "decimal(12,4)"}
    deleted, added = ("-D", "7", "1970-01-02", None), ("+U", "7", "1970-01-02", "12.3000")
    for texts, expected in (
        ([None] * 21 + [value], [deleted] * 21 + [added]),
        ([plain] * 20 + [value], [added] * 21),
        ([None], [deleted]),
    ):
        rows = [(0, offset, text, key) for offset, text in enumerate(texts)]
        columns_of_rows = "partition int, offset long, value string, key string"
        spark.createDataFrame(rows, columns_of_rows).createOrReplaceTempView("messages")
        query = macros_on(spark)["cdc"](
            "(select * from messages)", "debezium-flat-json", columns, key="key", primary_key=["id", "day"]
        )
        found = spark.sql(f"select _row_kind, id, day, string(amount) from {query} order by _cdc_order").collect()
        assert [tuple(row) for row in found] == expected


@pytest.mark.extended
def test_a_table_that_changes_between_two_messages(spark: SparkSession) -> None:
    """A column that the first message lacks is read from the second, and the wider type counts."""
    fields = [{"field": "id", "type": "int32"}, {"field": "gone", "type": "string"}]
    later = [{"field": "id", "type": "int64"}, {"field": "name", "type": "string"}]
    messages = [envelope(fields, {"id": 1, "gone": "g"}), envelope(later, {"id": 1 << 40, "name": "n"})]
    for turned in (messages, messages[::-1]):
        found = changes(spark, "debezium-json", turned, None)
        names = ["id", "gone", "name"] if turned is messages else ["id", "name", "gone"]
        by_name = [dict(zip(["_row_kind", *names], row, strict=True)) for row in found]
        rows = sorted((row["id"], row["gone"], row["name"]) for row in by_name)
        assert rows == [(1, "g", None), (1 << 40, None, "n")]


def test_schemas_that_differ_after_a_column_named_payload(spark: SparkSession) -> None:
    """Also of messages whose converter writes blanks, or the payload first."""
    fields = [{"type": "int32", "field": "id"}, {"type": "string", "field": "payload"}]
    name = {"type": "string", "field": "name"}
    row = {"id": 1, "payload": "p"}
    # more than the first messages, of which each is looked at
    messages = [envelope(fields, row)] * 21 + [envelope([*fields, name], row | {"name": "n"})]
    for separators in ((",", ":"), (", ", ": ")):
        for names in (["schema", "payload"], ["payload", "schema"]):
            texts = [json.dumps({part: message[part] for part in names}, separators=separators) for message in messages]
            assert changes(spark, "debezium-json", texts, None)[-1] == ("+I", 1, "p", "n"), texts[0]


def test_a_second_object_in_a_message_is_not_lost(spark: SparkSession) -> None:
    """Spark parses the first of several objects, and says nothing of the others."""
    one, two = ('{"op":"c","after":{"id":%d,"name":"}{ },{ a"}}' % id for id in (1, 2))  # noqa: UP031
    other = '{"ts_ms":1,"op":"c","after":{"id":2,"name":"b"}}'
    parsed = spark.sql(
        f"select from_json('{one}{two}', 'op string, _bad string', map('columnNameOfCorruptRecord', '_bad'))"
    )
    assert tuple(parsed.collect()[0][0]) == ("c", None)
    between = [
        "",
        "\n",
        " \r\n\t",
        ",",
        " ,\n",
        "\0",
        "\ufeff",
        ";",
        "],",
        ',"key":',
        '],"objects":[{},',
        "]}",
        "],null]}",
    ]
    after = [
        ",",
        ",null",
        ",null,null",
        "]",
        "]}",
        "]}{",
        "}",
        " null",
        ',"x":1',
        "],[null",
        other,
        "\n" + other,
        "{}",
        " {} \n",
    ]
    texts = [one + text + two for text in between] + [one + text for text in after]
    texts += [f"[{one}]", f"[{one}", f"{one},{two}]}}", "1", '""', "{}{}", one[:-1]]
    whole = [one, one + "\n", " " + one, json.dumps({"op": "c", "after": {"id": 1, "name": one + two}})]
    for options in ({}, {"primary_key": "id"}):
        with pytest.raises(PySparkException, match="offset 0 is not a JSON object of the format debezium-json"):
            changes(spark, "debezium-json", [one + two], IMAGES, **options)
        found = changes(spark, "debezium-json", [*texts, *whole], IMAGES, ignore_parse_errors=True, **options)
        assert [row[1:] for row in found] == [(1, "}{ },{ a")] * 3 + [(1, one + two)]


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_a_table_that_changes_between_two_runs(warm_project: Project, format: str) -> None:
    """A new column is added, types become wider, and a column that messages have no longer stays, with its values."""
    project = warm_project
    project.write(
        "models/orders.sql",
        "{{ config(materialized='incremental', primary_key='id', sequence_field='_cdc_order',"
        f" on_schema_change='append_new_columns', file_format='{format}') }}}}\n"
        "select * from {{ tablestore.cdc(tablestore.changelog(source('land', 'landing')), 'debezium-json') }}",
    )
    price = {"field": "price", "type": "bytes", "name": "org.apache.kafka.connect.data.Decimal"}
    small, large = ({"scale": "2", "connect.decimal.precision": digits} for digits in ("5", "12"))
    fields = [{"field": "id", "type": "int32"}, {"field": "n", "type": "int16"}, price | {"parameters": small}]
    later = [{"field": "id", "type": "int64"}, {"field": "n", "type": "int32"}, price | {"parameters": large}]
    gone, name = {"field": "gone", "type": "string"}, {"field": "name", "type": "string"}
    for offset, (described, after) in enumerate(
        [
            ([*fields, gone], {"id": 1, "n": 1, "price": unscaled(150), "gone": "g"}),
            ([*fields, gone], {"id": 2, "n": 2, "price": unscaled(250), "gone": "h"}),
            ([*later, name], {"id": 1 << 40, "n": 1 << 20, "price": unscaled(10**11), "name": "n"}),
            ([*later, name], {"id": 2, "n": 1 << 21, "price": unscaled(350), "name": "m"}),
        ]
    ):
        message = json.dumps(envelope(described, after))
        landed(project, [(0, offset, message)], "partition int, offset bigint, value string")
        if offset:
            project.run()
    assert project.rows(f"select id, n, string(price), gone, name from {{{format}}}.orders") == [
        (1, 1, "1.50", "g", None), (1 << 40, 1 << 20, "1000000000.00", None, "n"), (2, 1 << 21, "3.50", "h", "m"),
    ]  # fmt: skip


def source(op: str, id: int, name: str, **position: Any) -> dict[str, Any]:
    row = {"id": id, "name": name}
    before, after = (None, row) if op == "c" else (row, None)
    return {"op": op, "before": before, "after": after, "source": {"ts_ms": 5, **position}}


POSITIONS: dict[str, list[dict[str, Any]]] = {
    "PostgreSQL, by the LSN": [{"lsn": 9}, {"lsn": 10}, {"lsn": 110}],
    "PostgreSQL, a transaction that began earlier": [
        {"lsn": 120, "sequence": '["90","120"]'},
        {"lsn": 100, "sequence": '["130","100"]'},
        {"lsn": 101, "sequence": '["130","101"]'},
    ],
    "SQL Server": [
        {"commit_lsn": "00000025:00000d98:00a2", "change_lsn": "00000025:00000d98:0002", "event_serial_no": 2},
        {"commit_lsn": "00000025:00000d98:00a2", "change_lsn": "00000025:00000d98:0003", "event_serial_no": 1},
        {"commit_lsn": "00000025:00000d98:00a3", "change_lsn": "00000025:00000d98:0001", "event_serial_no": 1},
    ],
    "MySQL": [
        {"file": "bin.999999", "pos": 900, "row": 0}, {"file": "bin.999999", "pos": 1000, "row": 0},
        {"file": "bin.1000000", "pos": 4, "row": 0},
    ],
    "MySQL, rows of an event": [{"file": "bin.1", "pos": 4, "row": row} for row in (2, 9, 10)],
    "Oracle": [
        {"scn": "99", "commit_scn": "120"}, {"scn": "100", "commit_scn": "120"}, {"scn": "98", "commit_scn": "121"},
    ],
    "MongoDB": [{"ord": 1}, {"ord": 2}, {"ord": 10}],
}  # fmt: skip


@pytest.mark.extended
def test_changes_of_a_millisecond_are_in_the_order_of_their_source(spark: SparkSession) -> None:
    rows = [(name, number, json.dumps(source("cdc"[number], 1, str(number), **position)))
            for name, positions in POSITIONS.items() for number, position in enumerate(positions)]  # fmt: skip
    spark.createDataFrame(rows[::-1], "name string, number int, value string").createOrReplaceTempView("messages")
    for name in POSITIONS:
        query = macros_on(spark)["cdc"](f"(select value from messages where name = '{name}')", "debezium-json", IMAGES)
        found = [row[0] for row in spark.sql(f"select name from {query} order by _cdc_order").collect()]
        assert found == ["0", "1", "2"], name


def test_a_message_that_a_commit_writes_again_is_read_once(spark: SparkSession) -> None:
    """In a model with a sum: INSERT OVERWRITE of a table with messages writes them again, and so does UPDATE."""
    changes_of_table = [
        *((1, "+I", offset, value) for offset, value in enumerate("abc")),
        *((2, "-D", offset, value) for offset, value in enumerate("abc")),
        *((2, "+I", offset, value) for offset, value in enumerate("bcc", start=1)),
        (3, "-U", 1, "b"), (3, "+U", 1, "B"), (4, "-D", 1, "B"), (5, "+I", 1, "B"),
    ]  # fmt: skip
    names = "_commit int, _row_kind string, offset int, value string"
    spark.createDataFrame(changes_of_table, names).createOrReplaceTempView("changes_of_table")
    relation = f"(select {', '.join(each.split()[0] for each in names.split(', '))} from changes_of_table)"
    macros = namespace(execute=True, run_query=lambda sql: [Answer(**row.asDict()) for row in spark.sql(sql).collect()])
    macros["_compiled_keys"] = lambda: {"added_again": ["value"]}  # type: ignore[assignment]
    for places, expected in (
        ([], [(1, "a"), (1, "b"), (1, "c"), (2, "c"), (3, "B"), (5, "B")]),
        (["offset"], [(1, "a"), (1, "b"), (1, "c"), (2, "c"), (5, "B")]),
    ):
        found = macros["_appended"](relation, places)
        rows = spark.sql(f"select _commit, value from {found['rows']} where {found['conditions'][0]} order by 1, 2")
        assert [tuple(row) for row in rows.collect()] == expected
    # the changes of a commit without a deleted row are read as they are
    appended = f"(select * from {relation} where _row_kind like '+_')"
    assert macros["_appended"](appended)["rows"] == appended


def test_maxwell_without_a_position_is_ordered_by_time(spark: SparkSession) -> None:
    """The `xid` of MySQL begins again when the server starts, and a bootstrap has none."""
    found, warned = {}, {}
    for name, more in (("time", {}), ("position", {"position": "mysql-bin.000003:4"})):
        messages = [
            {"type": "insert", "xid": 940786, "commit": True, "ts": 1700000000},
            {"type": "update", "old": {"name": "1"}, "xid": 57, "xoffset": 0, "ts": 1700009999},
            {"type": "delete", "xid": 57, "commit": True, "ts": 1700009999},
            {"type": "bootstrap-insert", "ts": 1700010000},
        ]
        rows = [(n, json.dumps(row | more | {"data": {"id": 1, "name": str(n)}})) for n, row in enumerate(messages)]
        spark.createDataFrame(rows[::-1], "n int, value string").createOrReplaceTempView("messages")
        said: list[str] = []
        macros = namespace(
            execute=True,
            run_query=lambda sql: [Answer(**row.asDict()) for row in spark.sql(sql).collect()],
            exceptions=SimpleNamespace(warn=said.append),
        )
        query = macros["cdc"]("(select value from messages)", "maxwell-json", IMAGES, primary_key="id")
        rows = spark.sql(f"select name, _cdc_order from {query} where _row_kind <> '-U' order by _cdc_order").collect()
        found[name], warned[name] = [tuple(row) for row in rows], said
    assert [name for name, _ in found["time"]] == ["0", "1", "2", "3"]
    assert len(warned["time"]) == 1 and "output_binlog_position" in warned["time"][0] and warned["position"] == []
    # a table that an earlier release filled, and a source that begins to send positions
    former = "00000000000000940786 9999999999 00000000001700000000"
    assert former < found["time"][0][1] and found["time"][-1][1] < found["position"][0][1]


@pytest.mark.extended
def test_a_message_that_is_not_understood_is_named(spark: SparkSession) -> None:
    good = {"op": "c", "after": {"id": 1, "name": "a"}}
    wrong = {
        "no json": "is not a JSON object of the format debezium-json: no json",
        '{"op": "c", "after": {}} more': "is not a JSON object",
        '{"op": "x", "after": {"id": 1}}': "has the unknown operation x; known are c, r, u, d, m, t",
        '{"after": {"id": 1}}': "has the unknown operation null",
        '{"op": "c", "after": null}': "has no new row",
        '{"op": "t"}': "empties its table: write truncates='apply' to delete its rows",
        '{"op": "c", "after": {"id": "x"}}': "has a value in column id that is not of type int: {",
        '{"op": "u", "before": {}, "after": {"s": "__debezium_unavailable_value"}}': "no value of column s",
        '{"op": "c", "after": {"id": 1, "at": 20000000000000}}': "write its unit: timestamp_unit='micros'",
        '{"op": "c", "after": {"id": 1, "d": "2022-1-8"}}': "has a value in column d that is not of type date",
        '{"op": "c", "after": {"id": 1, "n": "1234"}}': "decimal_handling_mode='precise' or 'string'",
    }
    columns = {"id": "int", "at": "timestamp", "d": "date", "n": "decimal(10,2)", "s": "string"}
    for text, problem in wrong.items():
        with pytest.raises(PySparkException) as raised:
            changes(spark, "debezium-json", [good, text], columns)
        assert "tablestore.cdc(a query): the message at partition 0, offset 1 " in str(raised.value)
        assert problem in str(raised.value)
    unknown = list(wrong)[:6]
    query = macros_on(spark)["cdc"]("(select * from messages)", "debezium-json", columns, ignore_parse_errors=True)
    assert changes(spark, "debezium-json", [good, *unknown], columns, ignore_parse_errors=True) == [
        ("+I", 1, None, None, None, None)
    ]
    (skipped,) = macros_on(spark)["_annotations"]("skipped", query)
    assert spark.sql(skipped["count"]).collect()[0][0] == len(unknown)
    assert changes(spark, "debezium-json", [good, '{"op": "t"}'], columns, truncates="skip") == [
        ("+I", 1, None, None, None, None)
    ]


def test_a_stream_into_a_keyed_table(warm_project: Project) -> None:
    """The changes of a key in one millisecond, delivered again and in another order."""
    project = warm_project
    stream = [
        source("c", 1, "a", lsn=1), source("d", 1, "a", lsn=2), source("c", 1, "b", lsn=3),
        source("c", 2, "a", lsn=4), source("d", 2, "a", lsn=5), {"op": "x"},
    ]  # fmt: skip
    landed(project, [(json.dumps(message),) for message in stream[2::-1]], "value string")
    project.write(
        "models/orders.sql",
        "{{ config(materialized='incremental', primary_key='id', sequence_field='_cdc_order') }}\n"
        "select id, name, _row_kind, _cdc_order from {{ tablestore.cdc(tablestore.changelog(source('land', 'landing')),"
        " 'debezium-json', {'id': 'int', 'name': 'string'}, ignore_parse_errors=true, truncates='apply',"
        " error_table='errors') }}",
    )
    project.run()
    assert project.rows("select id, name from {iceberg}.orders") == [(1, "b")]
    landed(project, [(json.dumps(message),) for message in stream[::-1]], "value string")
    project.run()
    assert project.rows("select id, name from {iceberg}.orders") == [(1, "b")]
    assert project.rows("select commit, rows_skipped from {iceberg}.orders__commits") == [(1, 0), (2, 1)]
    known = "has the unknown operation x; known are c, r, u, d, m, t"
    errors = project.rows("select _commit, _reason, _message from {iceberg}.errors")
    assert errors == [(2, known, '{"op": "x"}')]
    unavailable = "__debezium_unavailable_value"
    stream = [
        {"op": "u", "after": {"id": 1, "name": unavailable}, "source": {"lsn": 6}},
        source("c", 3, "c", lsn=7),
        {"op": "u", "after": {"id": 3, "name": unavailable}, "source": {"lsn": 8}},
    ]
    landed(project, [(json.dumps(message),) for message in stream[::-1]], "value string")
    project.run()
    assert project.rows("select id, name from {iceberg}.orders") == [(1, "b"), (3, "c")]
    stream = [source("c", 4, "d", lsn=9), {"op": "t", "source": {"lsn": 10}}, source("c", 3, "e", lsn=11)]
    landed(project, [(json.dumps(message),) for message in stream[::-1]], "value string")
    project.run()
    assert project.rows("select id, name from {iceberg}.orders") == [(3, "e")]
    path = project.folder / "models/orders.sql"
    path.write_text(path.read_text().replace("error_table='errors'", "error_table='errors', order=['_commit']"))
    assert "'_cdc_order' was made of the position in the source that Debezium has, and is made of" in project.error()


def test_truncates_end_the_versions_that_are_there(warm_project: Project) -> None:
    """However the messages are cut into runs, and when one comes again."""
    project = warm_project

    def at(number: int, message: dict[str, Any]) -> tuple[str]:
        return (json.dumps({**message, "source": {"lsn": number, "ts_ms": number * 1000}}),)

    rome, oslo = {"id": 1, "name": "Rome"}, {"id": 2, "name": "Oslo"}
    inserts = [
        {"op": "c", "after": rome},
        {"op": "t"},
        {"op": "c", "after": rome},
        {"op": "t"},
        {"op": "c", "after": oslo},
    ]
    stream = [at(number, message) for number, message in enumerate(inserts, 1)]
    for name in ("cut", "whole"):
        project.write(
            f"models/{name}.sql",
            "{{ config(materialized='incremental', primary_key='id', scd_type=2, hard_deletes='new_record',"
            " sequence_field=['changed_at', '_cdc_order']) }}\n"
            "select * from {{ tablestore.cdc(tablestore.changelog(source('land', 'landing')), 'debezium-json',"
            " {'id': 'int', 'name': 'string'}, time_column='changed_at', truncates='apply') }}",
        )
    for messages in (stream[:1], stream[1:2], stream[2:4], stream[4:], stream[3:4]):
        landed(project, messages, "value string")
        project.run("--select", "cut")
    project.run("--select", "whole")
    columns = "id, name, second(dbt_valid_from), second(dbt_valid_to), dbt_is_deleted"
    rows = [project.rows(f"select {columns} from {{iceberg}}.{name} order by 1, 3") for name in ("cut", "whole")]
    first = [
        (1, "Rome", 1, 2, "False"),
        (1, "Rome", 2, 3, "True"),
        (1, "Rome", 3, 4, "False"),
        (1, "Rome", 4, None, "True"),
    ]
    assert rows[0] == rows[1] == [*first, (2, "Oslo", 5, None, "False")]


@pytest.mark.parametrize("zone", ["UTC", "Europe/Rome"])
def test_the_columns_of_an_order_sort_like_their_values(spark: SparkSession, zone: str) -> None:
    """In each time zone: in one of these, the clock shows two of the times twice, and one never."""
    session = spark.newSession()
    session.conf.set("spark.sql.session.timeZone", zone)
    times = ["2024-03-31 01:00:00", "2024-03-31 02:30:00", "2024-10-27 00:30:00", "2024-10-27 00:30:00.25"]
    times += ["2024-10-27 01:15:00", "2024-10-27 01:30:00"]
    values: dict[str, list[str]] = {
        "timestamp": [f"timestamp'{time}Z'" for time in times],
        "timestamp_ntz": [f"timestamp_ntz'{time}'" for time in times],
        "date": ["date'1969-12-31'", "date'1970-01-01'", "date'2024-10-27'"],
        "bigint": [f"{number}L" for number in (-(2**63) + 1, -100, -20, -3, 0, 7, 20, 2**63 - 1)],
        "decimal(38,2)": ["-9e35", "-10.5", "-10.25", "-2", "0", "0.5", "12", "9e16", "1e17", "12e17", "2e35"],
    }
    for type, texts in values.items():
        rows = ", ".join(f"(cast({text} as {type}), {number})" for number, text in enumerate(texts))
        value = """concat('{"op": "c", "after": {"id": ', n, '}}')"""
        relation = f"(select at, {value} as value from values {rows} as t (at, n))"
        query = macros_on(session)["cdc"](relation, "debezium-json", {"id": "int"}, order=["at"])
        found = session.sql(f"select id, _cdc_order from {query} order by _cdc_order").collect()
        assert [row[0] for row in found] == list(range(len(texts))), (type, found)
        if type == "bigint":
            assert [row[1] for row in found][4:6] == ["0" * 20 + " 0", "0" * 19 + "7 0"]
        if type == "timestamp":
            assert [row[1] for row in found][2:4] == [f"{time} 0" for time in times[2:4]]


@pytest.mark.parametrize("type", ["double", "float", "array<int>", "struct<a:int>"])
def test_an_order_of_a_type_that_does_not_sort_as_text_is_refused(spark: SparkSession, type: str) -> None:
    relation = f"(select cast(null as {type}) as at, 1 as n, 'x' as value)"
    with pytest.raises(
        MacroError, match=f"order: column 'at' is of type {type}.*, which has no text that sorts like it"
    ):
        macros_on(spark)["cdc"](relation, "debezium-json", IMAGES, order=["n", "at"])


POSITIONS_OF_SOURCES: dict[str, dict[str, Any]] = {
    "PostgreSQL": {"lsn": 17, "sequence": '["16","17"]'}, "in no commit": {"lsn": 18, "sequence": '["","18"]'},
    "SQL Server": {"commit_lsn": "00:1", "change_lsn": "00:2", "event_serial_no": 3},
    "MySQL": {"file": "binlog.10", "pos": 4, "row": 1}, "Oracle": {"scn": "7", "commit_scn": "8"},
    "MongoDB": {"ord": 2, "ts_us": 5}, "none": {},
}  # fmt: skip


@pytest.mark.parametrize("format", ["debezium-json", pytest.param("debezium-flat-json", marks=pytest.mark.extended)])
def test_the_order_of_a_message_is_the_same_whatever_the_first_ones_are(spark: SparkSession, format: str) -> None:
    """From the first messages, it is known which position most have, and is read fast."""
    columns, made = {"id": "int", "name": "string"}, dict[str, list[str]]()
    for number, (name, position) in enumerate(POSITIONS_OF_SOURCES.items()):
        for id in range(100 * number, 100 * number + 21):
            row, times = {"id": id, "name": "a"}, {"ts_ms": 1700000000000 + id}
            flat = row | {"__op": "c"} | {f"__source_{field}": value for field, value in (position | times).items()}
            message = {"op": "c", "after": row, "source": position | times, "ts_ms": 1}
            made.setdefault(name, []).append(json.dumps(flat if "flat" in format else message))

    def orders(texts: list[str]) -> dict[int, str]:
        spark.createDataFrame([(text,) for text in texts], "value string").coalesce(1).createOrReplaceTempView(
            "messages"
        )
        query = macros_on(spark)["cdc"]("(select * from messages)", format, columns)
        rows = spark.sql(f"select id, _cdc_order from {query}").collect()
        assert len(rows) == len(texts)
        return {row["id"]: row["_cdc_order"] for row in rows}

    mixed = [texts[0] for texts in made.values()]
    expected = orders(mixed + [text for texts in made.values() for text in texts[1:]])
    for texts in made.values():
        found = orders([*texts, *(text for text in mixed if text not in texts)])
        assert found == {id: expected[id] for id in found}


def shop_stream() -> tuple[list[tuple[object, ...]], dict[str, dict[Any, tuple[Any, ...]]]]:
    """Random changes of three tables, and the rows that are left. The first message has the schema of another table."""
    random, rows, kept = Random(7), list[tuple[object, ...]](), dict[str, dict[Any, tuple[Any, ...]]]()
    amount = {"field": "amount", "type": "bytes", "name": "org.apache.kafka.connect.data.Decimal"}
    amount |= {"parameters": {"scale": "2", "connect.decimal.precision": "10"}}
    fields = [{"field": "region", "type": "string"}, {"field": "id", "type": "int32"}, amount]
    for offset in range(60):
        table = random.choice(["orders", "customers", "audit"]) if offset else "audit"
        stored, id, region = kept.setdefault(table, {}), random.randrange(4), random.choice("ab")
        key: dict[str, Any] = {"region": region, "id": id} if table == "orders" else {"id": id}
        before = stored.get(tuple(key.values()))
        name, cents = random.choice(["x", "it's", None]), random.randrange(100000)
        after: dict[str, Any] | None = {"id": id, "name": name, "score": cents / 8, "tags": [cents]}
        row: tuple[Any, ...] = (id, name, cents / 8)
        if table == "orders":
            after = {"region": region, "id": id, "amount": unscaled(cents)}
            row = (region, id, f"{cents // 100}.{cents % 100:02}")
        deletes = before is not None and random.random() < 0.3
        if deletes:
            stored.pop(tuple(key.values()))
        else:
            stored[tuple(key.values())] = row
        op, image = "d" if deletes else "u" if before else "c", "before" if deletes else "after"
        message: dict[str, Any] = {"op": op, "before": None, "after": None, "source": {"db": "shop", "table": table}}
        message |= {image: after}
        if table == "audit":
            message = {**envelope([amount | {"parameters": {"scale": "5"}}], {}), "payload": message}
        if table == "orders":
            message = {**envelope(fields, {}), "payload": message}
            key = {"schema": {}, "payload": key}
        rows.append((0, offset, json.dumps(key), json.dumps(message)))
    return rows, kept


def saved(printed: str) -> dict[str, str]:
    """The files that the operation has printed."""
    begin = r"^(?:\{# |# )(models/\S+)(?: #\})?\n"
    return dict(re.findall(rf"{begin}(.*?)(?=^(?:\{{# |# )models/|\Z)", printed, re.DOTALL | re.MULTILINE))


@pytest.mark.extended
def test_models_are_generated_for_the_tables_of_a_stream(
    warm_project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the operation prints is saved as it is; its tables have what is left after the changes."""
    project = warm_project
    rows, kept = shop_stream()
    landed(project, rows, "partition int, offset bigint, key string, value string")
    arguments = {
        "relation": "land.landing", "format": "debezium-json", "prefix": "my_", "exclude": ".*[.]audit",
        "partition_keys": {"shop.orders": ["region"], "shop.customers": "bucket(2, id)"},
    }  # fmt: skip
    operation = ["run-operation", "generate_cdc_models", "--args"]
    capsys.readouterr()
    assert not project.dbt(*operation, json.dumps(arguments)).success
    assert "no message of shop.customers names its key; name the column with the key" in capsys.readouterr().out
    assert not project.dbt(*operation, json.dumps(arguments | {"value": "values", "key": "id"})).success
    said = capsys.readouterr().out
    assert "value: the relation has no column 'values'; it has partition, offset, key, value, did you mean" in said
    assert "key: the relation has no column 'id'; it has partition, offset, key, value" in said
    project.succeed(*operation, json.dumps(arguments | {"key": "key"}))
    files = saved(capsys.readouterr().out)
    assert list(files) == ["models/my_customers.sql", "models/my_orders.sql", "models/my_landing.yml"]
    for path, text in files.items():
        project.write(path, text)
    described = {model["name"]: model["columns"] for model in yaml.safe_load(files["models/my_landing.yml"])["models"]}
    assert {column["name"]: column["data_type"] for column in described["my_orders"]} == {
        "region": "string", "id": "int", "amount": "decimal(10,2)",
    }  # fmt: skip
    assert [column["data_type"] for column in described["my_customers"]] == [
        "bigint", "string", "double", "array<bigint>",
    ]  # fmt: skip
    project.run()
    orders = project.rows("select region, id, string(amount) from {iceberg}.my_orders")
    assert orders == sorted(kept["orders"].values())
    partitions = project.rows("select partition.region from {iceberg}.my_orders.partitions")
    assert partitions == [("a",), ("b",)]
    customers = project.rows("select id, name, score from {iceberg}.my_customers")
    assert customers == sorted(kept["customers"].values())
    added = {"vip": True, "box": {"x": 1}}
    new = {"op": "c", "after": {"id": 99, "name": "n"} | added, "source": {"db": "shop", "table": "customers"}}
    landed(project, [(0, 99, '{"id": 99}', json.dumps(new))], "partition int, offset bigint, key string, value string")
    project.succeed(*operation, json.dumps(arguments | {"key": "key", "include": "shop[.]customers"}))
    project.write("models/my_customers.sql", saved(capsys.readouterr().out)["models/my_customers.sql"])
    project.run("--select", "my_customers")
    stored = project.rows("select id, name, vip, get_json_object(box, '$.x') from {iceberg}.my_customers where id > 9")
    assert stored == [(99, "n", True, "1")]


@pytest.mark.extended
def test_sharded_tables_become_one_model(warm_project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Tables of one name in several databases, and tables of one database whose names have numbers."""
    project, rows = warm_project, list[tuple[object, ...]]()
    for shard in (1, 2):
        for id in range(3):
            names = {"data": [{"id": str(10 * shard + id), "n": str(2**63)}], "type": "INSERT", "pkNames": ["id"]}
            types = {"mysqlType": {"id": f"{'big' if shard == 2 else ''}int", "n": "bigint unsigned"}, "es": id}
            for place in ({"database": f"shop_{shard}", "table": "orders"}, {"database": "crm", "table": f"p_{shard}"}):
                rows.append((0, len(rows), json.dumps(names | types | place)))
    landed(project, rows, "partition int, offset bigint, value string")
    arguments = {
        "relation": "land.landing", "format": "canal-json", "merge_shards": True, "prefix": "my_",
        "table_mapping": {"crm[.]p_[0-9]+": "people"},
    }  # fmt: skip
    capsys.readouterr()
    project.succeed("run-operation", "generate_cdc_models", "--args", json.dumps(arguments))
    files = saved(capsys.readouterr().out)
    assert sorted(files) == ["models/my_landing.yml", "models/my_orders.sql", "models/people.sql"]
    for path, text in files.items():
        project.write(path, text)
    project.run()
    for model in ("my_orders", "people"):
        expected = [(10 * shard + id, str(2**63)) for shard in (1, 2) for id in range(3)]
        assert project.rows(f"select id, string(n) from {{iceberg}}.{model}") == expected
