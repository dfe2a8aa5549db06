"""The rows of a seed, with every value as text or NULL.

Text keeps every digit, apostrophe and backslash. The statement that writes the seed casts it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from dbt.adapters.tablestore.sql.literals import literal
from dbt.adapters.tablestore.sql.names import quoted

if TYPE_CHECKING:
    import agate
    from pyspark.sql import SparkSession

Row = tuple[str | None, ...]
ROWS_PER_STATEMENT = 5_000


def create_view(spark: SparkSession, view: str, table: agate.Table) -> None:
    """Creates the temporary view ``view`` with the table's columns. The values are not part of a statement."""
    from pyspark.sql.types import StringType, StructField, StructType

    schema = StructType([StructField(str(name), StringType()) for name in table.column_names])
    spark.createDataFrame(list(_rows(table)), schema).createOrReplaceTempView(quoted(view))


def inline_tables(table: agate.Table) -> list[str]:
    """Table expressions that together have all rows, each of a size that one statement can have."""
    rows = list(_rows(table))
    names = ", ".join(quoted(str(name)) for name in table.column_names)
    if not rows:
        nulls = ", ".join("NULL" for _ in table.column_names)
        return [f"(select * from values ({nulls}) as rows ({names}) where false)"]
    return [
        f"values {', '.join(map(_tuple, rows[start : start + ROWS_PER_STATEMENT]))} as rows ({names})"
        for start in range(0, len(rows), ROWS_PER_STATEMENT)
    ]


def _rows(table: agate.Table) -> Iterator[Row]:
    return (tuple(_text(value) for value in row) for row in table.rows)


def _tuple(row: Row) -> str:
    return f"({', '.join(map(literal, row))})"


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
