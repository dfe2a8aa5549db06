"""The macros of the package, rendered without dbt, whose queries run on a Spark session."""

from __future__ import annotations

import functools
from typing import Any

from pyspark.sql import SparkSession

from harness import Macro, namespace


class Answer:
    """A row of a query, as dbt's `run_query` returns them."""

    def __init__(self, row: Any) -> None:
        self.row = row

    def dict(self) -> dict[str, Any]:
        return self.row.asDict()  # type: ignore[no-any-return]


@functools.cache
def macros_on(spark: SparkSession) -> dict[str, Macro]:
    """The macros by name."""
    return namespace(execute=True, run_query=lambda sql: [Answer(row) for row in spark.sql(sql).collect()])
