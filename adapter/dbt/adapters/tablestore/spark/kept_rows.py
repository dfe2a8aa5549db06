"""Rows of a query that later queries read several times."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pyspark.sql import DataFrame, SparkSession

# More rows than these would make plans large.
_MOST_IN_PLAN = 20_000
_INTERPRETED = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
}


def keep(spark: SparkSession, view: str, frame: DataFrame) -> int:
    """Makes a temporary view of the rows of a data frame, which are computed once; returns how many there are.

    A cached table would do as well, but its plan is printed in that of each query that reads it, and so on: the texts
    of the plans of a long refresh would fill the memory of the driver.
    """
    plan: Any = frame._jdf
    rows = plan.limit(_MOST_IN_PLAN + 1).collectAsList()
    if rows.size() <= _MOST_IN_PLAN:
        kept: Any = spark._jsparkSession.createDataFrame(rows, plan.schema())
        kept.createOrReplaceTempView(view.strip("`"))
        return int(rows.size())
    many: Any = plan.localCheckpoint(True)
    many.createOrReplaceTempView(view.strip("`"))
    return int(many.count())


@contextmanager
def interpreted(spark: SparkSession) -> Iterator[None]:
    """Runs queries over few rows without compiling them, which takes longer than to interpret them."""
    before = {name: spark.conf.get(name) for name in _INTERPRETED}
    for name, value in _INTERPRETED.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name, old in before.items():
            spark.conf.set(name, str(old))


def size_of(spark: SparkSession, table: str) -> int:
    """The bytes of a table expression by the statistics of its plan."""
    plan: Any = spark.sql(f"select * from {table}")._jdf
    return int(str(plan.queryExecution().optimizedPlan().stats().sizeInBytes()))
