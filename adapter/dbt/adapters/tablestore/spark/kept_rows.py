"""Rows of a query that later queries read several times."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dbt.adapters.tablestore.jvm.classes import java_class
from dbt.adapters.tablestore.spark.shared_rows import Kept
from pyspark.sql import DataFrame, SparkSession

# More rows than these would make plans large.
_MOST_IN_PLAN = 20_000
_INTERPRETED = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.leafNodeDefaultParallelism": "1",
    "spark.sql.shuffle.partitions": "1",
}


def keep(spark: SparkSession, view: str, frame: DataFrame) -> Kept:
    """Makes a temporary view, a quoted name, of the rows of a data frame, computed once.

    A cached table would not do: Spark computes its rows again after a table that its query reads was written, so after
    the merge of a commit, whose insert would read other rows. And its plan is printed in that of each query that reads
    it, and so on, which would fill the memory of the driver.
    """
    few = _few(spark, frame)
    if few is not None:
        make_view(spark, view, few)
        return few
    # what Spark has shuffled to find that there are many is not shuffled again
    rows: Any = frame._jdf.localCheckpoint(False)
    rows.createOrReplaceTempView(view)
    return Kept(int(rows.count()))


def _few(spark: SparkSession, frame: DataFrame) -> Kept | None:
    """The rows of a data frame in a plan; None if they are too many.

    They go from one plan into the other as Spark has them: no value is converted.
    """
    execution: Any = frame._jdf.queryExecution()
    rows = execution.executedPlan().executeTake(_MOST_IN_PLAN + 1)
    count = len(rows)
    if count > _MOST_IN_PLAN:
        return None
    values = java_class(spark, "scala.collection.immutable.ArraySeq").unsafeWrapArray(rows)
    nothing = java_class(spark, "scala.Option").empty()
    local = java_class(spark, "org.apache.spark.sql.catalyst.plans.logical.LocalRelation")
    return Kept(count, local(execution.analyzed().output(), values, False, nothing))


def make_view(spark: SparkSession, view: str, kept: Kept) -> None:
    """Makes a temporary view, a quoted name, of few rows that are known."""
    frames = java_class(spark, "org.apache.spark.sql.classic.Dataset")
    frames.ofRows(spark._jsparkSession, kept.plan).createOrReplaceTempView(view)


@contextmanager
def interpreted(spark: SparkSession) -> Iterator[None]:
    """Runs queries over few rows in one task, without compiling them, which takes longer than to interpret them."""
    before = {name: spark.conf.get(name, None) for name in _INTERPRETED}
    for name, value in _INTERPRETED.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name, old in before.items():
            if old is None:
                spark.conf.unset(name)
            else:
                spark.conf.set(name, old)


def statistics_of(spark: SparkSession, table: str) -> tuple[int, int]:
    """The rows of the table of a table expression, 0 if its format does not say, and the bytes, both by statistics."""
    frame: Any = spark.sql(f"select * from {table}")._jdf
    plan = frame.queryExecution().optimizedPlan()
    rows = plan.collectLeaves().head().stats().rowCount()
    return int(str(rows.get())) if rows.isDefined() else 0, int(str(plan.stats().sizeInBytes()))
