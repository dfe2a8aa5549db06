"""The rows of a seed as a Spark view of text columns, which a single statement then casts and writes."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from dbt.adapters.tablestore.sql.names import quoted
from pyspark.sql import SparkSession

if TYPE_CHECKING:
    import agate

LARGEST_BIGINT = 2**63 - 1


def stage(spark: SparkSession, view: str, table: agate.Table) -> None:
    """Creates the temporary view ``view`` with the table's columns, with every value as text or NULL.

    Text keeps every digit, apostrophe and backslash: values travel as data, never inside a statement.
    """
    from pyspark.sql.types import StringType, StructField, StructType

    schema = StructType([StructField(str(name), StringType()) for name in table.column_names])
    rows = [tuple(_text(value) for value in row) for row in table.rows]
    spark.createDataFrame(rows, schema).createOrReplaceTempView(quoted(view))


def integer_type(table: agate.Table, index: int) -> str:
    """The type that holds every integer of a column."""
    largest = max((abs(int(value)) for value in table.columns[index] if value is not None), default=0)
    return "bigint" if largest <= LARGEST_BIGINT else "decimal(38,0)"


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dt.datetime):
        return value.isoformat(sep=" ")
    return str(value)
