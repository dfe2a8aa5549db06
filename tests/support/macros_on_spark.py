"""The macros of the package, rendered without dbt, whose queries run on a Spark session."""

from __future__ import annotations

import functools

from pyspark.sql import SparkSession

from harness import Answer, Macro, namespace


@functools.cache
def macros_on(spark: SparkSession) -> dict[str, Macro]:
    """The macros by name."""
    return namespace(execute=True, run_query=lambda sql: [Answer(**row.asDict()) for row in spark.sql(sql).collect()])
