"""What a simulation of materialized views needs of the engine that runs their queries."""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol

from dbt.adapters.tablestore.spark import kept_rows
from pyspark.sql import SparkSession

Row = tuple[Any, ...]
# Few rows are faster without compiled code.
_FEW_ROWS = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.leafNodeDefaultParallelism": "1",
    "spark.sql.shuffle.partitions": "1",
}


class Engine(Protocol):
    """Runs queries that are written for Spark."""

    def keep(self, name: str, query: str) -> int:
        """Evaluates a query, and keeps its rows under a name; returns their number."""

    def types(self, query: str) -> dict[str, str]:
        """The types of the columns of a query, by their names in lower case."""

    def rows(self, query: str) -> Counter[Row]:
        """The rows of a query."""

    def is_builtin(self, name: str) -> bool:
        """Whether the engine has a function of a name."""


class Spark:
    """A session of Spark with temporary views."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        for name, value in _FEW_ROWS.items():
            spark.conf.set(name, value)

    def keep(self, name: str, query: str) -> int:
        """Evaluates a query, and keeps its rows under a name; returns their number."""
        return kept_rows.keep(self._spark, name, self._spark.sql(query)).rows

    def types(self, query: str) -> dict[str, str]:
        """The types of the columns of a query, by their names in lower case."""
        return {field.name.lower(): field.dataType.simpleString() for field in self._spark.sql(query).schema.fields}

    def rows(self, query: str) -> Counter[Row]:
        """The rows of a query."""
        return Counter(frozen(row) for row in self._spark.sql(query).collect())

    def is_builtin(self, name: str) -> bool:
        """Whether Spark has a function of a name."""
        return bool(self._spark.catalog.functionExists(name))


def frozen(row: Any) -> Row:
    """A row as a value that can be counted."""
    return tuple(_frozen(value) for value in row)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return frozen(value.values())
    return frozen(value) if isinstance(value, (list, tuple)) else value
