"""Missing values and replacements on Spark: typed, untyped, and what must fail instead of being rounded."""

from __future__ import annotations

import datetime
import json
import re
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession

from harness import call

TYPES = {
    "y": "tinyint", "i": "int", "l": "bigint", "f": "float", "d": "double", "m": "decimal(4,2)", "s": "string",
    "b": "boolean", "day": "date", "ts": "timestamp", "tn": "timestamp_ntz", "a": "array<int>",
}  # fmt: skip
FILLS: dict[str, Any] = {
    "y": 1, "i": 7, "l": 5_000_000_000, "f": 0.5, "d": 0.1, "m": 7.25, "s": "it's a \\ \"q\"\nü",
    "b": True, "day": "2020-01-02", "ts": "2020-01-02 03:04:05", "tn": datetime.datetime(2020, 1, 2, 3, 4, 5),
}  # fmt: skip


@pytest.fixture
def t(spark: SparkSession) -> DataFrame:
    nulls = ", ".join(f"cast(null as {kind}) as {name}" for name, kind in TYPES.items())
    frame = spark.sql(f"select {nulls}, 0 as row union all select {nulls}, 1")
    frame.createOrReplaceTempView("t")
    return frame


@pytest.mark.parametrize("typed", [True, False])
def test_fillna_fills_every_type_and_changes_none(spark: SparkSession, t: DataFrame, typed: bool) -> None:
    types = {name: TYPES[name] for name in FILLS} if typed else None
    frame = spark.sql(f"select * from {call('fillna', 't', FILLS, types)}")
    assert [(f.name, f.dataType) for f in frame.schema] == [(f.name, f.dataType) for f in t.schema]
    row = frame.first()
    assert row is not None
    expected = FILLS | {
        "m": row.m, "day": datetime.date(2020, 1, 2), "ts": FILLS["tn"],
    }  # fmt: skip
    assert str(row.m) == "7.25"
    assert {name: row[name] for name in FILLS} == expected
    assert row.a is None


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("i", 7.9),
        ("i", 3_000_000_000),
        ("y", 300),
        ("i", "7x"),
        ("i", True),
        ("b", 1),
        ("day", "2020-13-01"),
        ("day", "2020-01-02 03:04:05"),
        ("day", datetime.datetime(2020, 1, 2, 3, 4, 5)),
        ("m", 700),
        ("m", 7.255),
        ("f", 16_777_217),
        ("d", 2**53 + 1),
        ("f", "x"),
        ("s", 7),
        ("s", True),
        ("s", datetime.date(2020, 1, 2)),
    ],
)
def test_what_does_not_fit_fails_when_the_types_are_open(
    spark: SparkSession, t: DataFrame, column: str, value: Any
) -> None:
    message = (
        f"`{column}` is {re.escape(TYPES[column])}, which does not take {re.escape(json.dumps(value, default=str))};"
    )
    with pytest.raises(Exception, match=f"fillna: {message}"):
        spark.sql(f"select * from {call('fillna', 't', value, column)}").collect()
    with pytest.raises(Exception, match=f"replace: {message}"):
        spark.sql(f"select * from {call('replace', 't', {None: value}, column)}").collect()


@pytest.mark.parametrize("typed", [True, False])
def test_what_is_not_strict_leaves_other_families_alone(spark: SparkSession, t: DataFrame, typed: bool) -> None:
    types = {name: TYPES[name] for name in TYPES} if typed else list(TYPES)
    for value, filled in ((7, "yilfdm"), ("x", "s"), (True, "b"), (datetime.date(2020, 1, 2), ["day", "ts", "tn"])):
        frame = spark.sql(f"select * from {call('fillna', 't', value, types, strict=False)}")
        assert [(f.name, f.dataType) for f in frame.schema] == [(f.name, f.dataType) for f in t.schema]
        row = frame.first()
        assert row is not None
        assert {name for name in TYPES if row[name] is not None} == set(filled)


@pytest.mark.parametrize("types", [{"d": "double", "i": "int"}, ["d", "i"]])
def test_nan_is_missing_unless_said_otherwise(spark: SparkSession, types: Any) -> None:
    query = "select * from values (double('NaN'), 1), (null, 2), (1.5D, null) as v (d, i)"
    assert values(spark, call("fillna", query, 0, types)) == [(0.0, 1), (0.0, 2), (1.5, 0)]
    kept = values(spark, f"(select string(d), i from {call('fillna', query, 0, types, nan=False)})")
    assert kept == [("0.0", 2), ("1.5", 0), ("NaN", 1)]
    assert values(spark, call("dropna", query, "any", None, types)) == []
    assert len(values(spark, call("dropna", query, "all", None, types))) == 3
    assert len(values(spark, call("dropna", query, "any", None, types, nan=False))) == 1


def test_the_text_nan_is_not_missing(spark: SparkSession) -> None:
    assert values(spark, call("dropna", "select 'NaN' as s", columns="s")) == [("NaN",)]


def values(spark: SparkSession, sql: str) -> list[tuple[Any, ...]]:
    return sorted((tuple(row) for row in spark.sql(f"select * from {sql}").collect()), key=repr)


@pytest.mark.parametrize("typed", [True, False])
def test_dropna_counts_as_python_counts(spark: SparkSession, typed: bool) -> None:
    bits = [tuple((n >> bit) & 1 or None for bit in range(3)) for n in range(8)]
    spark.createDataFrame(bits, "a int, b int, c int").createOrReplaceTempView("t")
    columns = {"a": "int", "b": "int", "c": "int"} if typed else ["a", "b", "c"]

    def kept(least: int) -> list[tuple[Any, ...]]:
        return sorted((row for row in bits if 3 - row.count(None) >= least), key=repr)

    assert values(spark, call("dropna", "t", columns=columns)) == kept(3)
    assert values(spark, call("dropna", "t", "all", columns=columns)) == kept(1)
    assert values(spark, call("dropna", "t", thresh=-1, columns=columns)) == kept(1)
    for least in range(5):
        assert values(spark, call("dropna", "t", thresh=least, columns=columns)) == kept(least)


@pytest.mark.parametrize("types", [{"i": "int"}, "i"])
def test_replace_swaps_and_takes_null_on_both_sides(spark: SparkSession, types: Any) -> None:
    query = "select * from values (1), (2), (3), (4), (null) as v (i)"
    sql = call("replace", query, {1: 2, 2: 1, 3: None, None: 9}, types)
    assert values(spark, sql) == [(1,), (2,), (4,), (9,), (None,)]
    assert spark.sql(f"select * from {sql}").schema["i"].dataType.simpleString() == "int"


@pytest.mark.parametrize("types", [{"d": "double", "s": "string"}, None])
def test_replace_per_column_matches_nan_and_leaves_others(spark: SparkSession, types: Any) -> None:
    query = "select 1 as before, double('NaN') as d, 'NaN' as s, 'NaN' as other"
    sql = call("replace", query, {"d": {"NaN": 0}, "s": {"NaN": "none"}}, types)
    assert values(spark, sql) == [(1, 0.0, "none", "NaN")]


def test_an_unknown_column_is_an_error(spark: SparkSession) -> None:
    with pytest.raises(Exception, match="UNRESOLVED_COLUMN"):
        spark.sql(f"select * from {call('fillna', 'select 1 as a', {'b': 1})}")


def test_filling_costs_no_more_than_a_constant(spark: SparkSession, t: DataFrame) -> None:
    plan = spark.sql(f"select i from {call('fillna', 't', 7, 'i')}")._jdf.queryExecution().optimizedPlan().toString()
    assert "from_json" not in plan and "typeof" not in plan
