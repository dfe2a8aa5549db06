"""Spark evaluates a literal to the value that it was written for; `test_pairs.py` compares Jinja's with Python's."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from dbt.adapters.tablestore.sql.literals import literal
from pyspark.sql import SparkSession

VALUES = [None, True, False, 0, -1, 2**40, 1.5, -0.0, 1e-7, 1e22, float("inf"), float("-inf"), b"\0a'"]
VALUES += [Decimal("1.50"), Decimal("-0.001"), dt.date(2020, 1, 2), dt.datetime(2020, 1, 2, 3, 4, 5, 678)]
VALUES += [
    "",
    "it's",
    "a\\",
    "a\\'b",
    "a''b",
    "%s {x}",
    "a${x}b${spark.master}${env:HOME}$${y}}",
    "é😀",
    *(f"a{end}b{end}" for end in "\n\r\v\f\x1c\x85\u2028\t"),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_literal_has_its_value(spark: SparkSession, value: Any) -> None:
    ((found,),) = spark.sql(f"select {literal(value)}").collect()
    assert repr(bytes(found) if isinstance(value, bytes) else found) == repr(value)


def test_other_literals(spark: SparkSession) -> None:
    query = (
        f"select string({literal(dt.time(1, 2, 3))}), {literal(Decimal('1E+3'))} = 1000, isnan({literal(float('nan'))})"
    )
    assert [tuple(row) for row in spark.sql(query).collect()] == [("01:02:03", True, True)]
