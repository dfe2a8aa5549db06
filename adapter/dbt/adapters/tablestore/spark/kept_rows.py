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
    """Makes a temporary view, a quoted name, of the rows of a data frame, computed once; returns how many there are.

    A cached table would not do: Spark computes its rows again after a table that its query reads was written, so after
    the merge of a commit, whose insert would read other rows. And its plan is printed in that of each query that reads
    it, and so on, which would fill the memory of the driver.
    """
    rows: Any = frame._jdf.localCheckpoint(False)
    few = rows.limit(_MOST_IN_PLAN + 1).collectAsList()
    if few.size() <= _MOST_IN_PLAN:
        kept: Any = spark._jsparkSession.createDataFrame(few, rows.schema())
        kept.createOrReplaceTempView(view)
        return int(few.size())
    rows.createOrReplaceTempView(view)
    return int(rows.count())


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


def statistics_of(spark: SparkSession, table: str) -> tuple[int, int]:
    """The rows of the table of a table expression, 0 if its format does not say, and the bytes, both by statistics."""
    frame: Any = spark.sql(f"select * from {table}")._jdf
    plan = frame.queryExecution().optimizedPlan()
    rows = plan.collectLeaves().head().stats().rowCount()
    return int(str(rows.get())) if rows.isDefined() else 0, int(str(plan.stats().sizeInBytes()))
