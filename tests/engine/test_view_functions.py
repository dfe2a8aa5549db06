"""Every function of Spark in a materialized view gives what Spark gives for the text of the query."""

from __future__ import annotations

import os

from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import is_aggregate
from pyspark.sql import SparkSession

from function_calls import Comparison, calls, group_of, listed, settings, summary

# `make views` takes all functions.
FUNCTIONS = int(os.environ.get("FUNCTIONS", "15"))


def test_functions_in_a_view_give_what_spark_gives(spark: SparkSession) -> None:
    session = settings(spark.newSession())
    comparison = Comparison(session)
    for call in calls(session, listed(session, FUNCTIONS)):
        comparison.compare(call)
    outcome = comparison.outcome
    print(summary(outcome))
    for call, reason in outcome.full.items():
        print(f"full: {call}: {reason}")
    assert not outcome.different, "\n".join(outcome.different)
    assert outcome.counts["equal"] > 5 * outcome.counts["full"]


def test_the_aggregates_of_spark_are_known(spark: SparkSession) -> None:
    wrong = []
    for name in listed(spark, 0):
        try:
            call = building.parse(f"select 1 + {name}(x) from t").expressions[0]
        except CannotPlanError:  # syntax of its own, such as CASE
            assert group_of(spark, name) != "agg_funcs"
            continue
        # sqlglot has window functions among its aggregates; those of Spark are always in a window
        is_known = any(map(is_aggregate, call.walk())) or group_of(spark, name) == "window_funcs"
        if is_known != (group_of(spark, name) in ("agg_funcs", "window_funcs") or name.endswith("_agg")):
            wrong.append(name)
    assert not wrong
