"""What Spark knows of a query that gives another result without a change of its tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from py4j.java_gateway import is_instance_of
from pyspark.sql import SparkSession

# The rules by which Spark's optimizer replaces what depends on the time or on the session.
_OPTIMIZER = "org.apache.spark.sql.catalyst.optimizer"
_RULES = {
    "ComputeCurrentTime": "it depends on the time at which it runs",
    "SpecialDatetimeValues": "it reads a text such as 'now' or 'today' as a time",
}
_SUBQUERY = "org.apache.spark.sql.catalyst.expressions.PlanExpression"
_AGGREGATE = "org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction"


def why_volatile(spark: SparkSession, query: str) -> str | None:
    """Why a query gives another result each time; None if it always gives the same one over the same tables.

    Aggregates whose result depends on the order of rows, such as `collect_list`, are no reason.
    """
    frame: Any = spark.sql(query)
    plan = frame._jdf.queryExecution().analyzed()
    jvm: Any = spark._jvm
    for name, reason in _RULES.items():
        rule = jvm.java.lang.Class.forName(f"{_OPTIMIZER}.{name}$").getField("MODULE$").get(None)
        if not rule.apply(plan).fastEquals(plan):
            return reason
    manager: Any = spark._jsparkSession.sessionState().catalogManager()
    of_session = jvm.org.apache.spark.sql.catalyst.optimizer.ReplaceCurrentLike(manager)
    if not of_session.apply(plan).fastEquals(plan):
        return "it depends on the session: its user, catalog, schema or the like"
    gateway: Any = spark.sparkContext._gateway
    for expression in _volatile(plan, gateway):
        if not is_instance_of(gateway, expression, _AGGREGATE):
            return f"{expression.prettyName()} returns another value in each refresh"
    return None


def _volatile(plan: Any, gateway: Any) -> Iterator[Any]:
    """The innermost expressions of a plan that are not deterministic."""
    if plan.deterministic():
        return
    for expression in _all(plan.expressions()):
        yield from _innermost(expression, gateway)
    for child in _all(plan.children()):
        yield from _volatile(child, gateway)


def _innermost(expression: Any, gateway: Any) -> Iterator[Any]:
    if expression.deterministic():
        return
    below = [child for child in _all(expression.children()) if not child.deterministic()]
    for child in below:
        yield from _innermost(child, gateway)
    if not below and is_instance_of(gateway, expression, _SUBQUERY):
        yield from _volatile(expression.plan(), gateway)
    elif not below:
        yield expression


def _all(sequence: Any) -> list[Any]:
    return [sequence.apply(at) for at in range(sequence.size())]
