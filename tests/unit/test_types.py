"""Which SQL type holds every value of another."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.sql.types import holds
from pyspark.sql import types as t


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("bigint", "int"),
        ("int", "tinyint"),
        ("double", "float"),
        ("string", "varchar(3)"),
        ("string", "char(3)"),
        ("date", "void"),
        ("decimal(12,2)", "decimal(10,2)"),
        ("decimal(12, 2)", "decimal(10, 1)"),
        ("decimal(11,0)", "decimal"),
        ("decimal(10)", "int"),
        ("decimal(19,0)", "bigint"),
        ("interval day to second", "interval hour"),
        ("interval day to second", "interval day to hour"),
        ("interval year to month", "interval month"),
        ("time(6)", "time(3)"),
        ("array<bigint>", "array<int>"),
        ("map<string,array<int>>", "map<varchar(3),array<void>>"),
        ("struct<a:bigint,b:string>", "struct<A:int,b:string>"),
    ],
)
def test_a_type_holds_every_value_of_a_narrower_one(wide: str, narrow: str) -> None:
    assert holds(wide, narrow)
    assert not holds(narrow, wide)
    assert holds(wide, wide) and holds(narrow, narrow)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bigint", "double"),
        ("int", "float"),
        ("int", "string"),
        ("bigint", "decimal(5,0)"),
        ("decimal(10,0)", "bigint"),
        ("decimal(12,4)", "decimal(10,1)"),
        ("double", "decimal(5,2)"),
        ("date", "timestamp"),
        ("timestamp", "timestamp_ntz"),
        ("varchar(3)", "varchar(5)"),
        ("array<int>", "array<bigint>"),
        ("struct<a:int,b:int>", "struct<b:int,a:int>"),
        ("struct<a:int>", "struct<a:int,b:int>"),
        ("interval day to second", "interval year"),
        ("interval day to hour", "interval hour to second"),
        ("interval day to second", "interval year to month"),
    ],
)
def test_it_holds_no_other_values(one: str, other: str) -> None:
    assert not holds(one, other)


def test_the_types_are_spelled_as_spark_spells_them() -> None:
    assert holds(t.DecimalType(12, 2).simpleString(), t.IntegerType().simpleString())
    assert holds(t.DayTimeIntervalType(0, 3).simpleString(), t.DayTimeIntervalType(1, 1).simpleString())
    assert holds(t.StringType().simpleString(), t.NullType().simpleString())
