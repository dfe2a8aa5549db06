"""Rows of a query that later queries read several times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from dbt.adapters.tablestore.jvm.classes import java_class
from dbt.adapters.tablestore.spark.errors import errors_of_spark
from dbt.adapters.tablestore.spark.shared_rows import Kept
from pyspark.sql import DataFrame, Row, SparkSession

# More rows than these would make plans large.
_MOST_IN_PLAN = 20_000
# So many bytes of them: they stay in the memory of the driver as long as plans have them, in each thread of dbt.
_MOST_BYTES = 64 << 20
# So many rows are taken first, whose sizes say whether the driver has memory for the others.
_FIRST = 2_000
# The types of Spark's schemas in JSON whose values can be large.
_LARGE = tuple(f'"type":"{name}"' for name in ("string", "binary", "array", "map", "variant", "udt"))
# The setting that Spark names in its error when rows have more bytes than the driver takes at once.
_MAX_RESULT = "spark.driver.maxResultSize"
# Of so many partitions at once: Spark begins with one, while all other cores wait.
_MOST_AT_ONCE = 32
# To sort or to group so many bytes takes longer than the jobs that find out how many rows are left.
_MUCH = 32 << 20
# A query that reads no more bytes takes longer to be compiled than to be interpreted.
_LITTLE = 1 << 20
# What a plan has where rows take long, or become more, by Spark's names.
_FUNCTIONS = ("PYTHON_UDF", "EVAL_PYTHON_UDF", "EVAL_PYTHON_UDTF", "SCALA_UDF")
_MULTIPLIERS = ("JOIN", "GENERATE")
_INTERPRETED = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.leafNodeDefaultParallelism": "1",
    "spark.sql.shuffle.partitions": "1",
}


def keep(spark: SparkSession, view: str, frame: DataFrame, *, is_own: bool = True) -> Kept:
    """Makes a temporary view, a quoted name, of the rows of a data frame, computed once.

    ``is_own`` says that nobody else has written its query.

    A cached table would not do: Spark computes its rows again after a table that its query reads was written, so after
    the merge of a commit, whose insert would read other rows. And its plan is printed in that of each query that reads
    it, and so on, which would fill the memory of the driver.
    """
    given: Any = frame._jdf
    with interpreted(spark) if _reads_little(spark, given, is_own) else nullcontext():
        kept = None if _shuffles_much(given) else _few(spark, given)
    if kept is None:
        # what Spark has shuffled to find that there are many is not shuffled again
        rows = given.localCheckpoint(False)
        count = int(rows.count())
        few = _few(spark, rows, count) if count <= _MOST_IN_PLAN else None
        kept = few or Kept(count, rows.queryExecution().analyzed())
    make_view(spark, view, kept)
    return kept


def _shuffles_much(frame: Any) -> bool:
    """Whether the last stages of a query read so much that its first rows take nearly as long as all of them."""
    plan = frame.queryExecution().executedPlan()
    if plan.nodeName() != "AdaptiveSparkPlan":
        return False
    leaves = plan.finalPhysicalPlan().collectLeaves()
    stages = [leaf for at in range(leaves.length()) if (leaf := leaves.apply(at)).nodeName() == "ShuffleQueryStage"]
    return sum(int(str(stage.getRuntimeStatistics().sizeInBytes())) for stage in stages) > _MUCH


def _few(spark: SparkSession, frame: Any, most: int = _MOST_IN_PLAN) -> Kept | None:
    """The rows of one of Spark's data frames in a plan; None if they are more than ``most``, or too large.

    They go from one plan into the other as Spark has them: no value is converted.
    """
    execution = frame.queryExecution()
    at_once = str(min(spark.sparkContext.defaultParallelism, _MOST_AT_ONCE))
    sizes = java_class(spark, "org.apache.spark.util.SizeEstimator")
    schema = str(execution.analyzed().schema().json())
    first = _FIRST if any(name in schema for name in _LARGE) else most
    for limit in (min(first, most), most):
        with _settings(spark, {"spark.sql.limit.initialNumPartitions": at_once}):
            try:
                rows = execution.executedPlan().executeTake(limit + 1)
            except errors_of_spark() as error:
                if _MAX_RESULT not in str(error):
                    raise
                return None
        count, size = len(rows), int(sizes.estimate(rows))
        expected = size if count <= limit else size * most // count
        if expected > _MOST_BYTES:
            return None
        if count <= limit:
            return Kept(count, _in_plan(spark, execution.analyzed().output(), rows), size)
    return None


def _in_plan(spark: SparkSession, columns: Any, rows: Any) -> Any:
    """Spark's relation of rows."""
    values = java_class(spark, "scala.collection.immutable.ArraySeq").unsafeWrapArray(rows)
    nothing = java_class(spark, "scala.Option").empty()
    local = java_class(spark, "org.apache.spark.sql.catalyst.plans.logical.LocalRelation")
    return local(columns, values, False, nothing)


def _reads_little(spark: SparkSession, frame: Any, is_own: bool) -> bool:
    """Whether a query has few rows to look at, by the statistics of Spark, and nothing to do for long with each.

    A function of a user can take long, and a join or an array in the query of a user can make many rows of few.
    """
    plan = frame.queryExecution().optimizedPlan()
    patterns = java_class(spark, "org.apache.spark.sql.catalyst.trees.TreePattern")
    unknown = _FUNCTIONS if is_own else (*_FUNCTIONS, *_MULTIPLIERS)
    if any(plan.containsPattern(getattr(patterns, name)()) for name in unknown):
        return False
    leaves = plan.collectLeaves()
    sizes = (int(str(leaves.apply(at).stats().sizeInBytes())) for at in range(leaves.length()))
    return sum(sizes) <= _LITTLE


def make_view(spark: SparkSession, view: str, kept: Kept) -> None:
    """Makes a temporary view, a quoted name, of rows that are known."""
    frames = java_class(spark, "org.apache.spark.sql.classic.Dataset")
    frames.ofRows(spark._jsparkSession, kept.plan).createOrReplaceTempView(view)


def plan(spark: SparkSession, frame: DataFrame) -> None:
    """Plans a query of our own, so that one task interprets it if it has few rows to look at."""
    if _reads_little(spark, frame._jdf, is_own=True):
        with interpreted(spark):
            frame._jdf.queryExecution().executedPlan()


def sums(spark: SparkSession, query: str) -> list[Row] | None:
    """One row with the sums of the columns of a query, where true is 1 and null is 0; None if Spark would need a job.

    Of few kept rows, it finds the values while it plans, and their sum would take a job of two stages.
    """
    frame = spark.sql(query)
    if rows_in_plan(frame) is None:
        return None
    rows = frame.collect()
    return [Row(**{name: sum(int(row[name] or 0) for row in rows) for name in frame.columns})]


def rows_in_plan(frame: DataFrame) -> Any | None:
    """Spark's relation with the rows of a query, where it has found all of them while it planned."""
    given: Any = frame._jdf
    plan = given.queryExecution().optimizedPlan()
    return plan if plan.nodeName() == "LocalRelation" else None


def bounds(spark: SparkSession, relation: Any) -> tuple[str, str] | None:
    """The smallest and the largest value of the only column of rows in a plan, as literals; None if one is null."""
    rows, kind = relation.data(), relation.output().head().dataType()
    gateway: Any = spark._sc._gateway
    kinds = gateway.new_array(java_class(spark, "org.apache.spark.sql.types.DataType"), 1)
    kinds[0] = kind
    types = java_class(spark, "scala.collection.immutable.ArraySeq").unsafeWrapArray(kinds)
    order = java_class(spark, "org.apache.spark.sql.catalyst.expressions.InterpretedOrdering").forSchema(types)
    values = [] if rows.isEmpty() else [row.get(0, kind) for row in (rows.min(order), rows.max(order))]
    # nulls are the smallest values
    if not values or values[0] is None:
        return None
    name = str(kind.simpleString())
    if name == "date":
        values = [java_class(spark, "java.time.LocalDate").ofEpochDay(days) for days in values]
    low, high = (f"cast('{value}' as {name})" for value in values)
    return low, high


def interpreted(spark: SparkSession) -> AbstractContextManager[None]:
    """Runs queries over few rows in one task, without compiling them, which takes longer than to interpret them."""
    return _settings(spark, _INTERPRETED)


@contextmanager
def _settings(spark: SparkSession, given: Mapping[str, str]) -> Iterator[None]:
    """Runs queries with other settings."""
    before = {name: spark.conf.get(name, None) for name in given}
    for name, value in given.items():
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
